import { makeLabel, makeLabelArchive, makeLabelPages } from '../art/index.ts';
import {
  answerBytes,
  answerStorageError,
  answerText,
  type Answer,
  type Delivery,
  type Incoming,
} from '../http/answers.ts';
import type { LabelLinks, LinkedFile } from './label-links.ts';
import { answerPanel } from './marketplace-panel.ts';
import type { ShipmentRecord, World } from '../world/world.ts';
import type { SandboxOptions } from '../types.ts';

const contentTypes = {
  pdf: 'application/pdf',
  png: 'image/png',
  zpl: 'text/plain',
  zip: 'application/zip',
} as const;

function refuse(status: number, code: string, message: string): Delivery {
  const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { answer: answerText(status, 'application/xml', text) };
}

/** Some stores do not keep the type of a file. */
function chooseContentType(file: LinkedFile): string {
  if (file.kind !== 'label') return contentTypes[file.kind === 'others' ? 'zip' : 'pdf'];
  const { dispatch, format } = file.shipment;
  return dispatch.id % 6 === 0 ? 'application/octet-stream' : contentTypes[format];
}

async function answerFile(world: World, file: LinkedFile): Promise<Answer> {
  if (file.kind === 'danfe')
    return answerText(200, 'text/html; charset=utf-8', writeViewer(file.shipment));
  if (file.kind === 'label' && file.shipment.broken) return answerStorageError();
  return answerBytes(200, await makeFile(world, file), { 'Content-Type': chooseContentType(file) });
}

function makeFile(world: World, file: LinkedFile): Promise<Uint8Array> {
  if ('shipment' in file) return world.label(file.grouping, file.shipment);
  const labels = file.shipments.map((one) => ({
    content: world.describe(file.grouping, one),
    format: one.format,
  }));
  return file.kind === 'pages'
    ? makeLabelPages(labels.map(({ content }) => content))
    : makeLabelArchive(labels);
}

/** The link to an invoice leads to a page that shows the paper, not to the paper itself. */
function writeViewer({ dispatch: { notaFiscal } }: ShipmentRecord): string {
  return (
    `<!DOCTYPE html><html lang="pt-BR"><head><title>DANFE ${notaFiscal.numero}</title></head>` +
    `<body><h1>Nota fiscal ${notaFiscal.numero}</h1><main id="visualizador"></main></body></html>\n`
  );
}

/** The object store with the label files: it accepts signatures, not bearers. */
export function createLabelHandler(
  world: World,
  links: LabelLinks,
  intercept: NonNullable<SandboxOptions['intercept']>,
): (request: Incoming) => Promise<Delivery> {
  return async ({ method, target, path, query, authorization }) => {
    if (method !== 'GET') return refuse(405, 'MethodNotAllowed', 'Only GET is allowed.');
    if (authorization !== null) {
      return refuse(
        400,
        'InvalidArgument',
        'Only one auth mechanism allowed: the signature in the query.',
      );
    }
    const panel = await answerPanel(world, path);
    if (panel !== null) return { answer: panel };
    const file = links.open(path, query);
    if (file === 'unknown') return refuse(404, 'NoSuchKey', 'The specified key does not exist.');
    if (file === 'forged')
      return refuse(403, 'SignatureDoesNotMatch', 'The signature does not match.');
    if (file === 'expired') return refuse(410, 'ExpiredLink', 'The link has expired.');
    const { grouping } = file;
    const shipment = file.kind === 'label' ? file.shipment : null;
    const instead = intercept({
      endpoint: 'label-file',
      shipment: shipment === null ? null : grouping.shipments.indexOf(shipment),
      target,
      work: () => answerFile(world, file),
      label:
        shipment === null
          ? null
          : (format) => makeLabel(world.describe(grouping, shipment), format),
    });
    if (instead !== null) return instead;
    return {
      answer: await answerFile(world, file),
      sent: () => {
        if (shipment?.broken === false) shipment.downloads += 1;
      },
    };
  };
}
