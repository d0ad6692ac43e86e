import type { Bridge } from '../shared/index.ts';

declare global {
  interface Window {
    readonly doca: Bridge;
  }
}
