import type { Answer } from '../http/answers.ts';
import type { WireDispatch } from '../data/dispatches.ts';

/* The service's answers that differ from its documents, as its users met them. */

/**
 * Texts in place of documented numbers, a malformed date, and in mixed groupings sometimes no
 * carrier.
 */
export function loosen(dispatch: WireDispatch, isConcluded: boolean, isMixed: boolean): unknown {
  const { venda, notaFiscal, logistica } = dispatch;
  return {
    ...dispatch,
    situacao: isConcluded ? '2' : '1',
    venda: { ...venda, dataPrevista: '0000-00-00' },
    notaFiscal: {
      ...notaFiscal,
      numero: padInvoiceNumber(notaFiscal.numero),
      situacao: String(notaFiscal.situacao),
    },
    logistica:
      logistica.transportador === null && !isMixed ? { ...logistica, formaFrete: null } : logistica,
  };
}

export function padInvoiceNumber(numero: number): string {
  return String(numero).padStart(7, '0');
}

/** Leaves out `detalhes` if there are none. */
export function saysLittle(answer: Answer): Answer {
  if (answer.status < 400) return answer;
  const text = Buffer.from(answer.body).toString('utf8');
  return { ...answer, body: Buffer.from(text.replace(',"detalhes":null}', '}')) };
}
