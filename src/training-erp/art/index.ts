import { assertNever } from '../../shared/index.ts';
import type { SandboxLabelFormat } from '../types.ts';
import { drawControlSheet } from './control-sheet.ts';
import { labelCode, layoutLabel } from './layout.ts';
import type { LabelContent } from './layout.ts';
import { writePdf } from './pdf.ts';
import { drawPng } from './png.ts';
import { writeZip } from './zip.ts';
import { writeZpl } from './zpl.ts';

export type { LabelContent } from './layout.ts';

/** One label file in the asked format. The same content gives the same bytes. */
export async function makeLabel(content: LabelContent, format: SandboxLabelFormat): Promise<Uint8Array> {
  const elements = layoutLabel(content);
  const title = `Etiqueta ${labelCode(content.dispatch)}`;
  switch (format) {
    case 'pdf':
      return writePdf(elements, title);
    case 'zpl':
      return writeZpl(elements);
    case 'png':
      return drawPng(await writePdf(elements, title));
    case 'zip':
      return writeZip([
        { name: 'Etiqueta de envio.txt', bytes: writeZpl(elements) },
        { name: 'Controle.pdf', bytes: await writePdf(drawControlSheet(content), 'Controle') },
      ]);
    default:
      return assertNever(format);
  }
}
