import { createHmac } from 'node:crypto';
import type { GroupingRecord, ShipmentRecord } from '../world/world.ts';

export type LinkedFile =
  | {
      readonly kind: 'label' | 'danfe';
      readonly grouping: GroupingRecord;
      readonly shipment: ShipmentRecord;
    }
  /** Many labels as pages of one PDF, or as files of one ZIP. */
  | {
      readonly kind: 'pages' | 'others';
      readonly grouping: GroupingRecord;
      readonly shipments: ShipmentRecord[];
    };

/**
 * Links as object stores give them: a new one for each request, signed and limited in time, or
 * permanent.
 */
export class LabelLinks {
  readonly #key: string;
  readonly #lifetimeSeconds: number | null;
  readonly #links = new Map<
    string,
    { readonly file: LinkedFile; readonly query: string; readonly endsAtMs: number }
  >();

  constructor(seed: number, lifetimeSeconds: number | null) {
    this.#key = `sandbox links ${seed}`;
    this.#lifetimeSeconds = lifetimeSeconds;
  }

  #digest(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex');
  }

  /** Returns a new link. Some files have a wrong extension. */
  issue(origin: string, file: LinkedFile): string {
    const of = 'shipment' in file ? file.shipment.dispatch.id : file.grouping.id;
    const name = this.#digest(`${of} ${this.#links.size}`).slice(0, 32);
    const isSigned = this.#lifetimeSeconds !== null;
    const path = `${isSigned ? '' : '/doca-treino'}/etiquetas/${name}.${chooseExtension(file, isSigned)}`;
    const expires = Math.floor(Date.now() / 1000) + (this.#lifetimeSeconds ?? Infinity);
    const query = isSigned
      ? `expires=${expires}&signature=${this.#digest(`${path} ${expires}`)}`
      : '';
    this.#links.set(path, { file, query, endsAtMs: expires * 1000 });
    return `${origin}${path}${isSigned ? `?${query}` : ''}`;
  }

  open(path: string, query: URLSearchParams): LinkedFile | 'unknown' | 'forged' | 'expired' {
    const link = this.#links.get(path);
    if (link === undefined) return 'unknown';
    if (this.#lifetimeSeconds !== null && link.query !== query.toString()) return 'forged';
    return Date.now() >= link.endsAtMs ? 'expired' : link.file;
  }
}

function chooseExtension(file: LinkedFile, isSigned: boolean): string {
  if (file.kind === 'others') return 'zip';
  if (file.kind !== 'label') return 'pdf';
  const { dispatch, format } = file.shipment;
  if (!isSigned) return format;
  if (dispatch.id % 5 === 0) return 'bin';
  return format === 'zpl' ? 'txt' : format;
}
