import type { Shipment } from '#shared/domain/records.ts';

/** The lower half of A4, around the middle of it, as a label lies there. */
const onSheet = '1 0 0 1 156 4 cm';
/** As main frames the printed part of a sheet. */
const frame = 'q 0 0.35 0.8 RG 2 w 155 3 285 427 re S Q';

/**
 * Returns a PDF of label-sized pages written by hand: a frame, bars and a few words to look at. Or
 * with each label on half of an A4 page.
 */
export function fakeLabelPdf(
  shipments: readonly Shipment[],
  on: 'label' | 'sheet' | 'framed' = 'label',
): Uint8Array {
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
  ];
  const pages: string[] = [];
  for (const shipment of shipments) {
    const label = page(shipment);
    const content =
      on === 'label' ? label : `q ${onSheet}\n${label}\nQ\n${on === 'framed' ? frame : ''}`;
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${on === 'label' ? '283 425' : '595 842'}] /Contents ${objects.length} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    pages.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${pages.length} >>`;
  let text = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(text.length);
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  text += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

function page(shipment: Shipment): string {
  const ascii = (value: string): string =>
    value
      .normalize('NFD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/[\\()]/g, '')
      .slice(0, 30);
  const line = (size: number, y: number, text: string): string =>
    `BT /F1 ${size} Tf 20 ${y} Td (${ascii(text)}) Tj ET`;
  const bars = Array.from({ length: 60 }, (_, index) => {
    const width = 1 + ((shipment.id * (index + 3)) % 3);
    return `${22 + index * 4} 150 ${width} 90 re f`;
  });
  const address = shipment.recipient?.address;
  return [
    '1.5 w 8 8 267 409 re S 8 330 267 0 re S 8 120 267 0 re S',
    line(26, 375, 'SEDEX'),
    line(10, 345, `NF ${shipment.invoice?.number ?? ''}  Pedido ${shipment.sale?.number ?? ''}`),
    line(14, 300, shipment.recipient?.name ?? ''),
    line(11, 280, `${address?.street ?? ''}, ${address?.number ?? ''}`),
    line(11, 264, `${address?.city ?? ''}/${address?.state ?? ''}`),
    ...bars,
    line(13, 130, shipment.logistics?.trackingCode ?? ''),
    line(10, 90, 'Remetente: Deposito Modelo'),
  ].join('\n');
}
