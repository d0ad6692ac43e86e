import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import { ask } from '../bridge.ts';
import { resize, Station } from '../support/station.ts';
import { groupingIdOf } from '../../../src/training-erp/index.ts';

/** The screens around a packer's work: the back office, settings, diagnostics, training. */
let station: Station;
let erp: FaultySandbox;
/** Training has the first one's number too. */
const [trainingId, guideId, printedId] = [groupingIdOf(0), groupingIdOf(1), groupingIdOf(2)];
beforeAll(async () => {
  station = await Station.start();
  erp = await station.erp({ shipments: 2, token: 'a-very-secret-token-123' });
  resize(erp, guideId, 1);
  resize(erp, printedId, 3);
});
afterAll(() => station.close());
afterEach(() => station.expectQuiet());

describe('the back office', () => {
  beforeAll(async () => {
    await station.page.keyboard.press('F8');
    await station.page.getByRole('heading', { name: 'Escritório' }).waitFor();
  });

  /** Chooses, fills in, confirms: by keyboard. */
  async function order(action: string, id: number, tags: readonly string[] = []): Promise<void> {
    const { page } = station;
    await page.getByRole('radio', { name: action, exact: true }).press('Space');
    await page.getByRole('textbox', { name: /^Número \(id\)/ }).fill(String(id));
    for (const [index, tag] of tags.entries()) {
      if (index > 0 && (await station.field(`Marcador ${index + 1}`).count()) === 0) {
        await station.button('Mais um marcador').press('Enter');
      }
      await station.field(`Marcador ${index + 1}`).fill(tag);
    }
  }
  /** Counts no reads, because the Desk behind may still ask for its list. */
  const countOrders = (): number => erp.requests.filter(({ method }) => method !== 'GET').length;
  async function confirm(action: string): Promise<void> {
    const before = countOrders();
    await station.press(action);
    await station.text('Aperte outra vez para confirmar');
    expect(countOrders()).toBe(before);
    await station.press(/^Confirmar: /);
  }
  const orderId = 2001;
  const second = 2002;
  const problem = (field: string) => station.page.locator(`#${field}-problem`).innerText();

  it('changes a status, and shows the ERP’s objection at the field', async () => {
    await order('Mudar a situação', orderId);
    await station.page.getByLabel('Nova situação').selectOption('6');
    await station.text('A ordem de serviço 2001 passa a “Em andamento”.');
    await confirm('Mudar a situação');
    await station.text('O ERP aceitou.');
    expect(erp.serviceOrderStatus(orderId)).toBe(6);
    refuse('situacao', [{ campo: 'situacao', mensagem: 'Mudança não permitida' }]);
    await order('Mudar a situação', orderId);
    await station.page.getByLabel('Nova situação').selectOption('7');
    await confirm('Mudar a situação');
    await expect.poll(() => problem('office-status')).toBe('Mudança não permitida');
    await expect
      .poll(() => station.page.getByLabel('Nova situação').getAttribute('aria-invalid'))
      .toBe('true');
    expect(erp.serviceOrderStatus(orderId)).toBe(6);
  });

  function refuse(
    on: 'situacao' | 'marcadores' | 'gerar-nota-fiscal' | 'venda',
    detalhes: readonly object[],
  ): void {
    const body = JSON.stringify({ mensagem: 'Os dados não são válidos', detalhes });
    erp.inject({
      on,
      times: 1,
      fault: { type: 'status', status: 400, headers: { 'content-type': 'application/json' }, body },
    });
  }

  it('adds, replaces and deletes tags, with the ERP’s objection at the tag it means', async () => {
    await order('Adicionar marcadores', second, ['urgente', 'frágil']);
    await confirm('Adicionar marcadores');
    await station.text('O ERP aceitou.');
    expect(erp.tags(second)).toEqual(['urgente', 'frágil']);
    refuse('marcadores', [
      { campo: '[1].descricao', mensagem: 'Marcador muito longo' },
      { campo: 'conta', mensagem: 'Plano sem marcadores' },
    ]);
    await order('Trocar os marcadores', second, ['novo', 'outro']);
    await confirm('Trocar os marcadores');
    await expect
      .poll(() => station.page.locator('#tag-problem-1').innerText())
      .toBe('Marcador muito longo');
    await station.text('Plano sem marcadores');
    expect(erp.tags(second)).toEqual(['urgente', 'frágil']);
    await order('Trocar os marcadores', second, ['novo', 'outro']);
    await confirm('Trocar os marcadores');
    await expect.poll(() => erp.tags(second)).toEqual(['novo', 'outro']);
    await order('Apagar os marcadores', second);
    await confirm('Apagar os marcadores');
    await expect.poll(() => erp.tags(second)).toEqual([]);
  });

  it('makes an invoice and a sale, and shows their numbers', async () => {
    await order('Gerar nota fiscal', orderId);
    await confirm('Gerar nota fiscal');
    await station.text('Nota fiscal 7401, série 1.');
    refuse('venda', [{ campo: 'idOrcamento', mensagem: 'Orçamento vencido' }]);
    await order('Gerar venda', 3001);
    await confirm('Gerar venda');
    await expect.poll(() => problem('office-id')).toBe('Orçamento vencido');
    await order('Gerar venda', 3001);
    await confirm('Gerar venda');
    await station.text('Venda 90121.');
    await order('Gerar nota fiscal', orderId);
    await station.text('Nota fiscal 7401, série 1.');
    await station.page.getByRole('checkbox', { name: 'Gerar outra mesmo assim' }).press('Space');
    await confirm('Gerar nota fiscal');
    await station.text('A ordem de serviço já possui nota fiscal gerada');
  });

  it('reverses accounts, or shows which of the three reasons prevents it', async () => {
    const { invoices } = erp.known;
    for (const [id, words] of [
      [invoices.withoutAccounts, 'A nota fiscal não possui contas lançadas'],
      [invoices.postedByOrigin, 'As contas foram lançadas pela origem'],
      [invoices.settled, 'A nota fiscal possui contas já liquidadas'],
      [invoices.reversible, 'O ERP aceitou.'],
    ] as const) {
      await order('Estornar contas', id);
      await confirm('Estornar contas');
      await station.text(words);
    }
  });

  it('sends nothing if Escape is pressed, or a field is changed, before it is confirmed', async () => {
    const before = countOrders();
    await order('Gerar venda', 3002);
    await station.press('Gerar venda');
    await station.page.keyboard.press('Escape');
    await station.press('Gerar venda');
    await order('Gerar venda', 3003);
    await station.next('Gerar venda');
    expect(countOrders()).toBe(before);
  });
});

