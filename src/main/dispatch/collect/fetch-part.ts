import type { LabelBook } from '../../labels/index.ts';
import type { JobModel } from '../model/job-model.ts';
import type { JobServices } from '../types.ts';
import type { TokenGate } from './token-gate.ts';

export interface FetchTools {
  readonly services: JobServices;
  readonly model: JobModel;
  readonly book: LabelBook;
  readonly gate: TokenGate;
}

export class FetchPart {
  protected readonly services: JobServices;
  protected readonly model: JobModel;
  protected readonly book: LabelBook;
  protected readonly gate: TokenGate;

  constructor({ services, model, book, gate }: FetchTools) {
    this.services = services;
    this.model = model;
    this.book = book;
    this.gate = gate;
  }
}
