/** In-memory ERP, label store and book: the job's surroundings, without network and without PDF. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { leaveOnAbort } from '../../../src/main/os/timeout.ts';
import type { LabelRecord } from '../../../src/main/journal/records.ts';
import { Extensions } from '../../../src/main/erp/index.ts';
import type { JobErp } from '../../../src/main/dispatch/types.ts';
import type { Turn } from '../../../src/main/erp/index.ts';
import type {
  BookEntry,
  LabelBook,
  LabelSlot,
  LabelStore,
  PreparedLabel,
  StoredLabel,
  WrittenBook,
} from '../../../src/main/labels/index.ts';
import type {
  LabelTally,
  PrintFile,
  Printer,
  SpoolListener,
  SpoolOutcome,
} from '../../../src/main/printing/index.ts';
import { findLabelEnds } from '../../../src/main/zpl/index.ts';
import { labelPaper } from '#shared/domain/labels.ts';
import type { Grouping, PageChoice, Shipment } from '#shared/domain/records.ts';
import {
  failed,
  fault,
  type Fault,
  type FaultKind,
  ok,
  type Result,
} from '#shared/faults/faults.ts';

export const groupingId = 71;
export const usualCompany = 'https://erp.test';

export function shipment(id: number, more: Partial<Shipment> = {}): Shipment {
  return {
    id,
    date: '2031-05-02',
    status: null,
    objectType: 'venda',
    sale: { id, number: 9000 + id, date: null, status: 'other' },
    invoice: { id, number: 500 + id, date: null, status: null },
    recipient: null,
    volume: null,
    logistics: {
      ...plainLogistics,
      trackingCode: `BR${String(id).padStart(9, '0')}XX`,
    },
    ...more,
  };
}

/** Logistics with only the tracking code. */
export const plainLogistics = {
  trackingUrl: null,
  hasDeclaredValue: null,
  declaredValue: null,
  hasReceiptNotice: null,
  freightMode: null,
  carrier: null,
} as const;

/** So many parcels of one size. */
export const volumesOf = (quantity: number) => ({
  packaging: null,
  width: 1,
  height: 1,
  length: 1,
  diameter: null,
  grossWeight: 1,
  quantity,
});

/** A fresh label of the journal. */
export const pendingRecord = {
  file: 'missing',
  block: null,
  fault: null,
  waived: null,
  timesPrinted: 0,
  ownChoice: null,
  fewerSeen: null,
  manySeen: null,
} as const satisfies LabelRecord;

export function shipments(count: number, from = 1): Shipment[] {
  return Array.from({ length: count }, (_, index) => shipment(from + index));
}

export const refusals = {
  notConcluded: fault('validation', {
    status: 400,
    reached: 'yes',
    erpMessage: 'Agrupamento ainda não foi concluído',
  }),
  noLabels: fault('validation', {
    status: 400,
    reached: 'yes',
    erpMessage: 'Forma de envio não possui recurso de etiquetas',
  }),
  other: fault('validation', {
    status: 400,
    reached: 'yes',
    erpMessage: 'Nenhuma expedição vinculada',
  }),
};

/** The ERP's answer for one shipment's URLs: the list, or a fault. */
export type UrlAnswer = readonly string[] | Fault;

export class FakeErp implements JobErp {
  list: Shipment[];
  /** Overrides by shipment; each answer of an array of answers is given once, the last for ever. */
  readonly urls = new Map<number, UrlAnswer[]>();
  groupingFault: Fault | null = null;
  /**
   * Answers to the next conclusions; after that they work. `effect` is whether the ERP concluded
   * all the same.
   */
  conclusions: { readonly answer: Result<void>; readonly effect: boolean }[] = [];
  labelsAfterConclusion = false;
  token: 'good' | 'bad' = 'good';
  isConcluded = false;
  concludeRequests = 0;
  labelRequests: number[] = [];
  groupingRequests = 0;
  delayMs = 0;
  /** The requests in order, each with its owner. */
  readonly turns: string[] = [];
  /** No label is answered before. */
  labelsHeld: Promise<unknown> = Promise.resolve();
  #turn: Turn = 'work';
  /** Called before each answer of `conclude` is given. */
  onConclude: () => void = () => undefined;