describe('settings', () => {
  it('change language and look immediately', async () => {
    const { page } = station;
    await station.go('#/settings/display');
    await page.getByRole('radio', { name: 'English' }).press('Space');
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
    await page.getByRole('link', { name: /^History/ }).waitFor();
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect.poll(ground).toBe('rgb(251, 251, 249)');
    await page.getByRole('radio', { name: 'Dark' }).press('Space');
    await expect.poll(ground).toBe('rgb(17, 18, 19)');
    await page.getByRole('radio', { name: 'Light' }).press('Space');
    await page.getByRole('radio', { name: 'Português' }).press('Space');
    await expect.poll(ground).toBe('rgb(251, 251, 249)');
    await page.getByRole('heading', { name: 'Ajustes' }).waitFor();
  });

  it('have a way to each section, also in a small window, and reject a number at its field', async () => {
    const { page } = station;
    await page.setViewportSize({ width: 911, height: 512 });
    await page.keyboard.press('Control+,');
    const ways = page.getByRole('navigation', { name: 'Ajustes' }).getByRole('link');
    const isSeen = (name: string) =>
      page.getByRole('heading', { name, exact: true }).evaluate((heading) => {
        const { top, bottom } = heading.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    const names = await ways.allInnerTexts();
    expect(names).toHaveLength(9);
    for (const name of names) {
      const way = page.getByRole('link', { name, exact: true });
      await way.press('Enter');
      await expect.poll(() => isSeen(name)).toBe(true);
      expect(await way.getAttribute('aria-current')).toBe('true');
    }
    await page.setViewportSize({ width: 1366, height: 768 });
    await station.go('#/settings/data');
    const days = station.field('Guardar etiquetas e trabalhos por');
    for (const wrong of ['0', '366', '1e2', '']) {
      await days.fill(wrong);
      await days.press('Enter');
      await station.text('De 1 a 365, só algarismos.');
    }
    expect(await ask(page, 'settings.get')).toMatchObject({ value: { retentionDays: 30 } });
    await days.fill('45');
    await days.press('Enter');
    await expect
      .poll(() => ask(page, 'settings.get'))
      .toMatchObject({ value: { retentionDays: 45 } });
    expect(await page.getByText('De 1 a 365, só algarismos.').count()).toBe(0);
    await days.fill('30');
    await days.press('Enter');
    await station.go('#/settings/display');
    // Heard once, at the loudness that was chosen.
    await page.getByRole('radio', { name: 'Alto' }).press('Space');
    await expect
      .poll(() => ask(page, 'settings.get'))
      .toMatchObject({ value: { soundVolume: 75 } });
    await station.button('Ouvir: Errado').press('Enter');
  });

  it('export diagnostics without token and without personal data', async () => {
    await station.print(printedId);
    const open = await ask(station.page, 'job.open', { groupingId: printedId });
    if (!open.ok) throw new Error(open.fault.kind);
    const path = join(station.app.home, 'diagnostics.json');
    await station.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    }, path);
    await station.go('#/settings/data');
    await station.button('Exportar diagnóstico').press('Enter');
    await station.text('Salvo.');
    const text = readFileSync(path, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ connection: { hasToken: true }, jobs: {} });
    for (const secret of [
      erp.token,
      ...open.value.snapshot.shipments.flatMap(({ shipment }) => [
        shipment.recipient!.name!,
        shipment.recipient!.taxId!,
        shipment.recipient!.address!.street!,
      ]),
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('the guide', () => {
  it('opens over the work with F1, one key after the shortcuts, and is searched; all of it is local', async () => {
    const { page } = station;
    await station.open(guideId);
    const asked: string[] = [];
    const note = (request: { url(): string }): void => void asked.push(request.url());
    page.on('request', note);
    await page.keyboard.press('F1');
    await page.getByRole('dialog', { name: 'Atalhos' }).waitFor();
    await page.keyboard.press('F1');
    const guide = page.getByRole('dialog', { name: 'Guia' });
    await guide.getByRole('heading', { name: 'Guia de operação' }).waitFor();
    // Its pictures are there as well.
    const picture = guide.getByRole('img').first();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(600);
    await page.keyboard.press('F3');
    await page.keyboard.type('ribbon', { delay: 60 });
    await expect
      .poll(() => guide.getByRole('heading', { level: 4 }).allInnerTexts())
      .toEqual(['Quando a impressora para']);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('cofre de senhas do sistema', { delay: 60 });
    await guide.getByText('O cofre de senhas do sistema não respondeu.').waitFor();
    await guide.getByRole('radio', { name: 'TI' }).press('Space');
    await page.keyboard.press('F3');
    await page.keyboard.press('Delete');
    await guide.getByText('Guia da TI').waitFor();
    await page.keyboard.press('F1');
    await page.getByRole('dialog', { name: 'Atalhos' }).waitFor();
    await page.keyboard.press('Escape');
    // Back at the work, as it was.
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('row').nth(1).waitFor();
    page.off('request', note);
    expect(asked.filter((url) => !url.startsWith(new URL(page.url()).origin))).toEqual([]);

    expect(await ask(page, 'settings.change', { change: { language: 'en' } })).toMatchObject({
      ok: true,
    });
    await page.keyboard.press('F1');
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor();
    await page.keyboard.press('F1');
    await page.getByRole('heading', { name: 'Operating guide' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await ask(page, 'settings.change', { change: { language: 'pt-BR' } })).toMatchObject({
      ok: true,
    });
  });
});

describe('training', () => {
  it('is shown on every screen, affects nothing real, and can be left again', async () => {
    const { page } = station;
    await station.open(trainingId);
    await station.next('Imprimir 2 etiquetas');
    const before = erp.requests.length;
    await station.go('#/connect');
    await station.button('Outras formas de começar').press('Enter');
    await station.press('Experimentar agora');
    const banner = page.getByRole('complementary', { name: 'Agrupamentos de treinamento' });
    await banner.waitFor();
    // All of them in one list, whatever their day.
    const list = page.getByRole('region', { name: 'Agrupamentos de treinamento' });
    await expect.poll(() => list.getByRole('link').count()).toBe(8);
    expect(await page.getByText('Últimos 7 dias').count()).toBe(0);
    await station.print(trainingId);
    await station.press(/^Conferir/);
    await station.on('check');
    await banner.waitFor();
    await station.go(`#/conclude/${trainingId}`);
    await station.concludeAnyway(/^Concluir com \d+ pendente/);
    await page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
    expect([erp.requests.length, erp.conclusions(trainingId)]).toEqual([before, 0]);
    await station.button('Sair do treinamento').press('Enter');
    await banner.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'A terminar' }).getByText('0/2').waitFor();
  });
});
