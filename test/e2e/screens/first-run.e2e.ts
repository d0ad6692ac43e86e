import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { cupsTools, startCups } from '../../support/cups.ts';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import { startNetworkPrinter } from '../../support/network-printer.ts';
import { describeWithTools } from '../../support/tools.ts';
import { ask } from '../bridge.ts';
import { Station } from '../support/station.ts';

let station: Station;
let erp: FaultySandbox;
/** Using a mouse would weaken these specs. */
const pointers: string[] = [];

beforeAll(async () => {
  station = await Station.start({ printer: null });
  erp = await station.sandbox({ shipments: 5, groupings: 1 });
  await station.page.exposeFunction('pointed', (what: string) => pointers.push(what));
  await station.page.evaluate(() => {
    const tell = (event: Event) =>
      void (Reflect.get(window, 'pointed') as (what: string) => unknown)(event.type);
    for (const type of ['pointerdown', 'mousedown'])
      window.addEventListener(type, tell, { capture: true });
  });
});
afterAll(() => station.close());
afterEach(async () => {
  await station.expectQuiet();
  expect(pointers).toEqual([]);
});

describe('from a blank machine to a concluded grouping', () => {
  it('connects after a wrong token, with the keyboard alone', async () => {
    const { page } = station;
    await page.getByRole('heading', { name: 'Como você quer começar?' }).waitFor();
    // The first door has the focus.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const [address, token] = [
      page.getByLabel('Endereço da API'),
      page.getByLabel('Token de acesso'),
    ];
    /**
     * An error shows at the field, which has the focus and its text selected, so typing replaces
     * it.
     */
    const typeAgain = async (field: typeof address, words: string, text: string): Promise<void> => {
      await station.text(words);
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
      expect(await field.getAttribute('aria-describedby')).toContain('-problem');
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.type(text);
      await expect.poll(() => page.getByText(words).count()).toBe(0);
      await page.keyboard.press('Enter');
    };
    await address.waitFor();
    // A key that waits says for what.
    await station.text('Falta o endereço');
    await page.keyboard.type('erp.exemplo/public-api/v3');
    await page.keyboard.press('Tab');
    await page.keyboard.type('not-the-token');
    await page.keyboard.press('Enter');
    await typeAgain(
      address,
      'Este endereço não está completo.',
      'http://erp.exemplo/public-api/v3',
    );
    await typeAgain(address, 'O endereço precisa começar com https://', erp.baseUrl);
    // The browser never checks, nor speaks, itself.
    expect(
      await page.evaluate(() => [...document.forms].every(({ noValidate }) => noValidate)),
    ).toBe(true);
    // The token is new here: it cannot have expired.
    await typeAgain(token, 'O ERP não aceita este token.', erp.token);
    expect(await page.getByText('não vale mais').count()).toBe(0);
    await station.text('O ERP respondeu como');
    expect(await ask(page, 'connection.get')).toMatchObject({ value: { hasToken: false } });
    await station.press('Salvar e começar');
    await expect.poll(() => station.hash).toBe('#/desk');
    // Only the ERP saw the token, and the page forgot it.
    expect(await page.content()).not.toContain(erp.token);
  });

  it('and ships a grouping with the keyboard alone', async () => {
    const { page } = station;
    const id = erp.firstGroupingId;
    await page.keyboard.type(String(id), { delay: 40 });
    await page.keyboard.press('Enter');
    await station.press('Imprimir 5 etiquetas');
    await page.getByRole('img', { name: /Prévia das páginas/ }).waitFor();
    await station.press('Imprimir 5 etiquetas', 'print');
    // The printer that was used is the workstation's printer from now on.
    await expect.poll(() => ask(page, 'settings.get')).toMatchObject({ value: { printer: 'PDF' } });
    await station.press('Conferir 5 expedições');
    await station.on('check');
    const open = await ask(page, 'job.open', { groupingId: id });
    if (!open.ok) throw new Error(open.fault.kind);
    const numbers = open.value.snapshot.shipments.map(({ shipment }) =>
      String(shipment.invoice!.number),
    );
    for (const [index, number] of numbers.entries()) {
      await page.keyboard.type(number, { delay: 40 });
      await page.keyboard.press('Enter');
      await station.checked(id, index + 1);
    }
    await station.text('Tudo certo: nada falta.');
    expect(erp.conclusions(id)).toBe(0);
    await station.press('Concluir agrupamento', 'conclude');
    await page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
    expect(erp.conclusions(id)).toBe(1);
    await station.press('Abrir romaneio');
    await expect
      .poll(() => station.takeWayOut())
      .toEqual([expect.stringMatching(/romaneio-\d+-\d{8}-\d{6}\.pdf$/)]);
    await station.press('Próximo agrupamento');
    await expect.poll(() => station.hash).toBe('#/desk');
    const printed = readdirSync(join(station.app.home, 'Documents'), { recursive: true }).map(
      String,
    );
    expect(printed.filter((name) => name.endsWith('.pdf'))).toHaveLength(1);
  });
});

