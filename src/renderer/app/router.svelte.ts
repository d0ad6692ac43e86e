import { parseRoute, routeHash } from './screens.ts';
import type { Route } from './screens.ts';

export class Router {
  route = $state.raw<Route>(parseRoute(location.hash));
  /** The grouping of the present screen, if it has one. */
  readonly groupingId = $derived('groupingId' in this.route ? this.route.groupingId : null);

  start(): () => void {
    const follow = (): void => {
      this.route = parseRoute(location.hash);
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }

  go(route: Route): void {
    this.route = route;
    const hash = routeHash(route);
    if (location.hash !== hash) location.hash = hash;
  }

  openGrouping(groupingId: number, shipmentId: number | null = null): void {
    this.go({ name: 'grouping', groupingId, shipmentId });
  }
}
