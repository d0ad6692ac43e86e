import { answerBytes, answerText } from '../http/answers.ts';
import type { Answer, Delivery } from '../http/answers.ts';
import { badFile, storageErrorPage } from '../bad-files.ts';
import { withFault } from '../faults.ts';
import type { FaultBoard } from '../faults.ts';
import type { Incoming } from '../http/host.ts';
import type { LabelLinks, LinkedFile } from './label-links.ts';
import type { World } from '../world/world.ts';

const contentTypes = { pdf: 'application/pdf', png: 'image/png', zpl: 'text/plain', zip: 'application/zip' } as const;

function refusal(status: number, code: string, message: string): Delivery {
  const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { manner: 'whole', answer: answerText(status, 'application/xml', text) };
}

/** Not every store keeps the type of what it stores. */
function contentType({ shipment }: LinkedFile): string {
  return shipment.dispatch.id % 3 === 0 && shipment.dispatch.id % 2 === 0
    ? 'application/octet-stream'
    : contentTypes[shipment.format];
}

async function fileAnswer(world: World, file: LinkedFile): Promise<Answer> {
  if (file.shipment.broken) return answerText(200, 'text/html; charset=utf-8', storageErrorPage);
  return answerBytes(200, await world.label(file.grouping, file.shipment), { 'Content-Type': contentType(file) });
}

/** The object store with the label files: it knows signatures, not bearers. */
export function createLabelHandler(
  world: World,
  links: LabelLinks,
  faults: FaultBoard,
): (request: Incoming) => Promise<Delivery> {
  return async ({ method, path, query, authorization }) => {
    if (method !== 'GET') return refusal(405, 'MethodNotAllowed', 'Only GET is allowed.');
    if (authorization !== null) {
      return refusal(400, 'InvalidArgument', 'Only one auth mechanism allowed: the signature in the query.');
    }
    const file = links.open(path, query, Date.now());
    if (file === 'unknown') return refusal(404, 'NoSuchKey', 'The specified key does not exist.');
    if (file === 'forged') return refusal(403, 'SignatureDoesNotMatch', 'The signature does not match.');
    if (file === 'expired') return refusal(410, 'ExpiredLink', 'The link has expired.');
    const { grouping, shipment } = file;
    const fault = faults.strike('label-file', grouping.shipments.indexOf(shipment));
    if (fault !== null) {
      return withFault(fault, {
        self: `${path}?${query.toString()}`,
        work: () => fileAnswer(world, file),
        badFile: (how) =>
          badFile(how, {
            pdf: () => world.labelAs(grouping, shipment, 'pdf'),
            zpl: () => world.labelAs(grouping, shipment, 'zpl'),
          }),
      });
    }
    return {
      manner: 'whole',
      answer: await fileAnswer(world, file),
      sent: () => {
        if (!shipment.broken) shipment.downloads += 1;
      },
    };
  };
}
