import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Duplicates } from '../../src/main/dispatch/state/duplicates.ts';
import {
  addToDifference,
  compareLists,
  wasShown,
} from '../../src/main/dispatch/model/grouping-merge.ts';
import { readRefusal } from '../../src/main/erp/index.ts';
import { readLabelRefusal } from '../../src/main/dispatch/collect/label-refusal.ts';
import { makeFileName } from '../../src/main/dispatch/print/file-name.ts';
import { mapAtOnce, Pool } from '../../src/main/dispatch/collect/pool.ts';
import { TokenGate } from '../../src/main/dispatch/collect/token-gate.ts';
import type { GroupingDifference, Shipment } from '#shared/domain/records.ts';
import { failed, fault, ok } from '#shared/faults/faults.ts';
import { pass, refusals, shipment } from './support/fakes.ts';
import { readableCharacter } from '../support/any-text.ts';

const ids = (shipments: readonly Shipment[] = []): number[] =>
  shipments.map(({ id }) => id).sort((a, b) => a - b);

describe('additions and removals', () => {
  const lists = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 8 })), {
    minLength: 1,
    maxLength: 6,
  });

  test('the sum of all changes is the difference between the first list and the last', () => {
    fc.assert(
      fc.property(lists, ([first = [], ...later]) => {
        let known = first.map((id) => shipment(id));
        let difference: GroupingDifference | null = null;
        for (const list of later) {
          const change = compareLists(
            known.map((one) => ({ shipment: one })),
            list.map((id) => shipment(id)),
          );
          difference = addToDifference(difference, change);
          known = [...change.list];
        }
        const last = new Set(ids(known));
        const start = new Set(first);
        expect(ids(difference?.added)).toEqual(
          [...last].filter((id) => !start.has(id)).sort((a, b) => a - b),
        );
        expect(ids(difference?.removed)).toEqual(
          [...start].filter((id) => !last.has(id)).sort((a, b) => a - b),
        );
        expect(wasShown(difference, difference)).toBe(true);
        expect(wasShown(difference, null)).toBe(difference === null);
      }),
    );
  });
});

describe('reissued labels', () => {
  const make = (
    trackingCode: string | null,
    carrier: number | null = 1,
    quantity: number | null = 1,
  ): Shipment => {
    const { logistics, volume, ...rest } = shipment(1);
    const by = { id: carrier, name: null };
    return {
      ...rest,
      logistics: { ...logistics!, trackingCode, carrier: by },
      volume: { ...volume!, quantity },
    };
  };

  test.each([
    ['another tracking code', make('AA1'), make('AA2'), true],
    ['a tracking code that is gone', make('AA1'), make(null), true],
    ['a tracking code that is there now', make(null), make('AA1'), false],
    ['a blank that is filled', make(''), make('AA1'), false],
    ['another carrier', make('AA1', 1), make('AA1', 2), true],
    ['a carrier that is told now', make('AA1', null), make('AA1', 2), false],
    ['more volumes', make('AA1', 1, 1), make('AA1', 1, 2), true],
    ['nothing of that', make('AA1'), { ...make('AA1'), status: 'B' }, false],
  ])('%s', (_name, before, now, expected) => {
    expect(compareLists([{ shipment: before }], [now]).changed).toEqual(expected ? [now] : []);
  });

  test('is shown once for each change, and not for added or removed ones', () => {
    const change = (now: Shipment) => ({ added: [], removed: [], changed: [now] });
    const first = addToDifference(null, change(make('AA2')));
    expect(first?.changed).toEqual([make('AA2')]);
    const second = addToDifference(first, change(make('AA3')));
    expect(second?.changed).toEqual([make('AA3')]);
    expect(wasShown(first, first)).toBe(true);
    expect(wasShown(second, first)).toBe(false);
    const gone = addToDifference(second, { added: [], removed: [make('AA3')], changed: [] });
    expect(gone).toEqual({ added: [], removed: [make('AA3')], changed: [] });
    const came = addToDifference(null, { added: [make('AA1')], removed: [], changed: [] });
    expect(addToDifference(came, change(make('AA2')))).toEqual({
      added: [make('AA2')],
      removed: [],
      changed: [],
    });
  });
});

