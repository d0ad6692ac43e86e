import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { drawCommandSheet } from '../../src/main/papers/command-sheet-pdf.ts';
import { commands, scanCommands, writeBadge } from '#shared/codes.ts';
import { languages } from '#shared/faults/languages.ts';
import { popplerRasterise, scan } from '../printing/support/raster.ts';
import { describeWithTools } from '../support/tools.ts';
import {
  connectedWorkstation,
  openWorkstation,
  printRequest,
  readHistory,
  isSettled,
  valueOf,
} from '../desk/support/harness.ts';

describeWithTools(['pdftoppm', 'pdftotext', 'pdfinfo', 'qpdf'], 'the command sheet', () => {
  const dir = mkdtempSync(join(tmpdir(), 'doca-commands-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  it.each(languages)(
    'can be scanned as an office printer prints it, and names every command in %s',
    async (language) => {
      const path = join(dir, `${language}.pdf`);
      const { pdf } = await drawCommandSheet(language);
      writeFileSync(path, pdf);
      execFileSync('qpdf', ['--check', path]);
      expect(execFileSync('pdfinfo', [path], { encoding: 'utf8' })).toMatch(
        /Pages:\s+1\n[^]*\(A4\)/,
      );
      const wanted = Object.values(commands)
        .map(({ code }) => code)
        .map((code) => `Code128 ${code}`);
      for (const dpi of [200, 600]) {
        expect(await scan((await popplerRasterise(path, 1, dpi))!)).toEqual(wanted.toSorted());
      }
      const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
      for (const command of scanCommands) {
        expect(text).toContain(commands[command][language]);
        expect(text).toContain(commands[command].code);
      }
      expect(Buffer.from((await drawCommandSheet(language)).pdf).equals(pdf)).toBe(true);
    },
  );

  it('never has two codes on one level line, which a scanner could mix up', async () => {
    const path = join(dir, 'level.pdf');
    writeFileSync(path, (await drawCommandSheet('pt-BR')).pdf);
    const { width, height, gray } = (await popplerRasterise(path, 1, 100))!;
    const across = Math.floor(width / 2);
    /** Dark 2 mm above, here and 2 mm below: true for bars, and for almost no part of a letter. */
    const upright = (x: number, y: number): boolean =>
      [-8, 0, 8].every((by) => gray[(y + by) * width + x]! < 128);
    const bars = (y: number, from: number): boolean => {
      const columns = Array.from({ length: across }, (_, x) => upright(from + x, y));
      return columns.filter(Boolean).length > 40;
    };
    const rows = Array.from({ length: height }, (_, y) => [bars(y, 0), bars(y, across)] as const);
    expect(rows.filter(([left]) => left).length).toBeGreaterThan(150);
    expect(rows.filter(([, right]) => right).length).toBeGreaterThan(150);
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

describeWithTools(['pdftotext'], 'badges', () => {
  it('distinguish two people with names that begin alike, on paper, at the bench and in the history', async () => {
    const station = await connectedWorkstation({ shipments: 2 });
    const { groupingId, home, tokens, opened, events } = station;
    const names = [
      'Maria Aparecida dos Santos',
      'Maria Aparecida dos Reis',
      `João${' Sebastião da Conceição'.repeat(3)}`,
    ];
    try {
      const badges = valueOf(
        await station.ask('operator.badges', { badges: names.map((name) => ({ id: null, name })) }),
      );
      expect(badges.map(({ name }) => name)).toEqual(names);
      const path = opened.at(-1)!;
      const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).replace(
        /\s+/g,
        ' ',
      );
      for (const word of names.flatMap((name) => name.split(' '))) expect(text).toContain(word);
      const wanted = badges.map(({ id }) => `Code128 ${writeBadge(id)}`);
      expect(await scan((await popplerRasterise(path, 1, 200))!)).toEqual(wanted.toSorted());

      valueOf(await station.ask('job.open', { groupingId }));
      await station.until(groupingId, isSettled);
      for (const [index, { id, name }] of badges.slice(0, 2).entries()) {
        const operator = { id, name };
        expect(
          valueOf(
            await station.ask('operator.set', {
              badge: ` ]C0${writeBadge(id).toLowerCase()}`.trim(),
            }),
          ),
        ).toEqual(operator);
        expect(events.findLast(({ channel }) => channel === 'operator.changed')?.payload).toEqual(
          operator,
        );
        const place = [index + 1, index + 1] as const;
        valueOf(
          await station.ask(
            'print.start',
            await printRequest(station, groupingId, place, { printer: 'PDF' }),
          ),
        );
      }
      const people = (await readHistory(station)).flatMap(({ kind, person }) =>
        kind === 'printed' ? [person] : [],
      );
      expect(people.toSorted()).toEqual([names[1], names[0]]);

      // The same name twice is refused, however it is written; a badge that was printed stays good
      // as long as it is listed.
      const twice = [...badges, { id: null, name: 'maria aparecida  DOS REIS' }];
      expect(await station.ask('operator.badges', { badges: twice })).toMatchObject({
        fault: { kind: 'badge-twice' },
      });
      expect(await station.ask('operator.set', { badge: 'AB123456785BR' })).toMatchObject({
        fault: { kind: 'invalid-input' },
      });
      await station.desk.close();
      const again = await openWorkstation(home, tokens);
      const [santos, reis] = badges;
      const left = [
        { id: null, name: santos!.name },
        { id: null, name: 'Beto' },
      ];
      expect(valueOf(await again.ask('operator.badges', { badges: left }))[0]).toEqual(santos);
      expect(await again.ask('operator.set', { badge: writeBadge(reis!.id) })).toMatchObject({
        fault: { kind: 'badge-unknown' },
      });
      await again.close();
    } finally {
      await station.close();
    }
  });
});
