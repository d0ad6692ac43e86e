import type { MoveMoment } from '../stage.ts';
import type { Scenario } from './types.ts';

const moments: Readonly<Record<string, MoveMoment>> = {
  'in the middle of the work': 'begun',
  'after the print': 'printed',
  'after the conclusion': 'concluded',
};

/** Shipments come into the next grouping, and some of them have their labels on paper. */
export const moveScenarios: readonly Scenario[] = Object.entries(moments).map(([name, when]) => ({
  name: `move: shipments go to another grouping ${name}`,
  leavesLabels: true,
  arm: (stage) => stage.planMove(when),
}));
