import { mount } from 'svelte';
import './bridge.ts';
import './styles/tokens.css';
import './styles/page.css';
import './styles/text.css';
import './styles/layout.css';
import './styles/controls.css';
import './styles/parts.css';
import './styles/forced-colours.css';
import App from './shell/app.svelte';

/**
 * Mounts the app. Settings and letters come first, so that language, theme and widths never change
 * after the first frame.
 */
export async function start(): Promise<ReturnType<typeof mount>> {
  const target = document.getElementById('app');
  if (target === null) throw new Error('index.html has no #app');
  const letters = document.fonts.load('15px Plex').catch(() => 'the system has others');
  const settings = await window.doca.request('settings.get');
  await letters;
  if (!settings.ok) throw new Error(settings.fault.kind);
  return mount(App, { target, props: { bridge: window.doca, settings: settings.value } });
}

export const started = start();
