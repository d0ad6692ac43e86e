import { hash } from 'node:crypto';
import type { Paper } from '../../../shared/index.ts';
import type { PageDraft } from '../pdf/page/normalise.ts';

/** Some 15 KB each; a job has hundreds. */
const maxKept = 1000;

/** Pages drawn from ZPL. Each costs a tenth of a second or two, so a label that is drawn is kept for its reprint. */
export class ZplDrawings {
  private readonly kept = new Map<string, readonly PageDraft[]>();

  async draw(zpl: Buffer, paper: Paper): Promise<readonly PageDraft[]> {
    const key = `${hash('sha256', zpl)} ${paper.widthMm} ${paper.heightMm}`;
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const { renderZpl } = await import('./zpl-render.ts');
    const pages = await renderZpl(zpl, paper);
    const [oldest] = this.kept.keys();
    if (oldest !== undefined && this.kept.size >= maxKept) this.kept.delete(oldest);
    this.kept.set(key, pages);
    return pages;
  }
}
