import { encodeCode128 } from './barcodes.ts';
import { labelWidthDots } from './elements.ts';
import type { LabelElement } from './elements.ts';
import { makeText } from './layout.ts';
import type { LabelContent } from './layout.ts';
import { shorten } from './text-fit.ts';

/** Draws the small paper of an invoice that goes with a parcel: issuer, recipient, and the access key as a code. */
export function drawDanfe({ dispatch, sender, accessKey }: LabelContent): readonly LabelElement[] {
  const { notaFiscal, destinatario, volume } = dispatch;
  const line = (row: number, text: string, bold = false): LabelElement =>
    makeText(40, 60 + row * 48, 30, shorten(text, 30, 720, bold), { bold });
  const width = encodeCode128(accessKey).width * 2;
  const x = Math.round((labelWidthDots - width) / 2);
  return [
    line(0, 'DANFE SIMPLIFICADO - ETIQUETA', true),
    line(1, `NF-e ${notaFiscal.numero}, série 1`, true),
    line(2, notaFiscal.data.split('-').reverse().join('/')),
    line(4, `Emitente: ${sender.razaoSocial}`),
    line(5, `CNPJ ${sender.cpfCnpj}`),
    line(6, `Destinatário: ${destinatario.nome}`),
    line(7, `Volumes: ${volume.quantidadeVolumes}`),
    line(9, 'Chave de acesso', true),
    makeText(40, 540, 26, accessKey.replaceAll(/(\d{4})(?=\d)/g, '$1 ')),
    { kind: 'code128', x, y: 620, height: 140, moduleDots: 2, text: accessKey },
  ];
}
