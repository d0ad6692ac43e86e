export { Answer } from './answer.svelte.ts';
export { App, provideApp, useApp } from './app.svelte.ts';
export { Arming, bounceMs, Readiness } from './arming.svelte.ts';
export { type Split, splits } from './floor.svelte.ts';
export { isOfCheck } from './scan-prints.svelte.ts';
export { formatLink, parseId, type Screen } from './screens.ts';
export { arrowSteps, type Command, floorCommands, nameKeys, shortcuts } from './shortcuts.ts';
export type { SoundName } from './sound.ts';
export { isPrinterSet, makeUsualPrint, printsByKind } from './usual-print.ts';
