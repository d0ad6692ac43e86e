import { type Zippable, zipSync } from 'fflate';
import type { SandboxLabelFormat } from '../data/label-ways.ts';
import {
  drawControlSheet,
  drawDanfe,
  labelCode,
  type LabelContent,
  layoutLabel,
} from './layout.ts';
import { listPages } from './pages.ts';
import { writePages, writePdf } from './pdf.ts';
import { drawPng } from './png.ts';
import { writeZpl } from './zpl.ts';

export type { LabelContent } from './layout.ts';

/** ZIP's first moment: files that follow from a seed have no other time. */
const zipOptions = { mtime: new Date(1980, 0, 1) };

/** Makes a label file. The same content makes the same bytes. */
export async function makeLabel(
  content: LabelContent,
  format: SandboxLabelFormat,
): Promise<Uint8Array> {
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
      return zipSync(await listParts(content), zipOptions);
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
  const entries: Zippable = {};
  for (const { content, format } of labels) {
    const code = labelCode(content);
    if (format === 'zip') {
      for (const [name, bytes] of Object.entries(await listParts(content)))
        entries[`${code} - ${name}`] = bytes;
    } else {
      const extension = format === 'zpl' ? 'txt' : format;
      entries[`${code}.${extension}`] = await makeLabel(content, format);
    }
  }
  return zipSync(entries, zipOptions);
}

/**
 * What a marketplace's panel gives for many orders: all labels in one ZPL file, and a sheet for the
 * packer.
 */
export async function makePanelArchive(contents: readonly LabelContent[]): Promise<Uint8Array> {
  const entries: Zippable = {
    'Etiqueta de envio.txt': Buffer.concat(
      contents.map((content) => writeZpl(layoutLabel(content))),
    ),
  };
  for (const [at, content] of contents.entries())
    entries[`Controle ${at + 1}.pdf`] = await writePdf(drawControlSheet(content), 'Controle');
  return zipSync(entries, zipOptions);
}

/** The usual package of a marketplace: the label, and a sheet for the packer. */
async function listParts(content: LabelContent) {
  return {
    'Etiqueta de envio.txt': writeZpl(layoutLabel(content)),
    'Controle.pdf': await writePdf(drawControlSheet(content), 'Controle'),
  };
}
