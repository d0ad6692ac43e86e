import type { Requests } from '#shared/contract/index.ts';
import type { MadeSource } from '#shared/domain/erp.ts';
import type { FieldDetail } from '#shared/faults/faults.ts';

type OfficeChannel = Extract<keyof Requests, `office.${string}`>;
export type OfficeAction = Exclude<
  OfficeChannel extends `office.${infer Name}` ? Name : never,
  'made'
>;

export const officeActions = [
  {
    group: 'order',
    actions: ['set-status', 'add-tags', 'replace-tags', 'delete-tags', 'generate-invoice'],
  },
  { group: 'quote', actions: ['generate-sale'] },
  { group: 'invoice', actions: ['reverse-accounts'] },
] as const satisfies readonly { group: string; actions: readonly OfficeAction[] }[];

export function hasTags(action: OfficeAction): boolean {
  return action === 'add-tags' || action === 'replace-tags';
}

export function isMaking(action: OfficeAction): action is MadeSource['action'] {
  return action === 'generate-invoice' || action === 'generate-sale';
}

const idField = /^id(ordemservico|orcamento|nota)?$/;

/**
 * Returns the ERP's objections, by the field of the form; `tags`: by tag, from 0. The ERP names
 * fields as in its own bodies: `situacao`, `[1].descricao`, `marcadores.0.descricao`, `idNota`.
 */
export function sortDetails(
  action: OfficeAction,
  details: readonly FieldDetail[],
  tagCount: number,
) {
  const id: string[] = [];
  const status: string[] = [];
  const tags: Record<number, string[]> = {};
  const others: FieldDetail[] = [];
  for (const detail of details) {
    const name = detail.field.toLowerCase();
    const index = Number(/\d+/.exec(name)?.[0] ?? 0);
    if (idField.test(name)) id.push(detail.message);
    else if (action === 'set-status' && name.endsWith('situacao')) status.push(detail.message);
    else if (hasTags(action) && /descricao|marcador/.test(name) && index < tagCount) {
      tags[index] = [...(tags[index] ?? []), detail.message];
    } else others.push(detail);
  }
  return { id, status, tags, others };
}
