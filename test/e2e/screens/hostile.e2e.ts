import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/training-erp/index.ts';
import { ask } from '../bridge.ts';
import { Station } from '../support/station.ts';
import { groupingIdOf } from '../../../src/training-erp/index.ts';

/** What the screen must show of them, character by character. */
const markup = [
  '<img src=x onerror="document.title=1"><script>document.title=2</script><b>bold</b>&lt;i&gt;',
  'javascript:document.title=3',
  '{{7*7}} ${7*7} %s %n',
];

/** Wide ones, and high ones. */
const letters = (wide: number, high: number): string => `${'ﷺ'.repeat(wide)} ${'Z̷̧̢͖͔̝̞̀́̕͠ '.repeat(high)}`;

/**
 * Texts that an ERP, or an attacker who writes into it, could send in every text field of every
 * answer.
 */
const hostile = {
  // A line shows its beginning alone, and Doca keeps the beginning of a long text: there are both.
  'letters and markup': `\u202Ee\u2066\u2067x\u200F\u0000\u0007\uFFFE ${letters(1, 1)}${markup.join(' ')} \r\n\t"'\` ${letters(200, 100)}`,
  long: 'W'.repeat(10_000),
};

const id = groupingIdOf(0);
let station: Station;
beforeAll(async () => {
  station = await Station.start();
});
afterAll(() => station.close());
afterEach(async () => {
  // The page reported no problem, so no violation of its policy, and none of the sent scripts ran.
  await station.expectQuiet();
  expect(await station.page.title()).toBe('Doca');
});

/** Replaces every string in the body except those that the next request is made of. */
function replaced(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((one) => replaced(one, text));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, text)]));
}

async function hostileErp(text: string): Promise<Sandbox> {
  const erp = await station.sandbox({ shipments: 6, groupings: 1 });
  const change = (body: unknown): unknown => replaced(body, text);
  for (const on of ['agrupamento', 'info', 'venda'] as const)
    erp.inject({ on, fault: { type: 'mutate', change } });
  const answer = { mensagem: text, detalhes: [{ campo: text, mensagem: text }] };
  const body = JSON.stringify(answer);
  for (const [on, shipment] of [
    ['etiquetas', 1],
    ['situacao', undefined],
  ] as const) {
    erp.inject({
      on,
      ...(shipment === undefined ? {} : { shipment }),
      fault: { type: 'status', status: 400, headers: { 'content-type': 'application/json' }, body },
    });
  }
  return erp;
}

/**
 * The layout holds: the document does not scroll, visible elements are not covered, and rows keep
 * their height.
 */
async function expectShape(): Promise<void> {
  const shape = await station.page.evaluate(() => {
    const primary = document.querySelector('button.primary')!.getBoundingClientRect();
    return {
      beyond: [
        document.documentElement.scrollWidth - innerWidth,
        document.documentElement.scrollHeight - innerHeight,
      ],
      // Only the table may be wider than its place.
      sideways: [...document.querySelectorAll('main *')]
        .filter(
          (one) =>
            one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'auto',
        )
        .filter((one) => !one.matches('.table'))
        .map((one) => `${one.tagName}.${one.className}`),
      rows: [
        ...new Set(
          [...document.querySelectorAll('[role=grid] .row')].map(
            (row) => row.getBoundingClientRect().height,
          ),
        ),
      ],
      primary: [
        Math.round(innerWidth - primary.right),
        Math.round(innerHeight - primary.bottom),
        primary.height,
      ],
      elements: document.querySelectorAll('main img, main script, main b, main i').length,
      links: [...document.querySelectorAll('a')]
        .map((link) => link.getAttribute('href'))
        .filter((to) => !to?.startsWith('#/')),
    };
  });
  expect(shape).toEqual({
    beyond: [0, 0],
    sideways: [],
    rows: shape.rows.length === 0 ? [] : [40],
    primary: [0, 0, 80],
    elements: 0,
    links: [],
  });
}

