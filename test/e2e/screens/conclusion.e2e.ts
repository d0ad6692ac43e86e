import { setTimeout as sleep } from 'node:timers/promises';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import { commands } from '#shared/codes.ts';
import { againMs } from '../../../src/renderer/scanner/repeats.ts';
import { ask } from '../bridge.ts';
import { Station } from '../support/station.ts';
import { see } from '../../support/seen.ts';

let station: Station;
let erp: FaultySandbox;
/** Every spec has its own grouping of three shipments. */
let id: number;
function takeGrouping(): void {
  id = station.take(erp, 3);
}

beforeAll(async () => {
  station = await Station.start();
  erp = await station.erp({ groupings: 10 });
});
beforeEach(takeGrouping);
afterAll(() => station.close());
afterEach(() => station.expectQuiet());

async function invoices(): Promise<readonly string[]> {
  const open = await ask(station.page, 'job.open', { groupingId: id });
  if (!open.ok) throw new Error(open.fault.kind);
  return open.value.snapshot.shipments.map(({ shipment }) => String(shipment.invoice!.number));
}

/** The grouping with all its labels on paper. */
async function print(): Promise<void> {
  await station.print(id);
}

/** `held`: a parcel among them that must not simply go. */
async function checkAll(held?: number): Promise<void> {
  for (const [index, invoice] of (await invoices()).entries()) {
    await station.scan(invoice);
    if (index === held) await station.countDespite();
    await station.checked(id, index + 1);
  }
}

describe('the key of the next step', () => {
  it('pressed six times in four seconds concludes no unchecked parcel, nor does its scanned code', async () => {
    const { page } = station;
    await print();
    for (let time = 0; time < 6; time += 1) {
      await page.keyboard.press('F9');
      // Longer than a bouncing key: each of them counts.
      await sleep(450);
    }
    await expect.poll(() => station.hash).toBe(`#/check/${id}`);
    await station.text(
      /^Faltam \d+ expedições: leia o próximo\. Para parar de conferir, Ctrl\+F9\.$/,
    );
    // There the next step is a scan: no button is orange.
    expect(await page.locator('button.primary.next').count()).toBe(0);
    await station.scan(commands.primary.code);
    await sleep(againMs + 100);
    await station.scan(commands.primary.code);

    // From the last screen it goes back to the missing parcels.
    await station.go(`#/conclude/${id}`);
    await station.next('Conferir 3 expedições');
    await station.text('não conferidas');
    await sleep(againMs + 100);
    await station.scan(commands.primary.code);
    await expect.poll(() => station.hash).toBe(`#/check/${id}`);
    await sleep(againMs + 100);
    await station.scan(commands.primary.code);
    expect([station.hash, erp.conclusions(id)]).toEqual([`#/check/${id}`, 0]);
    expect(await ask(page, 'job.conclude', { ...conclusion(), seen: [] })).toMatchObject({
      fault: { kind: 'unchecked' },
    });
  });

  it('is not the one that concludes with exceptions: that takes its own, twice', async () => {
    const { page } = station;
    await print();
    const [first] = await invoices();
    await station.scan(first!);
    await station.checked(id, 1);
    await station.text('Confere');
    await page.keyboard.press('Control+F9');
    await expect.poll(() => station.hash).toBe(`#/conclude/${id}`);
    await station.text('não conferidas');
    expect(await page.getByText('Tudo certo').count()).toBe(0);
    await station.concludeAnyway('Concluir com 2 pendentes');
    await page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
    expect(erp.conclusions(id)).toBe(1);
  });

  it('has a code of its own on the command sheet for that', async () => {
    await print();
    await station.go(`#/check/${id}`);
    await station.on('check');
    await station.scan(commands['conclude-anyway'].code);
    for (const label of ['Concluir com 3 pendentes', 'Confirmar a conclusão']) {
      await station.page
        .locator('button.anyway:not([aria-disabled=true])')
        .filter({ hasText: label })
        .waitFor();
      expect(erp.conclusions(id)).toBe(0);
      await sleep(againMs + 100);
      await station.scan(commands['conclude-anyway'].code);
    }
    await station.page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
    expect(erp.conclusions(id)).toBe(1);
  });
});

describe('an order that was cancelled', () => {
  it('holds its label back, and keeps a checked grouping from being concluded by the usual key', async () => {
    const change = (body: unknown): unknown => {
      const grouping = structuredClone(body) as { expedicoes: { venda: { situacao: number } }[] };
      grouping.expedicoes[1]!.venda.situacao = 2;
      return grouping;
    };
    onTestFinished(erp.inject({ on: 'agrupamento', fault: { type: 'mutate', change } }));
    await station.open(id);
    await station.press('Imprimir 2 etiquetas');
    await station.next('Decidir sobre 1 etiqueta');
    const cancelled = erp.world.groupings.get(id)!.shipments[1]!.dispatch.id;
    await ask(station.page, 'job.confirm', { groupingId: id, shipmentIds: [cancelled] });
    await station.press('Imprimir 1 etiqueta');
    await station.next(/^Conferir/);
    await checkAll(1);
    await station.on('conclude');
    await station.text('pedido cancelado: NÃO ENVIE');
    expect(await station.page.getByText('Tudo certo').count()).toBe(0);
    await station.press('Ver as pendências', 'conclude');
    await station.press('Ver as pendências', 'conclude');
    expect(erp.conclusions(id)).toBe(0);
    await station.concludeAnyway('Concluir com 1 pendente');
    await station.page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
    expect(erp.conclusions(id)).toBe(1);
  });
});

