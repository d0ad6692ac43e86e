import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LabelReader } from '../../src/main/labels/book/label-reader.ts';
import type { WriteOptions } from '../../src/main/labels/types.ts';
import type { Reply } from '../../src/main/labels/book/protocol.ts';
import { labelPaper } from '#shared/domain/labels.ts';
import type { PageChoice, PageRule, Paper } from '#shared/domain/records.ts';

/** Does the worker's work without its process: reads files, writes books. */
export class LabelBench {
  readonly folder = mkdtempSync(join(tmpdir(), 'doca-labels-'));
  private readonly reader: LabelReader;
  private files = 0;

  constructor(maxMemoryBytes = 64 * 1024 * 1024) {
    this.reader = new LabelReader({ spillPath: join(this.folder, 'test.spill'), maxMemoryBytes });
  }

  put(bytes: Uint8Array): string {
    this.files += 1;
    const path = join(this.folder, `${this.files}.label`);
    writeFileSync(path, bytes);
    return path;
  }

  prepare(
    path: string,
    options: {
      readonly paper?: Paper;
      readonly pages?: PageRule;
      readonly crop?: PageChoice['crop'];
    } = {},
  ): Promise<Reply> {
    const { paper = labelPaper, pages = 'all', crop = 'whole' } = options;
    return this.reader.handle({ type: 'prepare', path, paper, pages, crop });
  }

  /** Prepares these bytes. Returns the path, or the fault's kind. */
  async accept(
    bytes: Uint8Array,
    options: {
      readonly paper?: Paper;
      readonly pages?: PageRule;
      readonly crop?: PageChoice['crop'];
    } = {},
  ): Promise<string> {
    const path = this.put(bytes);
    const reply = await this.prepare(path, options);
    if (reply.type === 'prepared') return path;
    throw new Error(
      reply.type === 'fault' ? `${reply.fault.kind}: ${reply.fault.detail ?? ''}` : reply.type,
    );
  }

  async refusal(
    bytes: Uint8Array,
    options: { readonly pages?: PageRule; readonly crop?: PageChoice['crop'] } = {},
  ): Promise<string> {
    const reply = await this.prepare(this.put(bytes), options);
    return reply.type === 'fault' ? reply.fault.kind : reply.type;
  }

  async pdf(
    paths: readonly string[],
    options: WriteOptions = {},
    mark: string | null = null,
  ): Promise<Buffer> {
    const reply = await this.write(paths, options, mark);
    if (reply.type !== 'written') throw new Error(reply.type);
    return readFileSync(this.pdfPath);
  }

  /** The same, but also if there is nothing to read afterwards. */
  write(
    paths: readonly string[],
    options: WriteOptions = {},
    mark: string | null = null,
  ): Promise<Reply> {
    const entries = paths.map((path) => ({ path, mark }));
    return this.reader.handle({ type: 'write-pdf', entries, outPath: this.pdfPath, options });
  }

  private get pdfPath(): string {
    return join(this.folder, 'out.pdf');
  }

  /** Draws its ZPL, as `prepare` does not. */
  draw(path: string): Promise<Reply> {
    return this.reader.handle({ type: 'draw', path });
  }

  /** The content that is compared of these files: all their pages, whole. */
  async pages(paths: readonly string[]): Promise<Buffer> {
    const outPath = join(this.folder, 'pages.pdf');
    const entries = paths.map((path) => ({ path, mark: null }));
    const reply = await this.reader.handle({ type: 'write-pages', entries, outPath });
    if (reply.type !== 'written') throw new Error(reply.type);
    return readFileSync(outPath);
  }

  async zpl(paths: readonly string[], mark: string | null = null): Promise<Buffer | null> {
    const outPath = join(this.folder, 'out.zpl');
    const reply = await this.reader.handle({
      type: 'write-zpl',
      entries: paths.map((path) => ({ path, mark })),
      outPath,
    });
    if (reply.type !== 'written') throw new Error(reply.type);
    return reply.book.bytes === 0 ? null : readFileSync(outPath);
  }

  close(): void {
    this.reader.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