describe('duplicates', () => {
  test('who is one does not depend on the order of arrival', () => {
    const labels = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(labels, fc.infiniteStream(fc.nat()), (keys, dice) => {
        const arrived = keys.map((_, id) => id);
        for (let at = arrived.length - 1; at > 0; at -= 1) {
          const other = Number(dice.next().value) % (at + 1);
          [arrived[at], arrived[other]] = [arrived[other]!, arrived[at]!];
        }
        const duplicates = new Duplicates();
        for (const id of arrived) duplicates.set(id, new Set(keys[id]!.map(String)));
        const before = (other: number, self: number): boolean => other < self;
        for (const [id, own] of keys.entries()) {
          const shared = keys
            .slice(0, id)
            .some((earlier) => earlier.some((key) => own.includes(key)));
          expect(duplicates.isDuplicate(id, before)).toBe(shared);
        }
      }),
    );
  });

  test('lists the possibly affected shipments, also the removed ones', () => {
    const duplicates = new Duplicates();
    duplicates.set(1, new Set(['a']));
    expect([...duplicates.set(2, new Set(['a', 'b']))]).toEqual([1]);
    expect([...duplicates.set(1, new Set())]).toEqual([2]);
    expect(duplicates.isDuplicate(2, () => true)).toBe(false);
  });
});

describe("the ERP's refusals of labels", () => {
  test.each([
    ['Agrupamento ainda não foi concluído', 'label-after-conclusion'],
    ['AGRUPAMENTO AINDA NAO FOI CONCLUIDO.', 'label-after-conclusion'],
    ['O agrupamento não concluído não tem etiquetas', 'label-after-conclusion'],
    ['A expedição ainda não foi concluída', 'label-after-conclusion'],
    ['É necessário concluir o agrupamento para gerar as etiquetas', 'label-after-conclusion'],
    ['As etiquetas serão geradas após a conclusão da expedição', 'label-after-conclusion'],
    ['Finalize o agrupamento antes de imprimir', 'label-after-conclusion'],
    ['Etiquetas disponíveis somente depois do fechamento do lote', 'label-after-conclusion'],
    ['Agrupamento já concluído', 'validation'],
    ['Url das etiquetas não encontrada', 'validation'],
    ['O destinatário deve ter um CEP', 'validation'],
    ['Não foi possível enviar a lista de postagem', 'validation'],
  ])('%s', (erpMessage, kind) => {
    const read = readLabelRefusal(fault('validation', { status: 400, erpMessage }), false);
    expect(read).toMatchObject({ kind, erpMessage });
  });

  test.each([
    ['Agrupamento já concluído', true],
    ['Este agrupamento já foi concluído em 20/11.', true],
    ['O AGRUPAMENTO JA ESTA FINALIZADO', true],
    ['Já não pode ser concluído', false],
    ['Agrupamento ainda não foi concluído', false],
    ['Não foi possível concluir', false],
    ['Falta etiqueta. O agrupamento foi concluído', false],
  ])('of a conclusion: %s', (message, concluded) => {
    const inDetails = { erpMessage: 'Erro de validação', erpDetails: [{ field: 'id', message }] };
    for (const said of [{ erpMessage: message }, inDetails])
      expect(readRefusal(fault('validation', said)) === 'concluded').toBe(concluded);
  });

  test.each([
    'Forma de envio não possui recurso de etiquetas',
    'Forma de envio NÃO possui recurso de etiquetas.',
    'Não foi possível obter as etiquetas em sua plataforma e-commerce',
  ])('the label is in the panel, also if only the details say so: %s', (message) => {
    const inDetails = {
      erpMessage: 'Erro de validação',
      erpDetails: [{ field: 'formaEnvio', message }],
    };
    for (const said of [{ erpMessage: message }, inDetails]) {
      const read = readLabelRefusal(
        fault('validation', { status: 400, reached: 'yes', ...said }),
        false,
      );
      expect(read).toMatchObject({ kind: 'label-in-panel', detail: null, ...said });
    }
  });

  test.each([
    ['Mercado Envios Coleta', 'Mercado Livre'],
    ['MERCADO LIVRE - Flex', 'Mercado Livre'],
    ['Shopee Xpress', 'Shopee'],
    ['Amazon DBA', 'Amazon'],
    ['Magalu Entregas', 'Magalu'],
    ['SHEIN', 'Shein'],
    ['TikTok Shop', 'TikTok Shop'],
    ['Retirada na loja', null],
    [null, null],
  ])('the panel of %s is that of %s', (name, detail) => {
    expect(readLabelRefusal(refusals.noLabels, false, { id: 3, name }).detail).toBe(detail);
  });

  test('once the grouping is concluded, the label is still being made', () => {
    const { erpMessage } = refusals.notConcluded;
    const read = readLabelRefusal(refusals.notConcluded, true);
    expect(read).toMatchObject({ kind: 'label-not-yet', erpMessage });
  });

  test('words in place of links are kept, and may be others at the next try', () => {
    const said = fault('validation', {
      status: 200,
      reached: 'yes',
      erpMessage: 'Etiqueta em processamento',
    });
    expect(readLabelRefusal(said, false)).toEqual({ ...said, kind: 'label-missing' });
  });

  test('only a refusal is read this way', () => {
    const server = fault('server', { status: 500, erpMessage: 'ainda não foi concluído' });
    expect(readLabelRefusal(server, false)).toEqual(server);
  });
});

