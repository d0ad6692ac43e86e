export { readJsonFile, writeJsonFile } from './json-file.ts';
export type { JsonRead } from './json-file.ts';
export { openSettings } from './settings-store.ts';
export type { SettingsStore } from './settings-store.ts';