describeWithTools(cupsTools, 'the first ten minutes', () => {
  it('lead from an empty profile to the first label on a real queue, with few keys and few words', async () => {
    const [cups, paper] = [await startCups(), await startNetworkPrinter({ answersStatus: false })];
    onTestFinished(async () => {
      await cups.close();
      await paper.close();
    });
    cups.addQueue('Etiquetas', paper.port, 'raw');
    const bench = await Station.start({
      printer: null,
      env: { CUPS_SERVER: cups.env['CUPS_SERVER'] ?? '' },
    });
    onTestFinished(() => bench.close());
    const { page } = bench;
    const startMs = Date.now();
    const table: string[] = [];
    let presses = 0;
    let words = 0;
    /**
     * Counts the words of the screen before a person goes on, then does that: keys pressed and
     * places clicked.
     */
    const take = async (step: string, count: number, go: () => Promise<unknown>): Promise<void> => {
      const text = await page.locator('body').innerText();
      words += text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
      presses += count;
      await go();
      const seconds = ((Date.now() - startMs) / 1000).toFixed(1);
      table.push(
        [
          step.padEnd(24),
          ...[presses, words, seconds].map((figure) => String(figure).padStart(8)),
        ].join(''),
      );
    };
    const key = (name: string) => () => page.keyboard.press(name);
    await bench.next('Experimentar agora');
    await take('try it now', 1, key('F9'));
    await bench.next(/^Abrir/);
    await take('open a grouping', 1, key('F9'));
    await bench.next(/^Imprimir \d+ etiquetas$/);
    await take('look at its print', 1, key('F4'));
    await bench.on('print');
    // Training prints into a file; a real printer is a person's choice.
    await take('choose the printer', 2, () =>
      page.getByLabel('Impressora').selectOption('Etiquetas'),
    );
    await bench.next(/^Imprimir \d+ etiquetas$/);
    await take('print', 1, key('F9'));
    await expect.poll(() => paper.received().includes('^XA')).toBe(true);
    await take('see it on paper', 0, () => Promise.resolve());
    console.log(['the first label         presses   words seconds', ...table].join('\n'));
    expect(presses).toBeLessThanOrEqual(6);
    expect(words).toBeLessThan(700);

    // Then the bench is set up by keyboard and scanner: a test label, a scan, and the doctor's word
    // on it.
    await page.keyboard.press('F2');
    await bench.button('Preparar').press('Enter');
    await bench.press('Seguir');
    await bench.next('Imprimir etiqueta de teste');
    paper.forget();
    await page.keyboard.press('F9');
    await bench.text('A moldura está inteira, a 3 mm da borda?');
    await expect.poll(() => paper.received().includes('DOCA100X150')).toBe(true);
    await bench.press('Está tudo certo');
    await page.locator('.code svg').first().waitFor();
    await bench.scan('DOCA100X150');
    await bench.text('O leitor está pronto.');
    for (const title of ['Leitor', 'Tela e som', 'Quem trabalha aqui']) {
      await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor();
      await bench.press('Seguir');
    }
    await bench.text('Ainda falta um pouco');
    await bench.button('Folha da bancada (PDF)').press('Enter');
    await expect
      .poll(() => bench.takeWayOut())
      .toEqual([expect.stringMatching(/esta-bancada\.pdf$/)]);
    await bench.press('Ir para a Mesa');
    await bench.field('Leia ou digite o número do agrupamento').waitFor();
    expect(await bench.button('Preparar').count()).toBe(0);
    const step = (state: string, told = expect.any(String) as string) =>
      expect.objectContaining({ state, told }) as unknown;
    expect(await ask(page, 'settings.get')).toMatchObject({
      value: {
        printer: 'Etiquetas',
        benchSetup: {
          steps: {
            erp: step('skipped'),
            printer: step('done', 'Etiquetas: tamanho certo, nítida e em pé.'),
            scanner: step(
              'done',
              expect.stringMatching(/^DOCA100X150 em \d+ ms, com final Enter\.$/) as string,
            ),
            screen: step('done'),
            people: step('done'),
          },
        },
      },
    });
  });
});
