export { openSettings, type SettingsStore } from './settings-store.ts';
