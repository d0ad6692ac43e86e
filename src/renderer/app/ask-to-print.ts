import type { App } from './app.svelte.ts';
import type { JobView } from '../job/job-view.svelte.ts';

/** To the Print screen with these chosen. Nothing is printed before the primary button is pressed there. */
export function askToPrint(app: App, groupingId: number, view: JobView, shipmentIds: readonly number[]): void {
  if (shipmentIds.length === 0) return;
  view.askToPrint(shipmentIds);
  app.router.go({ name: 'print', groupingId, selected: true });
}
