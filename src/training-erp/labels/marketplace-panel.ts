import { makeLabelPages, makePanelArchive } from '../art/index.ts';
import { type Answer, answerBytes, answerText } from '../http/answers.ts';
import type { GroupingRecord, World } from '../world/world.ts';

/** Where the panel is on the label host; a grouping's id follows. */
export const panelPath = '/painel/';

/**
 * A page with a ZIP and a PDF, in another order than the ERP's list. Returns null for any other
 * path.
 */
export async function answerPanel(world: World, path: string): Promise<Answer | null> {
  const [, id = '', kind = ''] = /^\/painel\/(\d+)(?:\/etiquetas\.(zip|pdf))?$/.exec(path) ?? [];
  const grouping = world.groupings.get(Number(id));
  if (grouping === undefined) return null;
  const shipments = grouping.shipments.filter(({ refusal }) => refusal !== null).toReversed();
  if (kind === '')
    return answerText(200, 'text/html; charset=utf-8', writePage(grouping, shipments.length));
  const contents = shipments.map((shipment) => world.describe(grouping, shipment));
  const bytes = await (kind === 'zip' ? makePanelArchive(contents) : makeLabelPages(contents));
  const headers = { 'Content-Type': `application/${kind}`, 'Content-Disposition': 'attachment' };
  return answerBytes(200, bytes, headers);
}

function writePage({ id, method }: GroupingRecord, count: number): string {
  const link = (kind: string) =>
    `<p><a href="${panelPath}${id}/etiquetas.${kind}">etiquetas.${kind}</a></p>`;
  return (
    `<!DOCTYPE html><html lang="pt-BR"><head><meta charset="utf-8"><title>Painel de treinamento</title></head>` +
    `<body><h1>${method.nome}: painel de treinamento</h1><p>${count} etiquetas para imprimir</p>` +
    `${count === 0 ? '' : link('zip') + link('pdf')}</body></html>\n`
  );
}