test('the file name is valid on every system', () => {
  expect(makeFileName({ id: 7, identification: 'Rota/Sul: "A"?' })).toBe('Rota-Sul- -A-7');
  expect(makeFileName({ id: 7, identification: null })).toBe('agrupamento-7');
  expect(makeFileName({ id: 7, identification: '../..' })).toBe('agrupamento-7');
  expect(makeFileName({ id: 7, identification: '_' })).toBe('agrupamento-7');
  // Windows takes the part before the first point for a device.
  expect(makeFileName({ id: 7, identification: 'CON.1' })).toBe('agrupamento-CON.1-7');
  expect(makeFileName({ id: 7, identification: 'lpt³ . x' })).toBe('agrupamento-lpt³ . x-7');
  expect(makeFileName({ id: 7, identification: 'CON' })).toBe('CON-7');
  // The longest text of three bytes a letter.
  expect(makeFileName({ id: 7, identification: `A${'字'.repeat(69)}` })).toBe(
    `A${'字'.repeat(53)}-7`,
  );
  const device = fc.constantFrom('CON', 'prn', 'AUX', 'nul', 'COM1', 'com¹', 'LPT9', 'CONIN$');
  const texts = fc.oneof(
    fc.string({ unit: readableCharacter, maxLength: 300 }),
    fc.integer({ min: 0, max: 99 }).map((length) => `x${'𝐀'.repeat(length)}`),
    fc
      .array(fc.constantFrom('𠀀', 'é', 'a', ' ', '.', '😀'), { minLength: 60, maxLength: 90 })
      .map((all) => all.join('')),
    fc
      .tuple(fc.constantFrom('', ' ', '.'), device, fc.constantFrom('', '.', ' .', '.1', '. ', ' '))
      .map((all) => all.join('')),
  );
  fc.assert(
    fc.property(texts, (identification) => {
      const name = makeFileName({ id: 12, identification });
      expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*-12$/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255 - '-partial (99).pdf'.length);
      expect(name.isWellFormed()).toBe(true);
      expect(`${name}.pdf`).not.toMatch(
        /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *\./i,
      );
    }),
  );
});

test('the pool runs this many together, in their order, also after a failure', async () => {
  const pool = new Pool(2);
  const started: number[] = [];
  let running = 0;
  const results = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((id) =>
      pool.run(async () => {
        started.push(id);
        running += 1;
        expect(running).toBeLessThanOrEqual(2);
        await pass(1);
        running -= 1;
        if (id === 2) throw new Error('no');
        return id;
      }),
    ),
  );
  expect(started).toEqual([1, 2, 3, 4, 5]);
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
});

describe('the token gate', () => {
  test('a refusal that a newer token already answers does not close the gate', async () => {
    const gate = new TokenGate();
    const answers = [failed(fault('unauthorized')), ok('there')];
    const asked = gate.ask(async () => {
      const answer = answers.shift()!;
      await pass(5);
      return answer;
    }, new AbortController().signal);
    await pass(0);
    gate.open();
    expect(await asked).toEqual(ok('there'));
  });

  test('other refusals pass', async () => {
    const gate = new TokenGate();
    const answer = failed(fault('forbidden'));
    expect(await gate.ask(() => Promise.resolve(answer), new AbortController().signal)).toEqual(
      answer,
    );
    expect(gate.closed).toBe(false);
  });
});

test('work at once: after a failure the rest comes to its end, and the first one’s error is thrown', async () => {
  const ended: number[] = [];
  const work = mapAtOnce(3, [1, 2, 3], async (id) => {
    await pass(id === 2 ? 0 : 3);
    if (id === 2) throw new Error('second');
    ended.push(id);
  });
  await expect(work).rejects.toThrow('second');
  expect(ended.toSorted()).toEqual([1, 3]);
  const both = mapAtOnce(2, [2, 1], async (id) => {
    await pass(id);
    throw new Error(String(id));
  });
  await expect(both).rejects.toThrow('2');
});
