import type { Bridge } from '#shared/contract/index.ts';

declare global {
  interface Window {
    readonly doca: Bridge;
  }
}
