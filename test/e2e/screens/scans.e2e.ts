import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { accessKey } from '../../support/access-key.ts';
import { ask } from '../bridge.ts';
import { Station } from '../support/station.ts';
import { groupingIdOf } from '../../../src/training-erp/index.ts';

/**
 * An unexpected scan: the screen reports it, or opens the scanned grouping or parcel, but the code
 * never lands in a field.
 */
let station: Station;
let erp: FaultySandbox;
let shipments: readonly Shipment[];
const first = groupingIdOf(0);

beforeAll(async () => {
  station = await Station.start();
  erp = await station.erp({ shipments: 4, groupings: 4 });
  await station.open(first);
  await station.next('Imprimir 4 etiquetas');
  const open = await ask(station.page, 'job.open', { groupingId: first });
  if (!open.ok) throw new Error(open.fault.kind);
  // Some have none yet.
  shipments = open.value.snapshot.shipments.flatMap(({ shipment }) =>
    trackingOf(shipment) === '' ? [] : [shipment],
  );
});
const trackingOf = ({ logistics }: Shipment): string => logistics?.trackingCode ?? '';
afterAll(() => station.close());
afterEach(() => station.expectQuiet());

const numberFields = 'input:is([type=number], [inputmode=numeric], [inputmode=decimal])';

/**
 * Scans this with the focus in each of the screen's number fields: none of them may keep any part
 * of it.
 */
async function scanIntoNumbers(code: string, answer: RegExp, atLeast: number): Promise<void> {
  const { page } = station;
  // Options that are folded away have fields too.
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  });
  const fields = page.locator(numberFields).filter({ visible: true });
  await expect.poll(() => fields.count()).toBeGreaterThanOrEqual(atLeast);
  const { hash } = station;
  for (const field of await fields.all()) {
    const value = await field.inputValue();
    await field.focus();
    await station.scan(code);
    await station.text(answer);
    expect(await field.inputValue()).toBe(value);
    expect(station.hash).toBe(hash);
    // Put away, so that the next answer is the next scan's.
    await station.scan('DOCA-JUMP');
    await expect.poll(() => page.getByText(answer).count()).toBe(0);
  }
}

describe('a scan with the focus in a number field', () => {
  it('changes no number of Print: the screen names the parcel, or reports it as unknown', async () => {
    const [parcel] = shipments;
    await station.go(`#/print/${first}`);
    await station.on('print');
    const said = new RegExp(`${parcel!.recipient!.name}, do agrupamento 8412`);
    await scanIntoNumbers(trackingOf(parcel!), said, 1);
    await scanIntoNumbers(String(parcel!.invoice!.number), said, 1);
    await scanIntoNumbers('7894900011517', /“7894900011517” não é número de agrupamento/, 1);
    expect(erp.requests.filter(({ path }) => path.endsWith('/concluir'))).toEqual([]);
  });

  it('changes no number of Settings, and no other field there', async () => {
    const { page } = station;
    await station.go('#/settings/printing');
    await page.getByRole('heading', { name: 'Ajustes' }).waitFor();
    const settings = await ask(page, 'settings.get');
    await scanIntoNumbers('7894900011517', /“7894900011517” não é número de agrupamento/, 2);
    const others = page.locator(
      `main :is(input:not([type=password], [type=checkbox], [type=radio]), select):visible`,
    );
    for (const field of await others.all()) {
      const value = await field.inputValue();
      await field.focus();
      await station.scan('BR99Z');
      await station.text('“BR99Z” não é número de agrupamento');
      expect(await field.inputValue()).toBe(value);
    }
    expect(await ask(page, 'settings.get')).toEqual(settings);
  });
});