  constructor(list: Shipment[]) {
    this.list = list;
  }

  async grouping(id: number, signal?: AbortSignal): Promise<Result<Grouping>> {
    this.#note('grouping');
    this.groupingRequests += 1;
    await pass(this.delayMs);
    if (signal?.aborted === true) return failed(fault('cancelled'));
    if (this.token === 'bad') return failed(fault('unauthorized', { status: 401, reached: 'yes' }));
    if (this.groupingFault !== null) return failed(this.groupingFault);
    return ok({
      id,
      identification: 'Rota 7/B',
      date: '2031-05-02',
      shippingMethod: { id: 3, name: 'Transportadora' },
      shipments: this.list,
    });
  }

  async labelUrls(
    _grouping: number,
    id: number,
    signal?: AbortSignal,
  ): Promise<Result<readonly string[]>> {
    this.#note(`label ${id}`);
    this.labelRequests.push(id);
    await leaveOnAbort<unknown>(
      Promise.all([pass(this.delayMs), this.labelsHeld]),
      signal,
      () => null,
    );
    if (signal?.aborted === true) return failed(fault('cancelled'));
    if (this.token === 'bad') return failed(fault('unauthorized', { status: 401, reached: 'yes' }));
    if (this.labelsAfterConclusion && !this.isConcluded) return failed(refusals.notConcluded);
    const answers = this.urls.get(id) ?? [[`https://labels.test/${id}`]];
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    return 'kind' in answer ? failed(answer) : ok(answer);
  }

  async conclude(): Promise<Result<void>> {
    this.#note('conclude');
    this.concludeRequests += 1;
    await pass(this.delayMs);
    const next = this.conclusions.shift() ?? { answer: ok(), effect: true };
    if (next.effect) this.isConcluded = true;
    this.onConclude();
    return next.answer;
  }

  as(turn: Turn): this {
    this.#turn = turn;
    return this;
  }

  /** The turn that the request had been given, which begins with this call. */
  #note(request: string): void {
    this.turns.push(`${request}: ${this.#turn}`);
    this.#turn = 'work';
  }

  extras = {
    groupingLabelUrls: absent,
    invoice: absent,
    invoiceLink: absent,
    invoiceXml: absent,
    correctShipment: absent,
  };
}

const hash = (content: string): string => createHash('sha256').update(content).digest('hex');

/** Files by slot; the label host serves the URL itself as the content unless set otherwise. */
export class FakeLabels implements LabelStore {
  readonly files = new Map<string, StoredLabel>();
  readonly contents = new Map<string, string>();
  /**
   * The host's answers to a URL, a fault's kind or the file's content; each is used once, the last
   * for ever.
   */
  readonly hosts = new Map<string, string[]>();
  downloads: string[] = [];
  discards = 0;
  delayMs = 0;
  underWay = 0;
  mostUnderWay = 0;

  readonly adopt = unused;

  find(slot: LabelSlot): Promise<StoredLabel | null> {
    return Promise.resolve(this.files.get(key(slot)) ?? null);
  }

  hasAny(slots: readonly LabelSlot[]): Promise<boolean> {
    return Promise.resolve(slots.some((slot) => this.files.has(key(slot))));
  }

  async download(slot: LabelSlot, url: string, signal?: AbortSignal): Promise<Result<StoredLabel>> {
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    this.downloads.push(url);
    await pass(this.delayMs);
    this.underWay -= 1;
    if (signal?.aborted === true) return failed(fault('cancelled'));
    const answers = this.hosts.get(url) ?? [url];
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (answer.startsWith('label-') || answer.startsWith('disk'))
      return failed(fault(answer as FaultKind, { reached: 'no' }));
    const sha256 = hash(answer);
    const stored = {
      slot,
      sha256,
      bytes: answer.length,
      path: `/labels/${key(slot)}-${sha256.slice(0, 8)}`,
    };
    this.files.set(key(slot), stored);
    this.contents.set(stored.path, answer);
    return ok(stored);
  }

