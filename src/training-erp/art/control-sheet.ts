import type { LabelElement } from './elements.ts';
import { makeText } from './layout.ts';
import type { LabelContent } from './layout.ts';
import { shorten } from './text-fit.ts';

/** Draws the page that marketplaces add to a label: the parcel's contents, for the packer. */
export function drawControlSheet({ dispatch, sender, identification, code }: LabelContent): readonly LabelElement[] {
  const line = (row: number, text: string, bold = false): LabelElement =>
    makeText(40, 220 + row * 48, 30, shorten(text, 30, 720, bold), { bold });
  return [
    { kind: 'logo', x: 40, y: 40, size: 140 },
    { ...line(0, 'CONTROLE DE EXPEDIÇÃO', true), x: 210, y: 90 },
    line(0, `Objeto ${code}`, true),
    line(1, `Agrupamento ${identification}, expedição ${dispatch.id}`),
    line(2, `Nota fiscal ${dispatch.notaFiscal.numero}, pedido ${dispatch.venda.numero}`),
    line(3, `Para: ${dispatch.destinatario.nome}`),
    line(4, `De: ${sender.fantasia}`),
    line(6, 'Fica com o remetente: não cole no volume.', true),
  ];
}
