import type { LabelBook } from '../../labels/index.ts';
import type { LabelFetcher } from './label-fetcher.ts';
import type { TokenGate } from './token-gate.ts';
import type { JobModel } from '../model/job-model.ts';
import type { JobServices } from '../types.ts';

export interface JobTools {
  readonly services: JobServices;
  readonly model: JobModel;
  readonly book: LabelBook;
  readonly gate: TokenGate;
  readonly fetcher: LabelFetcher;
}

export class JobPart {
  protected readonly services: JobServices;
  protected readonly model: JobModel;
  protected readonly book: LabelBook;
  protected readonly gate: TokenGate;
  protected readonly fetcher: LabelFetcher;

  constructor({ services, model, book, gate, fetcher }: JobTools) {
    this.services = services;
    this.model = model;
    this.book = book;
    this.gate = gate;
    this.fetcher = fetcher;
  }
}
