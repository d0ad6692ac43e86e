import type { Bridge } from '../shared/index.ts';

declare global {
  interface Window {
    /** The preload's whole surface. */
    readonly doca: Bridge;
  }
}
