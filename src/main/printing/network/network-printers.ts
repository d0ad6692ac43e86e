import type { NetworkPrinterSetting } from '../../../shared/index.ts';
import type { Clock } from '../../os/clock.ts';
import { createNetworkPrinter } from './network-printer.ts';
import type { NetworkPrinter } from './network-printer.ts';
import type { NetworkTiming } from './send-batch.ts';

/** The label printers at their addresses, as long as this process lives. */
export interface NetworkPrinters {
  /** Under whatever name and however often it is set up, one batch at a time goes to an address. */
  at(setting: NetworkPrinterSetting): NetworkPrinter;
}

export function createNetworkPrinters(options: {
  readonly clock: Clock;
  readonly timing?: Partial<NetworkTiming>;
}): NetworkPrinters {
  const known = new Map<string, NetworkPrinter>();
  return {
    at: ({ name, host, port }) => {
      const address = `${host.toLowerCase()} ${port}`;
      const printer = known.get(address) ?? createNetworkPrinter({ name, host, port, ...options });
      known.set(address, printer);
      return {
        name,
        print: (file, signal, onEvent) => printer.print(file, signal, onEvent),
        describe: async () => ({ ...(await printer.describe()), name }),
      };
    },
  };
}
