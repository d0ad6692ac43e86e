import { FetchPart, type FetchTools } from './fetch-part.ts';
import type { LabelFetcher } from './label-fetcher.ts';

export interface JobTools extends FetchTools {
  readonly fetcher: LabelFetcher;
}

export class JobPart extends FetchPart {
  protected readonly fetcher: LabelFetcher;

  constructor(tools: JobTools) {
    super(tools);
    this.fetcher = tools.fetcher;
  }
}
