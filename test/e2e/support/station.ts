import { expect } from 'vitest';
import {
  startFaultySandbox,
  type FaultySandbox,
  type FaultySandboxOptions,
} from '../../support/faulty-erp/index.ts';
import { commands } from '#shared/codes.ts';
import { againMs } from '../../../src/renderer/scanner/repeats.ts';
import { scan } from '../../renderer/scan.ts';
import { ask } from '../bridge.ts';
import { groupingIdOf } from '../../../src/training-erp/index.ts';
import { launch, type LaunchOptions, type RunningApp } from '../harness.ts';

/** An element that only this screen has. */
const landmarks = {
  print: 'section.preview',
  check: 'p.counter',
  conclude: 'main h2.title',
} as const;

/**
 * A running Doca with the ERPs that it was connected to, and a user's actions on it by keys and
 * eyes.
 */
export class Station {
  readonly app: RunningApp;
  readonly #sandboxes: FaultySandbox[] = [];
  /** By ERP, the number of groupings that tests have taken. */
  readonly #taken = new Map<FaultySandbox, number>();
  #nextCommandMs = 0;

  constructor(app: RunningApp) {
    this.app = app;
  }

  /**
   * Starts with a known printer, as on every day but the first; `null` leaves all settings as they
   * are. With a printer the codes of labels are read only if `readLabels` is set: drawing and
   * reading each label is a quarter of a spec's cost.
   */
  static async start({
    printer = 'PDF',
    readLabels = false,
    ...options
  }: LaunchOptions & {
    readonly printer?: string | null;
    readonly readLabels?: boolean;
  } = {}): Promise<Station> {
    const station = new Station(await launch(options));
    await recordWayOut(station.app);
    if (printer !== null) {
      const change = {
        printer,
        readLabels,
        actsKnown: ['open', 'print', 'check', 'conclude'],
        benchSetup: { offered: false, steps: {} },
      } as const;
      expect(await ask(station.page, 'settings.change', { change })).toMatchObject({ ok: true });
    }
    return station;
  }

  /**
   * Returns the next grouping of this ERP that no test has taken, with so many shipments. An ERP
   * for each test would cost a label process and a new Desk.
   */
  take(erp: FaultySandbox, shipments: number): number {
    const taken = this.#taken.get(erp) ?? 0;
    this.#taken.set(erp, taken + 1);
    const id = groupingIdOf(taken);
    resize(erp, id, shipments);
    return id;
  }

  get page(): RunningApp['page'] {
    return this.app.page;
  }

  get hash(): string {
    return new URL(this.page.url()).hash;
  }

  /**
   * With PDF labels by default: a PNG or ZPL label takes 0.15 s to draw, and the formats have their
   * own tests.
   */
  /** Each is another company's: a print for one company counts at each address of its ERP. */
  async sandbox(options: FaultySandboxOptions = {}): Promise<FaultySandbox> {
    const seed = this.#sandboxes.length + 1;
    const sandbox = await startFaultySandbox({ formats: ['pdf'], seed, ...options });
    this.#sandboxes.push(sandbox);
    return sandbox;
  }

  /** A new ERP with this behaviour, and Doca connected to it, on the Desk. */
  async erp(options: FaultySandboxOptions = {}): Promise<FaultySandbox> {
    const sandbox = await this.sandbox(options);
    const { baseUrl, token } = sandbox;
    // A grouping that is on the screen would be read again at the new ERP.
    await this.go('#/desk');
    expect(await ask(this.page, 'connection.save', { baseUrl, token })).toMatchObject({ ok: true });
    await this.go('#/desk');
    await this.field('Leia ou digite o número do agrupamento').waitFor();
    return sandbox;
  }

  /** On the screen for connecting: by a token, which the training ERP takes without a browser. */
  async pasteToken({ baseUrl, token }: FaultySandbox): Promise<void> {
    await this.page.getByRole('button', { name: /^Tenho um token/ }).click();
    await this.page.getByLabel('Endereço da API').fill(baseUrl);
    await this.page.getByLabel('Token de acesso').fill(token);
    await this.page.keyboard.press('Enter');
    await this.text('O ERP respondeu como');
    await this.press('Salvar e começar');
  }

  async go(hash: string): Promise<void> {
    await this.page.evaluate((to) => void (location.hash = to), hash);
  }

  /** Opens a grouping the way a packer does, and waits for its rows. */
  async open(groupingId: number): Promise<void> {
    await this.go('#/desk');
    await this.field('Leia ou digite o número do agrupamento').waitFor();
    await this.scan(String(groupingId));
    await this.page.getByRole('row').nth(1).waitFor();
  }

  /** Opens it, fetches and prints all its labels, and stops right before the Check screen. */
  async print(groupingId: number): Promise<void> {
    await this.open(groupingId);
    await this.press(/^Imprimir \d+ etiquetas?$/);
    await this.next(/^Conferir/);
  }

  /** Opens the Print screen, to change a print before it is sent. */
  async openPrint(words: string | RegExp): Promise<void> {
    await this.next(words);
    await this.page.keyboard.press('F4');
    await this.on('print');
  }

  field(name: string | RegExp): ReturnType<RunningApp['page']['getByRole']> {
    return this.page.getByRole('textbox', { name });
  }

  button(name: string | RegExp): ReturnType<RunningApp['page']['getByRole']> {
    return this.page.getByRole('button', { name });
  }

