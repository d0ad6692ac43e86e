import { createHmac, timingSafeEqual } from 'node:crypto';
import type { GroupingRecord, ShipmentRecord } from '../world/world.ts';

export type LinkedFile =
  | { readonly kind: 'label' | 'danfe'; readonly grouping: GroupingRecord; readonly shipment: ShipmentRecord }
  /** Many labels as pages of one PDF, or as files of one ZIP. */
  | {
      readonly kind: 'pages' | 'others';
      readonly grouping: GroupingRecord;
      readonly shipments: readonly ShipmentRecord[];
    };

const extensions = { pdf: 'pdf', png: 'png', zpl: 'txt', zip: 'zip' } as const;

/** Signed links that run out, as object stores give them: a new one at each asking. */
export class LabelLinks {
  readonly #key: string;
  readonly #lifetimeSeconds: number;
  readonly #files = new Map<string, LinkedFile>();

  constructor(seed: number, lifetimeSeconds: number) {
    this.#key = `sandbox links ${seed}`;
    this.#lifetimeSeconds = lifetimeSeconds;
  }

  #digest(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex');
  }

  /** A fresh link, good from now on for a while. The name's ending says little: some files have another. */
  issue(origin: string, file: LinkedFile, nowMs: number): string {
    const of = 'shipment' in file ? file.shipment.dispatch.id : file.grouping.id;
    const name = this.#digest(`${of} ${this.#files.size}`).slice(0, 32);
    const extension = chooseExtension(file);
    const path = `/etiquetas/${name}.${extension}`;
    this.#files.set(path, file);
    const expires = String(Math.floor(nowMs / 1000) + this.#lifetimeSeconds);
    return `${origin}${path}?expires=${expires}&signature=${this.#digest(`${path} ${expires}`)}`;
  }

  /** The file behind a link, or why it is not given. */
  open(path: string, query: URLSearchParams, nowMs: number): LinkedFile | 'unknown' | 'forged' | 'expired' {
    const file = this.#files.get(path);
    if (file === undefined) return 'unknown';
    const expires = query.get('expires') ?? '';
    const given = Buffer.from(query.get('signature') ?? '');
    const expected = Buffer.from(this.#digest(`${path} ${expires}`));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
    return nowMs >= Number(expires) * 1000 ? 'expired' : file;
  }
}

function chooseExtension(file: LinkedFile): string {
  if (file.kind === 'others') return 'zip';
  if (file.kind !== 'label') return 'pdf';
  const { dispatch, format } = file.shipment;
  return dispatch.id % 5 === 0 ? 'bin' : extensions[format];
}
