import { parseScreen, formatLink } from './screens.ts';
import type { Screen } from './screens.ts';

export class Router {
  route = $state.raw<Screen>(parseScreen(location.hash));
  /** The grouping of the present screen, if it has one. */
  readonly groupingId = $derived('groupingId' in this.route ? this.route.groupingId : null);

  start(): () => void {
    const follow = (): void => {
      this.route = parseScreen(location.hash);
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }

  go(route: Screen): void {
    this.route = route;
    const hash = formatLink(route);
    if (location.hash !== hash) location.hash = hash;
  }

  openGrouping(groupingId: number, shipmentId: number | null = null): void {
    this.go({ name: 'grouping', groupingId, shipmentId });
  }
}
