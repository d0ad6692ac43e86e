import { mount } from 'svelte';
import App from './shell/app.svelte';
import { bridge } from './bridge.ts';
import './styles.css';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');
mount(App, { target, props: { bridge: bridge() } });