  /**
   * The primary button with exactly these words, when it can be pressed: with "prontas" behind them
   * it is another step.
   */
  primary(words: string | RegExp): ReturnType<RunningApp['page']['locator']> {
    const has = this.page.getByText(words, { exact: true });
    return this.page.locator('button.primary:not([aria-disabled=true])').filter({ has });
  }

  /**
   * Waits until the next step (of this screen) has this text, and presses the key that its button
   * shows.
   */
  async press(words: string | RegExp, screen?: keyof typeof landmarks): Promise<void> {
    if (screen !== undefined) await this.on(screen);
    await this.next(words);
    await this.page.keyboard.press('F9');
  }

  /** Waits until the primary button has this text and is enabled. */
  async next(words: string | RegExp): Promise<void> {
    await this.primary(words)
      .waitFor()
      .catch(async (error: unknown) => {
        const there = await this.page.locator('button.primary').allInnerTexts();
        const text = await this.page.locator('main').innerText();
        throw new Error(
          `the next step is ${JSON.stringify(there)}, not ${String(words)}, on:\n${text}`,
          {
            cause: error,
          },
        );
      });
  }

  /** Waits for a screen to be there: the address changes before it. */
  async on(screen: keyof typeof landmarks): Promise<void> {
    await this.page.locator(landmarks[screen]).waitFor();
  }

  /** Waits until so many shipments of this grouping are checked. */
  async checked(groupingId: number, count: number): Promise<void> {
    const read = async (): Promise<number> => {
      const open = await ask(this.page, 'job.open', { groupingId });
      if (!open.ok) throw new Error(open.fault.kind);
      return open.value.snapshot.shipments.filter(({ checkedAtMs }) => checkedAtMs !== null).length;
    };
    await expect.poll(read).toBe(count);
  }

  /** Counts the scanned parcel despite its problem, which no scan of a parcel does. */
  async countDespite(
    how: () => Promise<void> = () => this.page.keyboard.press('Control+F9'),
  ): Promise<void> {
    for (const words of ['Contar mesmo assim', 'Confirmar: contar']) {
      await this.next(words);
      await how();
    }
  }

  /** Concludes despite exceptions, with the key for only that. */
  async concludeAnyway(words: string | RegExp): Promise<void> {
    for (const label of [words, 'Confirmar a conclusão']) {
      await this.page
        .locator('button.anyway:not([aria-disabled=true])')
        .filter({ hasText: label })
        .waitFor();
      await this.page.keyboard.press('Control+F9');
    }
  }

  async text(words: string | RegExp): Promise<void> {
    await this.page.getByText(words).first().waitFor();
  }

  /** Waits until a step of the track has this text: `('Imprimir', '5/8')`. */
  async track(step: string, words: string): Promise<void> {
    const link = this.page
      .getByRole('navigation', { name: 'Passos' })
      .getByRole('link', { name: step });
    await link.getByText(words).waitFor();
  }

  async scan(code: string): Promise<void> {
    await scan(this.page, code);
  }

  /**
   * Scans the code of the command sheet that takes the next step, once the next step is this one.
   */
  async scanNext(words: string | RegExp, screen?: keyof typeof landmarks): Promise<void> {
    if (screen !== undefined) await this.on(screen);
    await this.next(words);
    // The same code once more counts after a while, by the page's own clock.
    await this.page.waitForFunction((fromMs) => performance.now() > fromMs, this.#nextCommandMs);
    await this.scan(commands.primary.code);
    this.#nextCommandMs = againMs + (await this.page.evaluate(() => performance.now()));
  }

  /** Turns main's clock to a morning in the year of the training ERP; it runs on from there. */
  async startMorning(): Promise<void> {
    await this.app.evaluate((_, startMs) => {
      const now = Date.now.bind(Date);
      const offsetMs = startMs - now();
      Date.now = () => now() + offsetMs;
    }, Date.parse('2025-01-17T09:12:20-03:00'));
  }

  /**
   * Returns Doca's calls to other programs since the last call: opened paths, opened addresses,
   * save dialogs.
   */
  async takeWayOut(): Promise<readonly string[]> {
    return this.app.evaluate(() => (Reflect.get(globalThis, 'wayOut') as string[]).splice(0));
  }

  /** Expects no complaint of main, page or policy since the last call. */
  async expectQuiet(): Promise<void> {
    expect(await this.app.takeProblems()).toEqual([]);
  }

  async close(options?: Parameters<RunningApp['close']>[0]): Promise<void> {
    await this.app.close(options);
    await this.closeSandboxes();
  }

  async closeSandboxes(): Promise<void> {
    await Promise.all(this.#sandboxes.splice(0).map((one) => one.close()));
  }
}

/** Sets the number of shipments of a grouping that was not opened yet. */
export function resize(erp: FaultySandbox, groupingId: number, count: number): void {
  const shipments = erp.world.groupings.get(groupingId)?.shipments ?? [];
  while (shipments.length < count) erp.addShipment(groupingId);
  while (shipments.length > count) erp.removeShipment(groupingId, count);
}

/** Replaces other programs: records the paths and addresses to open. */
async function recordWayOut(app: RunningApp): Promise<void> {
  await app.evaluate(({ shell }) => {
    const list: string[] = [];
    Reflect.set(globalThis, 'wayOut', list);
    shell.openPath = (path) => {
      list.push(path);
      return Promise.resolve('');
    };
    shell.openExternal = (url) => {
      list.push(url);
      return Promise.resolve();
    };
  });
}
