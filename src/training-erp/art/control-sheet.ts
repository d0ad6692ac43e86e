import type { LabelElement } from './elements.ts';
import { labelCode } from './layout.ts';
import type { LabelContent } from './layout.ts';
import { shorten } from './text-fit.ts';

/** The page that marketplaces put beside the label: what is in the parcel, for the packer, not for the parcel. */
export function drawControlSheet({ dispatch, sender, groupingId }: LabelContent): readonly LabelElement[] {
  const line = (row: number, text: string, bold = false): LabelElement => ({
    kind: 'text',
    x: 40,
    y: 220 + row * 48,
    size: 30,
    text: shorten(text, 30, 720, bold),
    bold,
    align: 'left',
    width: 720,
    reversed: false,
  });
  return [
    { kind: 'logo', x: 40, y: 40, size: 140 },
    { ...line(0, 'CONTROLE DE EXPEDIÇÃO', true), x: 210, y: 90 },
    line(0, `Objeto ${labelCode(dispatch)}`, true),
    line(1, `Agrupamento ${groupingId}, expedição ${dispatch.id}`),
    line(2, `Nota fiscal ${dispatch.notaFiscal.numero}, pedido ${dispatch.venda.numero}`),
    line(3, `Para: ${dispatch.destinatario.nome}`),
    line(4, `De: ${sender.fantasia}`),
    line(6, 'Fica com o remetente: não cole no volume.', true),
  ];
}
