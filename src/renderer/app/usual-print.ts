import type { PrintRequest } from '#shared/contract/print.ts';
import { chooseUsualLayout } from '#shared/label-route.ts';
import type { App } from './app.svelte.ts';

/** Some kind of label has a printer of its own. */
export function printsByKind({ settings: { routes } }: App): boolean {
  return routes.zpl !== null || Object.keys(routes.byPaper).length > 0;
}

/** The settings name a printer, at least for some labels; training prints into files. */
export function isPrinterSet(app: App): boolean {
  return app.training || printsByKind(app) || app.settings.printer !== null;
}

/** A print by the settings; `printer` if they name none. */
export function makeUsualPrint(
  { settings }: App,
  groupingId: number,
  shipmentIds: readonly number[],
  printer: string | null = null,
): PrintRequest {
  return { groupingId, printer, shipmentIds: [...shipmentIds], ...chooseUsualLayout(settings) };
}
