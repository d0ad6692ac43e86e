import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { drawCommandSheet } from '../../../src/main/desk/documents/command-sheet-pdf.ts';
import { commandCodes, commandNames, languages, scanCommands } from '../../../src/shared/index.ts';
import { popplerRasterise, scan } from '../../printing/support/raster.ts';
import { describeWithTools } from '../../support/tools.ts';
import { connectedWorkstation, valueOf } from '../support/harness.ts';

describeWithTools(['pdftoppm', 'pdftotext', 'pdfinfo', 'qpdf'], 'the command sheet', () => {
  const dir = mkdtempSync(join(tmpdir(), 'doca-commands-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  it.each(languages)(
    'can be scanned as an office printer prints it, and names every command in %s',
    async (language) => {
      const path = join(dir, `${language}.pdf`);
      const pdf = await drawCommandSheet(language);
      writeFileSync(path, pdf);
      execFileSync('qpdf', ['--check', path]);
      expect(execFileSync('pdfinfo', [path], { encoding: 'utf8' })).toMatch(/Pages:\s+1\n[^]*\(A4\)/);
      const wanted = Object.values(commandCodes).map((code) => `Code128 ${code}`);
      for (const dpi of [200, 600]) {
        expect(await scan((await popplerRasterise(path, 1, dpi))!)).toEqual(wanted.toSorted());
      }
      const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
      for (const command of scanCommands) {
        expect(text).toContain(commandNames[language][command]);
        expect(text).toContain(commandCodes[command]);
      }
      expect(Buffer.from(await drawCommandSheet(language)).equals(pdf)).toBe(true);
    },
  );

  it('never has two codes on one level line, which a scanner could mix up', async () => {
    const path = join(dir, 'level.pdf');
    writeFileSync(path, await drawCommandSheet('pt-BR'));
    const { width, height, gray } = (await popplerRasterise(path, 1, 100))!;
    const across = Math.floor(width / 2);
    /** What is dark 2 mm above, here and 2 mm below: bars, and hardly anything of a letter. */
    const upright = (x: number, y: number): boolean => [-8, 0, 8].every((by) => gray[(y + by) * width + x]! < 128);
    const bars = (y: number, from: number): boolean => {
      const columns = Array.from({ length: across }, (_, x) => upright(from + x, y));
      return columns.filter(Boolean).length > 40;
    };
    const rows = Array.from({ length: height }, (_, y) => [bars(y, 0), bars(y, across)] as const);
    expect(rows.filter(([left]) => left).length).toBeGreaterThan(180);
    expect(rows.filter(([, right]) => right).length).toBeGreaterThan(180);
    expect(rows.filter(([left, right]) => left && right)).toEqual([]);
  });

  it('is opened in the language of the screens, and not written again while it may be open', async () => {
    const station = await connectedWorkstation();
    try {
      valueOf(await station.ask('commands.sheet'));
      const [path] = station.opened;
      expect(path).toMatch(/folha-de-comandos\.pdf$/);
      expect(readFileSync(path!).subarray(0, 5).toString()).toBe('%PDF-');
      const before = statSync(path!).mtimeMs;
      valueOf(await station.ask('settings.change', { change: { language: 'en' } }));
      valueOf(await station.ask('commands.sheet'));
      expect(station.opened.at(-1)).toMatch(/command-sheet\.pdf$/);
      valueOf(await station.ask('settings.change', { change: { language: 'pt-BR' } }));
      await expect
        .poll(async () => {
          valueOf(await station.ask('commands.sheet'));
          return station.opened.at(-1);
        })
        .toBe(path);
      expect(statSync(path!).mtimeMs).toBe(before);
    } finally {
      await station.close();
    }
  });
});
