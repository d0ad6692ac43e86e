/** The parts for several stations: the start loads them only if there are several. */
export { default as AloneMark } from './alone-mark.svelte';
export { default as ConcludeShare } from './conclude-share.svelte';
export { default as DayTable } from './day-table.svelte';
export { default as FloorTrouble } from './floor-trouble.svelte';
export { default as ShareBadge } from './share-badge.svelte';
export { default as ShareStrip } from './share-strip.svelte';
export { default as TwicePanel } from './twice-panel.svelte';
