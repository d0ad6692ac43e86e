import { createHmac, timingSafeEqual } from 'node:crypto';
import type { GroupingRecord, ShipmentRecord } from '../world/world.ts';

export type LinkedFile =
  | { readonly kind: 'label' | 'danfe'; readonly grouping: GroupingRecord; readonly shipment: ShipmentRecord }
  /** Many labels as pages of one PDF, or as files of one ZIP. */
  | { readonly kind: 'pages' | 'others'; readonly grouping: GroupingRecord; readonly shipments: ShipmentRecord[] };

/** Links as object stores give them: a new one for each request, signed and limited in time, or permanent. */
export class LabelLinks {
  readonly #key: string;
  readonly #lifetimeSeconds: number | null;
  readonly #files = new Map<string, LinkedFile>();

  constructor(seed: number, lifetimeSeconds: number | null) {
    this.#key = `sandbox links ${seed}`;
    this.#lifetimeSeconds = lifetimeSeconds;
  }

  #digest(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex');
  }

  /** Returns a new link. Some files have a wrong extension. */
  issue(origin: string, file: LinkedFile, nowMs: number): string {
    const of = 'shipment' in file ? file.shipment.dispatch.id : file.grouping.id;
    const name = this.#digest(`${of} ${this.#files.size}`).slice(0, 32);
    const isSigned = this.#lifetimeSeconds !== null;
    const path = `${isSigned ? '' : '/doca-treino'}/etiquetas/${name}.${chooseExtension(file, isSigned)}`;
    this.#files.set(path, file);
    if (this.#lifetimeSeconds === null) return `${origin}${path}`;
    const expires = String(Math.floor(nowMs / 1000) + this.#lifetimeSeconds);
    return `${origin}${path}?expires=${expires}&signature=${this.#digest(`${path} ${expires}`)}`;
  }

  open(path: string, query: URLSearchParams, nowMs: number): LinkedFile | 'unknown' | 'forged' | 'expired' {
    const file = this.#files.get(path);
    if (file === undefined) return 'unknown';
    if (this.#lifetimeSeconds === null) return file;
    const expires = query.get('expires') ?? '';
    const given = Buffer.from(query.get('signature') ?? '');
    const expected = Buffer.from(this.#digest(`${path} ${expires}`));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
    return nowMs >= Number(expires) * 1000 ? 'expired' : file;
  }
}

function chooseExtension(file: LinkedFile, isSigned: boolean): string {
  if (file.kind === 'others') return 'zip';
  if (file.kind !== 'label') return 'pdf';
  const { dispatch, format } = file.shipment;
  if (!isSigned) return format;
  return dispatch.id % 5 === 0 ? 'bin' : format === 'zpl' ? 'txt' : format;
}
