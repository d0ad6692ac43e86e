export { openSettings } from './settings-store.ts';
export type { SettingsStore } from './settings-store.ts';
