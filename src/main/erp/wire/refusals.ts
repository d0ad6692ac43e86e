/** The meaning of the ERP's refusals, whose texts are not in the contract: an unrecognised one stays plain. */
import { fold, type Fault, type FieldDetail } from '../../../shared/index.ts';

export type RefusalMeaning = 'concluded' | 'in-panel' | 'after-conclusion';

export function readRefusal({ kind, erpMessage, erpDetails }: Fault): RefusalMeaning | null {
  if (kind !== 'validation') return null;
  if (saysInPanel(erpMessage, erpDetails)) return 'in-panel';
  if (saysConcluded(erpMessage, erpDetails)) return 'concluded';
  return saysAfterConclusion(erpMessage, erpDetails) ? 'after-conclusion' : null;
}

/** The grouping is concluded, by a colleague or by the marketplace. */
function saysConcluded(message: string | null, details: readonly FieldDetail[]): boolean {
  const said = foldWords(message, details);
  return /\bja\b[^.]{0,60}\b(conclu|finaliz|encerr|fechad)/.test(said) && !/\bnao\b/.test(said);
}

/** The ERP has no labels for this shipping method, or did not get them from the marketplace. */
function saysInPanel(message: string | null, details: readonly FieldDetail[]): boolean {
  return /nao possui recurso de etiquetas|nao foi possivel obter as etiquetas em sua plataforma/.test(
    foldWords(message, details),
  );
}

export function saysEmpty({ kind, erpMessage, erpDetails }: Fault): boolean {
  return kind === 'validation' && /nenhuma expedicao|agrupamento (esta )?vazio/.test(foldWords(erpMessage, erpDetails));
}

function saysAfterConclusion(message: string | null, details: readonly FieldDetail[]): boolean {
  const said = foldWords(message, details);
  const isOfConclusion = /\b(conclu|finaliz|encerr|fech[ae])/.test(said);
  const isYetToCome =
    /\b(nao|ainda|apos|depois|antes|primeiro|somente|apenas|necessario|precisa|deve|aguard\w*|pendente)\b/.test(said);
  return isOfConclusion && isYetToCome && !/\bja\b/.test(said);
}

function foldWords(message: string | null, details: readonly FieldDetail[]): string {
  return fold([message ?? '', ...details.map((detail) => detail.message)].join(' ')).slice(0, 2_000);
}
