import { describe, expect, it } from 'vitest';
import { fault, faultKinds, faultText, jobStates, labelStates, languages } from '../../src/shared/index.ts';
import { messages } from '../../src/renderer/i18n/index.ts';
import { groupFailures } from '../../src/renderer/grouping/failure-groups.ts';
import { placeDetails } from '../../src/renderer/office/office.ts';
import { ProgressMeter } from '../../src/renderer/job/progress.ts';
import { parseId, parseScreen, formatLink } from '../../src/renderer/app/screens.ts';
import type { Screen } from '../../src/renderer/app/screens.ts';
import { findCommand, nameKeys, shortcuts, isSign } from '../../src/renderer/app/shortcuts.ts';
import type { Command } from '../../src/renderer/app/shortcuts.ts';
import { makeRow, noLabel, readyLabel } from './fake-data.ts';

/** Every text of a language, functions called with figures and names. */
function texts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function')
    return [1, 2].map((n) => [`${path}(${n})`, String((value as (...a: unknown[]) => unknown)(n, n))]);
  return Object.entries(value as object).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

describe('the words', () => {
  const byLanguage = languages.map((language) => ({ language, all: texts(messages[language]) }));

  it('are there in every language for the same places, none empty', () => {
    const [first, ...others] = byLanguage.map(({ all }) => all.map(([path]) => path));
    for (const other of others) expect(other).toEqual(first);
    for (const { all } of byLanguage) expect(all.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('are not the same in both, but for names and signs', () => {
    const [pt, en] = byLanguage.map(({ all }) => new Map(all));
    const same = [...pt!].filter(([path, text]) => en!.get(path) === text && /[a-z]{4}/.test(text));
    expect(same.map(([path]) => path.replace(/\(.*/, ''))).toEqual([
      '.table.column.volume',
      '.details.volume',
      '.settings.languages.pt-BR',
      '.settings.languages.en',
      '.shortcuts.keys.shiftArrows',
    ]);
  });

  it('have a name for every state and a sentence for every fault', () => {
    for (const language of languages) {
      for (const state of jobStates) expect(messages[language].states[state]).toBeTruthy();
      for (const state of labelStates) expect(messages[language].label[state]).toBeTruthy();
      for (const kind of faultKinds) expect(faultText(kind, language).next).toBeTruthy();
    }
  });

  it('count one and many differently', () => {
    expect(messages['pt-BR'].steps.print(1)).toBe('Imprimir 1 etiqueta');
    expect(messages['pt-BR'].steps.print(1200)).toBe('Imprimir 1.200 etiquetas');
    expect(messages.en.steps.retry(3)).toBe('Retry 3 labels');
    expect(messages.en.steps.printReady(12)).toBe('Print the 12 ready labels');
  });
});

describe('routes', () => {
  it('come back from the address they were written to', () => {
    const routes: Screen[] = [
      { name: 'desk' },
      { name: 'office' },
      { name: 'grouping', groupingId: 12, shipmentId: null },
      { name: 'grouping', groupingId: 12, shipmentId: 34 },
      { name: 'print', groupingId: 12, selected: true },
      { name: 'check', groupingId: 12 },
    ];
    for (const route of routes) expect(parseScreen(formatLink(route))).toEqual(route);
  });

  it('lead to the desk from anywhere that is not', () => {
    for (const hash of ['', '#/', '#/nowhere', '#/grouping/abc', '#/grouping/-1', '#/check']) {
      expect(parseScreen(hash)).toEqual({ name: 'desk' });
    }
  });

  it('take ids as people type and scan them', () => {
    expect([' 0012 ', '#77', '12a', '', '0', '1234567890123456'].map(parseId)).toEqual([
      12,
      77,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('shortcuts', () => {
  const press = (key: string, more = {}): Parameters<typeof findCommand>[0] => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
  });

  it('are each one command only', () => {
    const names = (Object.keys(shortcuts) as Command[]).flatMap((command) => nameKeys(command, 'linux'));
    expect(new Set(names).size).toBe(names.length);
  });

  it('hear Ctrl and Command alike, and nothing with Alt', () => {
    expect(findCommand(press('F9'))).toBe('primary');
    expect(findCommand(press('Enter', { ctrlKey: true }))).toBe('primary');
    expect(findCommand(press('Enter', { metaKey: true }))).toBe('primary');
    expect(findCommand(press('Enter'))).toBeNull();
    expect(findCommand(press('F', { ctrlKey: true }))).toBe('find');
    expect(findCommand(press('F9', { altKey: true }))).toBeNull();
  });

  it('look at Shift only where it makes another command', () => {
    expect(findCommand(press('p', { ctrlKey: true }))).toBe('print-these');
    expect(findCommand(press('P', { ctrlKey: true, shiftKey: true }))).toBe('print-from-here');
    expect(findCommand(press('F', { ctrlKey: true, shiftKey: true }))).toBe('find');
    expect(findCommand(press('?', { shiftKey: true }))).toBe('shortcuts');
    expect(findCommand(press('P', { shiftKey: true }))).toBeNull();
    expect(nameKeys('print-from-here', 'linux')).toEqual(['Ctrl+Shift+P']);
    expect(nameKeys('print-from-here', 'darwin')).toEqual(['⇧⌘P']);
  });

  it('know which keys belong to a field', () => {
    expect(isSign(press('?'))).toBe(true);
    expect(isSign(press('z', { ctrlKey: true }))).toBe(false);
    expect(isSign(press('F1'))).toBe(false);
  });

  it('print the key of the machine on the button', () => {
    expect(nameKeys('undo', 'linux')).toEqual(['Ctrl+Z']);
    expect(nameKeys('undo', 'darwin')).toEqual(['⌘Z']);
  });
});

describe('failures', () => {
  it('come together by reason, the most common first, without what was accepted', () => {
    const failed = (kind: 'label-network' | 'label-missing', erpMessage: string | null = null) =>
      ({
        ...noLabel,
        state: 'failed',
        fault: fault(kind, { erpMessage }),
        retryable: kind === 'label-network',
      }) as const;
    const rows = [
      makeRow(1, failed('label-missing', 'um')),
      makeRow(2, failed('label-network')),
      makeRow(3, failed('label-network')),
      makeRow(4, failed('label-missing', 'dois')),
      makeRow(5, { ...failed('label-network'), accepted: true }),
      makeRow(6, { ...noLabel, state: 'none' }),
      makeRow(7, readyLabel),
    ];
    const groups = groupFailures(rows).map(({ shipmentIds, kind, retryable }) => [shipmentIds.length, kind, retryable]);
    expect(groups[0]).toEqual([2, 'failed', true]);
    expect(groups.slice(1)).toEqual([
      [1, 'failed', false],
      [1, 'failed', false],
      [1, 'without', false],
    ]);
  });
});

describe("the ERP's details", () => {
  const details = [
    { field: 'situacao', message: 'a' },
    { field: 'idOrdemServico', message: 'b' },
    { field: '[1].descricao', message: 'c' },
    { field: 'marcadores.0.descricao', message: 'd' },
    { field: 'cliente', message: 'e' },
  ];

  it('go to the field they mean', () => {
    expect(placeDetails('add-tags', details, 2)).toEqual({
      id: ['b'],
      status: [],
      tags: { 1: ['c'], 0: ['d'] },
      others: [details[0], details[4]],
    });
    expect(placeDetails('set-status', details, 1)).toMatchObject({ id: ['b'], status: ['a'], tags: {} });
  });

  it('are listed when the form has no such field', () => {
    expect(placeDetails('delete-tags', details, 1).others).toHaveLength(4);
    expect(placeDetails('add-tags', details, 1).others).toContainEqual(details[2]);
  });
});

describe('the progress meter', () => {
  it('tells speed and time left from what was done lately', () => {
    const meter = new ProgressMeter();
    expect(meter.read(0, 100)).toEqual({ perSecond: null, secondsLeft: null });
    for (let second = 0; second <= 10; second += 1) meter.add(second * 1000, second * 4);
    expect(meter.read(10_000, 100)).toEqual({ perSecond: 4, secondsLeft: 15 });
  });

  it('forgets how slow it was long ago', () => {
    const meter = new ProgressMeter();
    for (let second = 0; second <= 60; second += 1) meter.add(second * 1000, second < 30 ? 0 : (second - 30) * 2);
    expect(meter.read(60_000, 100).perSecond).toBeCloseTo(2, 1);
  });

  it('begins anew when a job is collected again', () => {
    const meter = new ProgressMeter();
    meter.add(0, 90);
    meter.add(5000, 3);
    expect(meter.read(5500, 100).perSecond).toBeNull();
  });
});