describe('an unauthorised invoice', () => {
  it('is shown on the row, before the print and before the conclusion, and a person may continue', async () => {
    const change = (body: unknown): unknown => {
      const grouping = structuredClone(body) as {
        expedicoes: { notaFiscal: { situacao: unknown } }[];
      };
      grouping.expedicoes[0]!.notaFiscal.situacao = '77';
      grouping.expedicoes[1]!.notaFiscal.situacao = '9';
      return grouping;
    };
    onTestFinished(erp.inject({ on: 'agrupamento', fault: { type: 'mutate', change } }));
    await station.open(id);
    const rows = station.page.getByRole('row').filter({ hasText: 'NF pendente' });
    await rows.first().waitFor();
    expect(await rows.count()).toBe(1);
    await station.press('Imprimir 2 etiquetas');
    await station.next('Decidir sobre 1 etiqueta');
    await rows.first().click();
    await station.text('A nota fiscal desta expedição ainda não está autorizada.');
    await station.page.getByRole('row').nth(1).click();
    await station.text(/ · situação 77$/);
    const held = erp.world.groupings.get(id)!.shipments[1]!.dispatch.id;
    await ask(station.page, 'job.confirm', { groupingId: id, shipmentIds: [held] });
    await station.press('Imprimir 1 etiqueta');
    await station.next(/^Conferir/);
    await checkAll();
    await station.on('conclude');
    await station.text('nota não autorizada');
    await station.press('Ver as pendências', 'conclude');
    expect(erp.conclusions(id)).toBe(0);
    await station.concludeAnyway('Concluir com 1 pendente');
    await station.page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
    expect(erp.conclusions(id)).toBe(1);
  });
});

describe('mandatory checking', () => {
  it('leaves no way to conclude unchecked parcels', async () => {
    const { page } = station;
    await ask(page, 'settings.change', { change: { mustCheck: true } });
    await print();
    await station.press('Conferir 3 expedições');
    await station.on('check');
    await page.keyboard.press('Control+F9');
    await page.keyboard.press('F9');
    await station.text(/Aqui a conferência é obrigatória\.$/);
    await station.go(`#/conclude/${id}`);
    await station.next('Conferir 3 expedições');
    await station.text('Aqui a conferência é obrigatória: confira para concluir.');
    expect(await page.locator('button.anyway').count()).toBe(0);
    await page.keyboard.press('Control+F9');
    expect(
      await ask(page, 'job.conclude', {
        ...conclusion(),
        seen: await see((channel, input) => ask(page, channel, input), id),
      }),
    ).toMatchObject({
      fault: { kind: 'unchecked' },
    });
    expect(erp.conclusions(id)).toBe(0);
    await ask(page, 'settings.change', { change: { mustCheck: false } });
  });
});

describe('the last parcel', () => {
  it('leads to the conclusion, which is shown as right only now', async () => {
    await print();
    // A parcel that is scanned on the Print screen is checked, and the Check screen opens.
    await checkAll();
    await station.text('Tudo certo: nada falta.');
    await station.press('Concluir agrupamento', 'conclude');
    await station.page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
    expect(erp.conclusions(id)).toBe(1);
  });

  it('concludes if the settings require it, and never over an exception', async () => {
    const { page } = station;
    await ask(page, 'settings.change', { change: { concludeWhenChecked: true } });
    await print();
    await checkAll();
    await page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
    expect(erp.conclusions(id)).toBe(1);

    takeGrouping();
    onTestFinished(
      erp.inject({ on: 'label-file', shipment: 2, fault: { type: 'bad-file', how: 'html' } }),
    );
    await station.open(id);
    await station.next('Buscar de novo 1 etiqueta');
    await station.scan(commands.accept.code);
    await station.press('Imprimir 2 etiquetas');
    await station.next(/^Conferir/);
    await checkAll(2);
    await station.text('segue sem etiqueta da Doca');
    await station.next('Concluir agrupamento');
    expect(erp.conclusions(id)).toBe(0);
    await ask(page, 'settings.change', { change: { concludeWhenChecked: false } });
  });
});

describe('the Check screen', () => {
  it('keeps its last scans when it is left, and its foot covers no button at 1366×768 with 150 %', async () => {
    const { page } = station;
    await print();
    await page.setViewportSize({ width: 911, height: 512 });
    const [first] = await invoices();
    await station.scan(first!);
    await station.text('Confere');
    // Each answer flashes, but not for users who prefer reduced motion.
    const flash = () =>
      page.locator('.pulse').evaluate((one) => getComputedStyle(one).animationName);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await flash()).not.toBe('none');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await flash()).toBe('none');
    await page.emulateMedia({ reducedMotion: null });
    const last = page.getByRole('region', { name: 'Últimas leituras' });
    await last.getByRole('listitem').waitFor();
    await station.go(`#/grouping/${id}`);
    await station.go(`#/check/${id}`);
    await last.getByRole('listitem').waitFor();
    const covered = await page.evaluate(() => {
      const isReached = (button: Element): boolean => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return (
          button.contains(hit) &&
          left >= 0 &&
          top >= 0 &&
          left + width <= innerWidth &&
          top + height <= innerHeight
        );
      };
      return [...document.querySelectorAll('main button, main input')].filter(
        (one) => !isReached(one),
      ).length;
    });
    expect(covered).toBe(0);
    await page.keyboard.press('F3');
    // Their heading, and the two that are left.
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    await page.setViewportSize({ width: 1366, height: 768 });
  });
});

function conclusion() {
  return { groupingId: id, beforeLabels: false };
}
