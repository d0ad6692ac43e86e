import { mount } from 'svelte';
import './bridge.ts';
import App from './shell/app.svelte';
import './styles.css';

/** The settings come first, so that language and theme never change after the first frame. */
async function start(): Promise<void> {
  const target = document.getElementById('app');
  if (target === null) throw new Error('index.html has no #app');
  const settings = await window.doca.request('settings.get');
  if (!settings.ok) throw new Error(settings.fault.kind);
  mount(App, { target, props: { bridge: window.doca, settings: settings.value } });
}

void start();