  discard(slot: LabelSlot): Promise<void> {
    this.discards += 1;
    this.files.delete(key(slot));
    return Promise.resolve();
  }
}

/**
 * Reads any file except those whose content begins with `bad:` and a fault's kind; writes the
 * contents, line by line.
 */
export class FakeBook implements LabelBook {
  readonly split = unused;
  readonly drawDanfe = unused;
  isWarm = false;
  readonly labels: FakeLabels;
  readonly #pages = new Map<string, number>();
  readonly prepared = new Set<string>();
  /** The requested choices in order. */
  readonly choices: PageChoice['pages'][] = [];
  closed = false;
  writeFault: FaultKind | null = null;
  /** Those whose answer was not known before. */
  readonly read: string[] = [];
  readonly drawn: string[] = [];
  /** Those that could not be read again. */
  readonly lost = new Set<string>();

  constructor(labels: FakeLabels) {
    this.labels = labels;
  }

  warmUp(): void {
    this.isWarm = true;
  }

  /**
   * `pages:N` at the beginning of a content is a file of so many A4 pages, `labels:N` of so many
   * labels; ZPL has its formats, of which those that say `danfe` are papers of invoices.
   */
  async prepare(
    path: string,
    { pages = 'auto' }: Partial<PageChoice> = {},
    known: PreparedLabel | null = null,
  ): Promise<Result<PreparedLabel>> {
    await pass(0);
    const content = this.labels.contents.get(path)!;
    if (content.startsWith('bad:'))
      return failed(fault(content.slice(4) as FaultKind, { reached: 'no' }));
    this.prepared.add(path);
    this.lost.delete(path);
    const hasZpl = content.startsWith('^XA');
    const filePages = countFakePages(content);
    const isOf = (number: number): boolean => number <= filePages;
    const isWhole = hasZpl || (pages === 'auto' && content.startsWith('labels:'));
    const chosen = isWhole
      ? filePages
      : pages === 'auto'
        ? 1
        : pages === 'all'
          ? filePages
          : pages.filter(isOf).length;
    this.choices.push(pages);
    this.#pages.set(path, chosen);
    if (known !== null) return ok(known);
    this.read.push(path);
    const danfes = hasZpl ? content.split('danfe').length - 1 : 0;
    return ok({
      format: hasZpl ? 'zpl' : 'pdf',
      pages: chosen - danfes,
      ...(danfes === 0 ? {} : { danfes }),
      filePages,
      croppedPages: 0,
      hasZpl,
      leftOut: content.match(/~JR/g) ?? [],
      isDrawn: !hasZpl,
      looks: { sha256: hash(content), findings: [] },
      isMended: false,
      kind: hasZpl ? 'ZPL' : 'PDF',
      paper: labelPaper,
    });
  }

  isLost(path: string): boolean {
    return this.lost.has(path);
  }

  /** ZPL marked as such cannot be drawn. */
  draw(path: string): Promise<Result<void>> {
    if (this.lost.has(path)) return Promise.resolve(failed(fault('disk')));
    const content = this.labels.contents.get(path)!;
    this.drawn.push(path);
    return Promise.resolve(
      content.includes('undrawable') ? failed(fault('label-unrenderable')) : ok(),
    );
  }

  async writePdf(entries: readonly BookEntry[], outPath: string): Promise<Result<WrittenBook>> {
    for (const { path } of entries) {
      const drawn = await this.draw(path);
      if (!drawn.ok) return drawn;
    }
    const written = await this.#write(entries, outPath);
    const entryPages = entries.map(({ path }) => this.#pages.get(path) ?? 0);
    return written.ok ? ok({ ...written.value, entryPages }) : written;
  }

  writePages(paths: readonly string[], outPath: string): Promise<Result<WrittenBook>> {
    return this.#write(
      paths.map((path) => ({ path })),
      outPath,
    );
  }

