import type { Page } from 'playwright-core';
import { shareBrowser } from '../../support/browser/shared.ts';
import { movingPng } from './moving-png.ts';
import type { Shot } from './moving-png.ts';

/** The caption below the window: the action, in both languages, and the hand that does it. */
export interface Caption {
  readonly portuguese: string;
  readonly english: string;
  /** A key, or the scanner. */
  readonly hand: string;
}

interface Take {
  readonly window: Buffer;
  readonly caption: Caption;
  /** How many labels lie beside the window, the last one on top. */
  readonly labels: number;
  readonly holdMs: number;
}

const size = { width: 960, windowHeight: 540, captionHeight: 64 } as const;

/** A film of a window with captions, and with the labels that came out of the printer. */
export class Film {
  readonly #page: Page;
  readonly #takes: Take[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  async take(caption: Caption, holdMs: number, labels = 0): Promise<void> {
    const window = await this.#page.screenshot({ caret: 'hide', animations: 'disabled' });
    this.#takes.push({ window, caption, labels, holdMs });
  }

  /** Waits for the expected element, which may still be moving. */
  async settle(): Promise<void> {
    await this.#page.mouse.move(0, 0);
    await this.#page.waitForTimeout(350);
  }

  /** The film as an animated PNG. `labels`: pictures (PNG) of the labels on paper, in order. */
  async develop(labels: readonly Buffer[]): Promise<Buffer> {
    const { browser } = await shareBrowser();
    const stage = await browser.newPage({
      viewport: { width: size.width, height: size.windowHeight + size.captionHeight },
    });
    const shots: Shot[] = [];
    for (const take of this.#takes) {
      await stage.setContent(writeStage(take, labels.slice(0, take.labels)), { waitUntil: 'load' });
      shots.push({ png: await stage.screenshot(), holdMs: take.holdMs });
    }
    await stage.close();
    return movingPng(shots);
  }
}

function writeStage({ window, caption }: Take, labels: readonly Buffer[]): string {
  const picture = (png: Buffer, attributes: string): string =>
    `<img alt="" src="data:image/png;base64,${png.toString('base64')}" ${attributes}>`;
  // The last four of the pile, each a little lower than the one below it.
  const pile = labels
    .slice(-4)
    .map((label, place) => picture(label, `class="label" style="top:${62 + place * 22}px"`));
  return `<!doctype html><style>
    body { margin: 0; background: #15181c; color: #fff; font: 16px/1.3 sans-serif; overflow: hidden; }
    .window { display: block; width: ${size.width}px; height: ${size.windowHeight}px; }
    .label { position: absolute; right: 26px; width: 186px; border: 1px solid #15181c; background: #fff; box-shadow: 0 2px 8px #0006; }
    .caption { display: flex; align-items: center; gap: 16px; height: ${size.captionHeight}px; padding: 0 18px; }
    .hand { min-width: 56px; padding: 5px 10px; border: 2px solid #ff9a3c; border-radius: 6px; text-align: center; font-weight: 700; color: #ff9a3c; }
    b { display: block; font-size: 19px; } span { color: #c3c8d0; }
  </style>
  ${picture(window, 'class="window"')}${pile.join('')}
  <div class="caption"><div class="hand">${caption.hand}</div><div><b>${caption.portuguese}</b><span>${caption.english}</span></div></div>`;
}
