import { execFileSync } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { drawBenchSheet } from '../../src/main/papers/bench-sheet-pdf.ts';
import { benchSteps } from '#shared/domain/window.ts';
import { describeWithTools } from '../support/tools.ts';
import { connectedWorkstation, valueOf } from '../desk/support/harness.ts';

const told = (state: 'done' | 'skipped', words: string) => ({
  state,
  atMs: 1_700_000_000_000,
  told: words,
});

/** The words of each page, with their places. */
const readPages = (input: Uint8Array): readonly string[] =>
  execFileSync('pdftotext', ['-bbox', '-', '-'], { encoding: 'utf8', input })
    .split('<page ')
    .slice(1);
/** Returns the end of the words, without those of the signature. */
function lowestMm(pages: readonly string[]): number {
  const bottoms = pages.flatMap((one) =>
    Array.from(one.matchAll(/yMax="([\d.]+)">(?!Conferido|por<)/g), ([, y]) => Number(y)),
  );
  return Math.max(...bottoms) * (25.4 / 72);
}

describeWithTools(['pdftotext'], 'the setting up of a bench', () => {
  it('has the doctor’s findings at their steps, in sentences, and the bars of the test page’s code', async () => {
    const station = await connectedWorkstation({ shipments: 1 });
    onTestFinished(() => station.close());
    const { findings, code } = valueOf(await station.ask('bench.look'));
    expect(findings).toContainEqual({
      step: 'erp',
      level: 'ok',
      what: 'O ERP aceita o token.',
      next: '',
    });
    expect(findings.find(({ step }) => step === 'printer')?.what).toContain('PDF');
    // What could not be examined needs nobody.
    expect(findings.map(({ level }) => level)).not.toContain('skip');
    expect(code.text).toBe('DOCA100X150');
    // A start, eleven signs at most, a check and a stop, each of eleven modules, and two more at
    // the end.
    expect(code.bars.reduce((sum, width) => sum + width, 0) % 11).toBe(2);
  });

  it('says nothing of an ERP in training', async () => {
    const station = await connectedWorkstation({ shipments: 1 });
    onTestFinished(() => station.close());
    valueOf(await station.ask('training.start'));
    const { findings } = valueOf(await station.ask('bench.look'));
    expect(findings.length).toBeGreaterThan(2);
    expect(findings.filter(({ what }) => /\bERP\b/i.test(what))).toEqual([]);
  });

  it('ends with a sheet that is only then called ready when each step was done', async () => {
    const station = await connectedWorkstation({ shipments: 1 });
    onTestFinished(() => station.close());
    const read = async (): Promise<string> => {
      valueOf(await station.ask('bench.sheet'));
      return execFileSync('pdftotext', ['-layout', station.opened.at(-1)!, '-'], {
        encoding: 'utf8',
      });
    };
    const steps = {
      erp: told('done', 'Depósito Modelo'),
      printer: told('skipped', 'Zebra: sem nitidez.'),
    };
    valueOf(
      await station.ask('settings.change', { change: { benchSetup: { offered: true, steps } } }),
    );
    const first = await read();
    expect(first).toContain('Esta bancada ainda não está pronta');
    for (const words of ['Depósito Modelo', 'Zebra: sem nitidez.', 'pulado', 'falta'])
      expect(first).toContain(words);
    const rest = {
      printer: told('done', ''),
      scanner: told('done', ''),
      screen: told('done', ''),
      people: told('done', ''),
    };
    const change = {
      benchSetup: { offered: true, steps: { ...steps, ...rest } },
      stationName: 'Bancada 2',
    };
    valueOf(await station.ask('settings.change', { change }));
    const second = await read();
    expect(second).toContain('Bancada 2');
    expect(second).not.toMatch(/pulado|falta$/m);
  });

  it('keeps the signature free, however much was said at its steps', async () => {
    const words = {
      language: 'pt-BR',
      station: 'Bancada 2',
      version: '1.0',
      findings: [],
    } as const;
    for (const lines of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const steps = benchSteps.map((step) => ({ step, ...told('done', 'Zebra\n'.repeat(lines)) }));
      const { pdf } = await drawBenchSheet({ ...words, steps });
      expect(lowestMm(readPages(pdf))).toBeLessThan(273);
    }
  });

  it('goes on with a second page before the words would reach the signature', async () => {
    const findings = Array.from({ length: 12 }, () => ({
      step: 'erp' as const,
      level: 'warn' as const,
      what: 'O relógio deste computador está dois minutos adiantado em relação ao do ERP.',
      next: 'Ligue o ajuste automático da hora nas configurações do sistema, ou peça isso à TI.',
    }));
    const steps = benchSteps.map((step) => ({ step, ...told('done', 'Zebra na bancada 2') }));
    const words = { language: 'pt-BR', station: 'Bancada 2', version: '1.0', steps } as const;
    const { pdf } = await drawBenchSheet({ ...words, findings });
    const pages = readPages(pdf);
    expect(pages.join('').match(/relógio</g)).toHaveLength(findings.length);
    expect(pages).toHaveLength(2);
    expect(lowestMm(pages)).toBeLessThan(273);
    expect(pages.map((one) => one.includes('Conferido'))).toEqual([false, true]);
  });
});