describe.each(Object.entries(hostile))('%s in every field', (name, text) => {
  it('is text, on every screen, and breaks nothing', async () => {
    const { page } = station;
    const erp = await hostileErp(text);
    const { baseUrl, token } = erp;
    await ask(page, 'connection.forget');
    await station.go('#/connect');
    await page.getByRole('button', { name: /^Tenho um token/ }).click();
    await page.getByLabel('Endereço da API').fill(baseUrl);
    await page.getByLabel('Token de acesso').fill(token);
    await station.press('Testar a conexão');
    await station.text('O ERP respondeu como');
    await expectShape();
    await station.press('Salvar e começar');
    await station.field('Leia ou digite o número do agrupamento').waitFor();

    await station.open(id);
    await page.getByRole('region', { name: 'Etiquetas com problema' }).waitFor();
    const row = await page.locator('.row').first().textContent();
    for (const part of name === 'long' ? [] : markup) expect(row).toContain(part);
    await expectShape();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Detalhes da expedição' }).waitFor();
    await expectShape();

    // An address that is no https link is not opened.
    const shipmentId = await firstShipment();
    const tracking = await ask(page, 'job.open-tracking', { groupingId: id, shipmentId });
    expect(tracking).toMatchObject({ ok: false });
    expect(await station.takeWayOut()).toEqual([]);
    await station.go(`#/check/${id}`);
    await station.on('check');
    await station.scan('102340');
    await station.text('Etiqueta não impressa');
    await expectShape();
    // By a person's word it counts, and the history has it.
    await station.countDespite();
    await station.checked(id, 1);
    await station.go(`#/conclude/${id}`);
    await station.on('conclude');
    await expectShape();
    await station.go('#/desk');
    await station.text('A terminar');
    await expectShape();
    await station.go('#/history');
    await page.getByRole('table').waitFor();
    await expectShape();
    await station.go('#/office');
    await station.field(/^Número/).fill('2001');
    await station.press('Mudar a situação');
    await station.press(/^Confirmar/);
    await station.text('O ERP recusou a solicitação.');
    await expectShape();
    expect(await ask(page, 'manifest.open', { groupingId: id })).toMatchObject({ ok: true });
    expect(await station.takeWayOut()).toHaveLength(1);
  });
});

async function firstShipment(): Promise<number> {
  const open = await ask(station.page, 'job.open', { groupingId: id });
  if (!open.ok) throw new Error(open.fault.kind);
  return open.value.snapshot.shipments[0]!.shipment.id;
}

describe('the tracking link', () => {
  it('opens in the browser if it is https, and is refused otherwise', async () => {
    const erp = await station.sandbox({ shipments: 5, groupings: 1 });
    const addresses = [
      'https://rastreio.example.com/A1',
      'javascript:alert(1)',
      'http://rastreio.example.com/A1',
      'file:///etc/passwd',
      'https://user:secret@rastreio.example.com/',
    ];
    erp.inject({
      on: 'agrupamento',
      fault: {
        type: 'mutate',
        change(body) {
          const grouping = structuredClone(body) as {
            expedicoes: { logistica: { urlRastreio: string } }[];
          };
          for (const [index, one] of grouping.expedicoes.entries())
            one.logistica.urlRastreio = addresses[index]!;
          return grouping;
        },
      },
    });
    await ask(station.page, 'connection.save', { baseUrl: erp.baseUrl, token: erp.token });
    await station.open(id);
    const open = await ask(station.page, 'job.open', { groupingId: id });
    if (!open.ok) throw new Error(open.fault.kind);
    const ids = open.value.snapshot.shipments.map(({ shipment }) => shipment.id);
    const answers: boolean[] = [];
    for (const shipmentId of ids) {
      answers.push(
        (await ask(station.page, 'job.open-tracking', { groupingId: id, shipmentId })).ok,
      );
    }
    expect(answers.slice(0, 4)).toEqual([true, false, false, false]);
    const opened = await station.takeWayOut();
    expect(opened[0]).toBe(addresses[0]);
    expect(opened.join()).not.toMatch(/javascript|http:|file:|secret/);
  });
});