  async writeZpl(entries: readonly BookEntry[], outPath: string): Promise<Result<WrittenBook>> {
    const isZpl = ({ path }: BookEntry): boolean =>
      this.labels.contents.get(path)!.startsWith('^XA');
    const written = await this.#write(entries.filter(isZpl), outPath);
    let at = 0;
    const labelEnds = entries.map((entry) => {
      if (!isZpl(entry)) return [];
      const text = this.#textOf(entry);
      const ends = findLabelEnds(Buffer.from(text)).map((end) => at + end);
      at += text.length + 1;
      return ends;
    });
    return written.ok ? ok({ ...written.value, labelEnds }) : written;
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }

  #textOf({ path, mark }: BookEntry): string {
    return `${this.labels.contents.get(path)!}${mark === undefined ? '' : ` (${mark ?? ''})`}`;
  }

  async #write(entries: readonly BookEntry[], outPath: string): Promise<Result<WrittenBook>> {
    if (this.writeFault !== null) return failed(fault(this.writeFault, { reached: 'no' }));
    for (const { path } of entries)
      if (!this.prepared.has(path)) throw new Error(`${path} was not prepared`);
    const text = entries.map((entry) => this.#textOf(entry)).join('\n');
    await writeFile(outPath, text);
    return ok({ path: outPath, bytes: text.length, pages: entries.length });
  }
}

/** The end of a fake printer's spool job, and its count then. */
export interface FakeEnd {
  readonly result: Result<SpoolOutcome>;
  readonly tally?: LabelTally | null;
}

/** A printer whose spool jobs end as the script says, `done` after its end. */
export class FakePrinter implements Printer {
  readonly name: string;
  outcomes: (Result<SpoolOutcome> | FakeEnd)[] = [];
  printed: string[] = [];
  /** The sent files, with the text that each had then. */
  readonly sent: (PrintFile & { readonly text: string })[] = [];
  /** Called while the spool job runs. */
  during: (say: (labels: LabelTally) => void) => Promise<void> = () => pass(0);

  constructor(name = 'fake') {
    this.name = name;
  }

  async print(
    file: PrintFile,
    _signal?: AbortSignal,
    onEvent?: SpoolListener,
  ): Promise<Result<SpoolOutcome>> {
    this.printed.push(file.path);
    this.sent.push({ ...file, text: readFileSync(file.path, 'utf8') });
    await this.during((labels) =>
      onEvent?.({ jobId: null, state: 'printing', conditions: [], reason: null, labels }),
    );
    const next = this.outcomes.shift() ?? ok('done');
    if ('ok' in next) return next;
    if (next.tally !== undefined)
      onEvent?.({ jobId: null, state: 'failed', conditions: [], reason: null, labels: next.tally });
    return next.result;
  }
}

/** The pages of files as the fake book reads and writes them. */
export function countFakePages(text: string): number {
  const said = [...text.matchAll(/^(?:pages|labels):(\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  return said + (text.match(/\^XA/g)?.length ?? 0) || 1;
}

export function pass(ms: number): Promise<void> {
  return new Promise((resolve) => (ms === 0 ? setImmediate(resolve) : setTimeout(resolve, ms)));
}

function key({ company, groupingId: grouping, shipmentId, ordinal }: LabelSlot): string {
  const owner = company === usualCompany ? '' : `${company}-`;
  return `${owner}${grouping}-${shipmentId}-${ordinal}`;
}

/** A service known to have only the contract's requests. */
export function withoutExtensions(): Extensions {
  const names = [
    'groupings',
    'grouping-labels',
    'invoices',
    'invoice-links',
    'invoice-xmls',
  ] as const;
  return new Extensions([...names, 'corrections' as const].map((name) => [name, false]));
}

/** Such a service's answer to any other request. */
function absent(): Promise<Result<never>> {
  return Promise.resolve(failed(fault('not-found', { status: 404, reached: 'yes' })));
}

export function unused(): Promise<never> {
  return Promise.reject(new Error('the job does not use this here'));
}
