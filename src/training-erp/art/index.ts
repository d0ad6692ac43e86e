import { assertNever } from '../../shared/index.ts';
import type { SandboxLabelFormat } from '../data/label-ways.ts';
import { drawControlSheet, drawDanfe, labelCode, type LabelContent, layoutLabel } from './layout.ts';
import { listPages } from './pages.ts';
import { writePages, writePdf } from './pdf.ts';
import { drawPng } from './png.ts';
import { writeZip, type ZipEntry } from './zip.ts';
import { writeZpl } from './zpl.ts';

export type { LabelContent } from './layout.ts';

/** Makes a label file. The same content makes the same bytes. */
export async function makeLabel(content: LabelContent, format: SandboxLabelFormat): Promise<Uint8Array> {
  const elements = layoutLabel(content);
  const title = `Etiqueta ${labelCode(content)}`;
  switch (format) {
    case 'pdf':
      return writePages(listPages([content]), title);
    case 'zpl':
      return Buffer.concat([
        writeZpl(elements),
        ...(content.carrier.labels?.drawing === 'with-danfe' ? [writeZpl(drawDanfe(content))] : []),
      ]);
    case 'png':
      return drawPng(await writePdf(elements, title));
    case 'zip':
      return writeZip(await listParts(content));
    default:
      return assertNever(format);
  }
}

/** Many labels as pages of one PDF. */
export function makeLabelPages(contents: readonly LabelContent[]): Promise<Uint8Array> {
  return writePages(listPages(contents), `Agrupamento ${contents[0]?.identification ?? ''}`);
}

/** Many labels as files of one ZIP, named by their tracking codes. */
export async function makeLabelArchive(
  labels: readonly { readonly content: LabelContent; readonly format: SandboxLabelFormat }[],
): Promise<Uint8Array> {
  const entries: ZipEntry[] = [];
  for (const { content, format } of labels) {
    const code = labelCode(content);
    if (format === 'zip') {
      for (const { name, bytes } of await listParts(content)) entries.push({ name: `${code} - ${name}`, bytes });
    } else {
      const extension = format === 'zpl' ? 'txt' : format;
      entries.push({ name: `${code}.${extension}`, bytes: await makeLabel(content, format) });
    }
  }
  return writeZip(entries);
}

/** What a marketplace's panel gives for many orders: all labels in one ZPL file, and a sheet for the packer. */
export async function makePanelArchive(contents: readonly LabelContent[]): Promise<Uint8Array> {
  const sheets = await Promise.all(contents.map((content) => writePdf(drawControlSheet(content), 'Controle')));
  return writeZip([
    { name: 'Etiqueta de envio.txt', bytes: Buffer.concat(contents.map((content) => writeZpl(layoutLabel(content)))) },
    ...sheets.map((bytes, at) => ({ name: `Controle ${at + 1}.pdf`, bytes })),
  ]);
}

/** The usual package of a marketplace: the label, and a sheet for the packer. */
async function listParts(content: LabelContent): Promise<readonly ZipEntry[]> {
  return [
    { name: 'Etiqueta de envio.txt', bytes: writeZpl(layoutLabel(content)) },
    { name: 'Controle.pdf', bytes: await writePdf(drawControlSheet(content), 'Controle') },
  ];
}