describe('a grouping’s number', () => {
  it('opens that grouping from every screen, and the current job stays unchanged', async () => {
    const { page } = station;
    await station.go(`#/check/${first}`);
    await station.on('check');
    await station.scan(trackingOf(shipments[0]!));
    await station.countDespite();
    await station.text('1 de 4');
    // Each is unknown to this workstation at its first scan, and known afterwards.
    const screens = [
      [`#/check/${first}`, groupingIdOf(1)],
      [`#/grouping/${first}`, groupingIdOf(2)],
      [`#/print/${first}`, groupingIdOf(1)],
      [`#/conclude/${first}`, groupingIdOf(2)],
      ['#/history', groupingIdOf(1)],
      ['#/office', groupingIdOf(2)],
      ['#/settings', groupingIdOf(1)],
      ['#/grouping/424242', groupingIdOf(3)],
      ['#/desk', groupingIdOf(2)],
    ] as const;
    for (const [screen, groupingId] of screens) {
      await station.go(screen);
      if (screen.startsWith('#/check')) await station.on('check');
      else await page.locator('main :is(h1, h2, table)').first().waitFor();
      if (screen.endsWith('424242')) await station.text('Agrupamento não encontrado');
      await station.scan(String(groupingId));
      await expect.poll(() => [screen, station.hash]).toEqual([screen, `#/grouping/${groupingId}`]);
    }
    await page.getByRole('row').nth(1).waitFor();
    // An overlay closes.
    await page.keyboard.press('F1');
    await page.getByRole('dialog').waitFor();
    await station.scan(`${groupingIdOf(1)}`);
    await expect.poll(() => station.hash).toBe(`#/grouping/${groupingIdOf(1)}`);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await station.go(`#/check/${first}`);
    await station.text('1 de 4');
    await station.go(`#/grouping/${first}`);
    await station.next('Imprimir 4 etiquetas');
  });

  it('that the ERP does not know leaves the packer on the screen', async () => {
    await station.go(`#/check/${first}`);
    await station.on('check');
    await station.scan('909090');
    await expect.poll(() => station.page.locator('[data-tone=bad]').count()).toBe(1);
    expect(station.hash).toBe(`#/check/${first}`);
    await station.go(`#/conclude/${first}`);
    await station.on('conclude');
    await station.scan('909090');
    await station.text('“909090” não é número de agrupamento');
    expect(station.hash).toBe(`#/conclude/${first}`);
  });
});

/** Returns the tax id of the account's company, as it stands in the keys of its invoices. */
async function readTaxId(): Promise<string> {
  const headers = { authorization: `Bearer ${erp.token}` };
  const response = await fetch(`${erp.baseUrl}/info`, { headers });
  const { cpfCnpj } = (await response.json()) as { readonly cpfCnpj: string };
  return cpfCnpj.replaceAll(/\D/g, '');
}

describe('a parcel that is scanned on the Desk', () => {
  it('opens its grouping at its row, by tracking code, invoice and access key', async () => {
    const { page } = station;
    for (const [index, shipment] of shipments.slice(0, 3).entries()) {
      const number = shipment.invoice!.number!;
      await station.go('#/desk');
      await station.field('Leia ou digite o número do agrupamento').waitFor();
      const key = accessKey(number, '55', await readTaxId());
      await station.scan([trackingOf(shipment), key, String(number)][index]!);
      await expect.poll(() => station.hash).toBe(`#/grouping/${first}?shipment=${shipment.id}`);
      await page
        .getByRole('row', { selected: true })
        .getByText(shipment.recipient!.name!)
        .waitFor();
    }
  });

  it('is reported as unknown if it is, and if it is another account’s', async () => {
    const refused = async (code: string): Promise<void> => {
      await station.go('#/history');
      await station.go('#/desk');
      await station.field('Leia ou digite o número do agrupamento').waitFor();
      await station.scan(code);
      await station.text(
        `“${code}” não é número de agrupamento nem de volume aberto neste computador.`,
      );
      expect(station.hash).toBe('#/desk');
    };
    await refused('BR000000000ZZ');
    await station.erp({ seed: 7, shipments: 2, groupings: 1 });
    await refused(trackingOf(shipments[1]!));
    await refused(accessKey(shipments[1]!.invoice!.number!));
  });
});
