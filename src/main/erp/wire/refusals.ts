/**
 * The meaning of the ERP's refusals, whose texts are not in the contract: an unrecognised one stays
 * plain.
 */
import type { Fault } from '#shared/faults/faults.ts';
import { fold } from '#shared/formats.ts';

/** The ERP has no labels for this shipping method, or did not get them from the marketplace. */
const inPanel =
  /nao possui recurso de etiquetas|nao foi possivel obter as etiquetas em sua plataforma/;

export function readRefusal(fault: Fault) {
  if (fault.kind !== 'validation') return null;
  const said = foldWords(fault);
  if (inPanel.test(said)) return 'in-panel';
  if (saysConcluded(said)) return 'concluded';
  return saysAfterConclusion(said) ? 'after-conclusion' : null;
}

/** The grouping is concluded, by a colleague or by the marketplace. */
function saysConcluded(said: string): boolean {
  return /\bja\b[^.]{0,60}\b(conclu|finaliz|encerr|fechad)/.test(said) && !/\bnao\b/.test(said);
}

export function saysEmpty(fault: Fault): boolean {
  return (
    fault.kind === 'validation' &&
    /nenhuma expedicao|agrupamento (esta )?vazio/.test(foldWords(fault))
  );
}

function saysAfterConclusion(said: string): boolean {
  const isOfConclusion = /\b(conclu|finaliz|encerr|fech[ae])/.test(said);
  const isLater = /\b(nao|ainda|apos|depois|antes|primeiro|somente|apenas)\b/.test(said);
  const isNeeded = /\b(necessario|precisa|deve|aguard\w*|pendente)\b/.test(said);
  return isOfConclusion && (isLater || isNeeded) && !/\bja\b/.test(said);
}

function foldWords({ erpMessage, erpDetails }: Fault): string {
  return fold([erpMessage ?? '', ...erpDetails.map(({ message }) => message)].join(' ')).slice(
    0,
    2_000,
  );
}
