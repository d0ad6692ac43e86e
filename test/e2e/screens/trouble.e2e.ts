import { tellState } from '../../support/tell-state.ts';
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
import type { FaultySandbox, FaultySandboxOptions } from '../../support/faulty-erp/index.ts';
import { ask } from '../bridge.ts';
import { dispatchElsewhere } from '../support/other-process.ts';
import { Station } from '../support/station.ts';
import { groupingIdOf } from '../../../src/training-erp/index.ts';

let station: Station;
let erp: FaultySandbox;
/** The grouping of this test. */
let id: number;
beforeAll(async () => {
  station = await Station.start();
});
afterAll(() => station.close());
afterEach(() => station.expectQuiet());

/**
 * An ERP for the tests of this block, and a grouping of it with so many shipments for each of them.
 */
function connectTo(options: FaultySandboxOptions & { readonly shipments: number }): void {
  beforeAll(async () => {
    erp = await station.erp(options);
  });
  beforeEach(() => {
    id = station.take(erp, options.shipments);
  });
}

async function states(): Promise<readonly string[]> {
  const open = await ask(station.page, 'job.open', { groupingId: id });
  return open.ok
    ? open.value.snapshot.shipments.map(({ label }) => tellState(label))
    : [open.fault.kind];
}

/** The POST of endpoint 9, as often as it reached the ERP. */
function posts(): number {
  return erp.requests.filter(
    ({ method, path }) => method === 'POST' && path.endsWith(`/${id}/concluir`),
  ).length;
}

async function conclude(): Promise<void> {
  await station.go(`#/conclude/${id}`);
  await station.concludeAnyway(/^Concluir com \d+ pendente/);
}

describe('at an ERP that changes its token', () => {
  connectTo({ shipments: 8, groupings: 4 });

  describe('the token runs out in the middle', () => {
    it('is requested on the screen of the work, and the work continues', async () => {
      const free = erp.inject({ on: 'etiquetas', shipment: 5, fault: { type: 'stall' } });
      await station.open(id);
      await station.next('Imprimir 7 etiquetas prontas');
      erp.changeToken('the-new-token');
      // The hanging request is released, and repeated with a token that is no longer valid.
      free();
      await station.page.keyboard.press('Control+.');
      await station.press(/^Buscar 1 etiqueta/);
      await station.text('O token expirou ou foi revogado.');
      const before = await states();
      await station.press('Colar um token novo');
      await expect
        .poll(() => station.page.evaluate(() => document.activeElement?.getAttribute('type')))
        .toBe('password');
      await station.page.keyboard.type('the-new-token');
      await station.page.keyboard.press('F9');
      await station.next('Imprimir 8 etiquetas');
      expect(before.filter((state) => state === 'ready')).toHaveLength(7);
      await expect.poll(() => station.page.getByText('O token venceu').count()).toBe(0);
      // Labels that were there already are not requested again.
      expect([0, 1, 2, 3, 4, 5, 6, 7].map((place) => erp.downloads(id, place))).toEqual(
        Array(8).fill(1),
      );
    });
  });

  describe('a token that the ERP does not take any more', () => {
    const field = () => station.page.getByLabel('Token novo');
    const isFocused = () => field().evaluate((element) => element === document.activeElement);

    /**
     * Types a wrong token, whose error shows there with the focus in the field, and then this one.
     */
    async function renew(token: string): Promise<void> {
      const { page } = station;
      await field().focus();
      await page.keyboard.type('wrong-token');
      await page.keyboard.press('Enter');
      await station.text('O ERP não aceita este token.');
      expect(await field().getAttribute('aria-invalid')).toBe('true');
      await expect.poll(isFocused).toBe(true);
      await page.keyboard.type(token);
      await page.keyboard.press('Enter');
    }

    it('can be replaced while opening a grouping, on the Desk and in Settings', async () => {
      const { page } = station;
      await station.open(id);
      erp.changeToken('second-token');
      await station.go('#/desk');
      await station.field('Leia ou digite o número do agrupamento').waitFor();
      await station.scan(String(station.take(erp, 8)));
      await station.text('O token expirou ou foi revogado.');
      expect(await field().count()).toBe(1);
      await renew('second-token');
      await page.getByRole('row').nth(1).waitFor();
      await expect.poll(() => page.getByText('não vale mais').count()).toBe(0);

      await page.keyboard.press('Control+,');
      await page.getByRole('heading', { name: 'Ajustes' }).waitFor();
      erp.changeToken('third-token');
      await renew('third-token');
      await station.text('Token trocado.');
      expect(
        await ask(page, 'connection.test', { baseUrl: erp.baseUrl, token: null }),
      ).toMatchObject({ ok: true });

      // A start with a token that has expired meanwhile: no data shows before the ERP names its
      // company.
      await ask(page, 'connection.save', { baseUrl: erp.baseUrl, token: 'of-yesterday' });
      await station.go('#/history');
      await station.go('#/desk');
      await station.text('O token expirou ou foi revogado.');
      await renew('third-token');
      await page.getByRole('link', { name: /^8413/ }).waitFor();
      await expect.poll(() => page.getByText('não vale mais').count()).toBe(0);
    });

    it('without the right to read the account is reported as such, and works', async () => {
      const { page } = station;
      const secretive = await station.sandbox({ shipments: 3, groupings: 1 });
      secretive.inject({ on: 'info', fault: { type: 'status', status: 403 } });
      await station.go('#/connect');
      await page.getByLabel('Endereço da API').fill(secretive.baseUrl);
      await page.getByLabel('Token de acesso').fill(secretive.token);
      await page.keyboard.press('Enter');
      await station.text('O ERP não diz de que empresa é esta conta.');
      await station.press('Salvar e começar');
      await station.field('Leia ou digite o número do agrupamento').waitFor();
      await station.scan(String(groupingIdOf(0)));
      await station.next('Imprimir 3 etiquetas');
    });
  });
});

describe('at an ERP that makes labels only after the conclusion', () => {
  connectTo({ shipments: 4, groupings: 3, labelsAfterConclusion: true });

  describe('after the conclusion', () => {
    const start = async () => {
      await station.open(id);
      await station.text('Aqui as etiquetas só existem depois da conclusão.');
      await station.press('Concluir primeiro');
      await station.press('Concluir agrupamento', 'conclude');
    };
    const refuse = (mensagem: string) =>
      ({ type: 'status', status: 400, body: JSON.stringify({ mensagem }) }) as const;

    it('labels that the ERP still makes are waited for, and requested immediately by one key', async () => {
      await start();
      const free = erp.inject({
        on: 'etiquetas',
        fault: refuse('Agrupamento ainda não foi concluído'),
      });
      await station.press('Confirmar a conclusão');
      await station.text('O ERP está fazendo 4 etiquetas; a Doca pede de novo sozinha.');
      await station.next('Pedir agora');
      await station.go(`#/grouping/${id}`);
      await station.text('Sendo feita');
      free();
      await station.press('Pedir agora');
      await station.next('Imprimir 4 etiquetas');
      expect(posts()).toBe(1);
    });

    it('that the ERP refuses, the packer chooses how to go on', async () => {
      await start();
      erp.inject({ on: 'concluir', times: 2, fault: refuse('Coleta automática') });
      await station.press('Confirmar a conclusão');
      await station.text('O ERP não confirmou a conclusão.');
      await station.text('Coleta automática');
      await station.button('No ERP está concluído').waitFor();
      await station.press('Concluir de novo', 'conclude');
      expect(posts()).toBe(1);
      await station.press('Confirmar a conclusão');
      await expect.poll(() => posts()).toBe(2);
      await station.text('O ERP não confirmou a conclusão.');
      // Meanwhile the marketplace concluded it.
      await fetch(`${erp.baseUrl}/expedicao/${id}/concluir`, {
        method: 'POST',
        headers: { authorization: `Bearer ${erp.token}` },
      });
      await station.button('Buscar as etiquetas mesmo assim').press('Enter');
      // Whether it is concluded, labels do not say: a person does.
      await station.text('O ERP recusou a conclusão, mas etiquetas que ele recusava agora vêm.');
      await station.button('No ERP está concluído').press('Enter');
      await station.next('Imprimir 4 etiquetas');
      expect(erp.conclusions(id)).toBe(1);
    });

    it('the labels of a conclusion that the ERP refused although it did it prove nothing', async () => {
      await start();
      erp.inject({
        on: 'concluir',
        times: 1,
        fault: { ...refuse('Coleta automática'), afterWork: true },
      });
      await station.press('Confirmar a conclusão');
      await station.text('O ERP recusou a conclusão, mas etiquetas que ele recusava agora vêm.');
      await station.button('No ERP está concluído').press('Enter');
      await station.next('Imprimir 4 etiquetas');
      expect([posts(), erp.conclusions(id)]).toEqual([1, 1]);
    });
  });
});

describe('at an ERP that makes labels at once', () => {
  // The labels of the first grouping's last two are in a panel.
  connectTo({ shipments: 4, groupings: 8, labelLess: 2 });

  describe('labels that are in a panel alone', () => {
    it('are shown with the ERP’s words, accepted by the packer, and block nothing', async () => {
      await station.open(id);
      await station.text('Forma de envio não possui recurso de etiquetas');
      await station.press('Tenho 2 etiquetas do painel');
      await station.text('Seguir com 2 etiquetas do painel?');
      expect(await states()).toEqual(['ready', 'ready', 'panel', 'panel']);
      await station.press('Confirmar: seguir com 2 do painel');
      await station.text('Seguindo com 2 etiquetas do painel.');
      // One key takes all of it back.
      await station.page.keyboard.press('Control+z');
      await station.press('Tenho 2 etiquetas do painel');
      await station.press('Confirmar: seguir com 2 do painel');
      await station.next('Imprimir 2 etiquetas');
      expect(await states()).toEqual(['ready', 'ready', 'panel', 'panel']);
      await station.press('Imprimir 2 etiquetas');
      await station.next(/^Conferir/);
      await expect.poll(states).toEqual(['printed', 'printed', 'panel', 'panel']);
    });
  });

  describe('half of the labels fail', () => {
    it('for two reasons: they are grouped, and got with one press', async () => {
      for (let count = 4; count < 10; count += 1) erp.addShipment(id);
      const mend = [
        ...[1, 3, 5].map((shipment) =>
          erp.inject({ on: 'label-file', shipment, fault: { type: 'bad-file', how: 'html' } }),
        ),
        ...[7, 9].map((shipment) =>
          erp.inject({
            on: 'label-file',
            shipment,
            fault: { type: 'bad-file', how: 'truncated-pdf' },
          }),
        ),
      ];
      await station.open(id);
      const panel = station.page.getByRole('region', { name: 'Etiquetas com problema' });
      await panel.getByText('3 etiquetas:').waitFor();
      await panel.getByText('2 etiquetas:').waitFor();
      expect(await panel.innerText()).toMatch(
        /3 etiquetas: O que veio no lugar da etiqueta não é uma etiqueta\.[^]*2 etiquetas: O arquivo da etiqueta está danificado\./,
      );
      for (const one of mend) one();
      await panel.getByRole('button', { name: 'Buscar estas de novo' }).first().press('Enter');
      await station.next('Buscar de novo 2 etiquetas');
      expect((await states()).filter((state) => state === 'failed')).toHaveLength(2);
      await station.press('Buscar de novo 2 etiquetas');
      await station.next('Imprimir 10 etiquetas');
      await expect.poll(() => panel.count()).toBe(0);
    });
  });

  describe('a label that failed for good', () => {
    it('is accepted by one key, which its control shows, and can be wanted again until the print', async () => {
      const { page } = station;
      erp.removeShipment(id, 3);
      onTestFinished(
        erp.inject({
          on: 'label-file',
          shipment: 1,
          fault: { type: 'bad-file', how: 'password-pdf' },
        }),
      );
      await station.open(id);
      const panel = page.getByRole('region', { name: 'Etiquetas com problema' });
      await panel.getByText('1 etiqueta:').waitFor();
      // At the smallest window size, with its key on each action.
      await page.setViewportSize({ width: 911, height: 512 });
      const keys = await panel
        .locator('.group button')
        .evaluateAll((buttons) =>
          buttons.map((button) => button.querySelector('kbd')?.textContent),
        );
      expect(keys).toEqual(['Ctrl+T', 'Ctrl+S', 'Ctrl+L']);
      await page.keyboard.press('Escape');
      await station.text('1 falhou');
      // Closed, it takes two: to it, and the answer.
      await page.keyboard.press('Control+e');
      await panel.waitFor();
      await page.keyboard.press('Control+s');
      await station.text('Seguindo sem 1 etiqueta.');
      await expect.poll(() => panel.count()).toBe(0);
      await page.keyboard.press('Control+z');
      await panel.waitFor();
      await page.keyboard.press('Control+s');
      await station.press('Imprimir 2 etiquetas');
      await station.next(/^Conferir/);
      await expect.poll(() => page.getByText('Seguindo sem').count()).toBe(0);
      await page.setViewportSize({ width: 1366, height: 768 });
      expect(await states()).toEqual(['printed', 'failed', 'printed']);
    });
  });

  describe('the grouping changes after the print', () => {
    it('is shown before anything is concluded, and concluded only when that was seen', async () => {
      await station.print(id);
      erp.addShipment(id);
      erp.removeShipment(id, 0);
      await conclude();
      await station.text('entrou no agrupamento');
      await station.text('saiu do agrupamento');
      expect(posts()).toBe(0);
      // The new one has no label yet: that comes first.
      await station.go(`#/grouping/${id}`);
      await station.button('Buscar as novas').press('Enter');
      await station.press('Imprimir 1 etiqueta');
      await station.next(/^Conferir/);
      await conclude();
      await station.page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
      expect(posts()).toBe(1);
    });
  });

  describe('the answer to the conclusion is lost', () => {
    it('asks the packer, sends nothing again, and follows the answer', async () => {
      await station.print(id);
      erp.inject({ on: 'concluir', times: 1, fault: { type: 'cut-after' } });
      await conclude();
      await station.text('Não se sabe se o ERP concluiu o agrupamento.');
      expect([posts(), erp.conclusions(id)]).toEqual([1, 1]);
      await station.press('Responder: foi concluído?');
      await expect
        .poll(() => station.page.evaluate(() => document.activeElement?.textContent))
        .toBe('No ERP está concluído');
      await station.page.keyboard.press('Enter');
      await station.page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
      expect([posts(), erp.conclusions(id)]).toEqual([1, 1]);
    });

    it('and is sent once more only after the packer reports that it is not concluded', async () => {
      await station.print(id);
      erp.inject({ on: 'concluir', times: 1, fault: { type: 'cut-before' } });
      await conclude();
      await station.button('No ERP não está concluído').press('Enter');
      expect([posts(), erp.conclusions(id)]).toEqual([1, 0]);
      await conclude();
      await station.page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
      expect([posts(), erp.conclusions(id)]).toEqual([2, 1]);
    });
  });

  describe('the grouping is open in another process', () => {
    it('is refused here, and taken when the other is done', async () => {
      const free = erp.inject({ on: 'etiquetas', fault: { type: 'stall' } });
      const end = dispatchElsewhere(erp, id, station.app.home);
      const asked = () =>
        erp.requests.filter(({ path }) => path.includes(`/${id}/`) && path.endsWith('/etiquetas'));
      // All, or the last would be taken for one of this window's.
      await expect.poll(() => asked().length).toBe(4);
      const before = erp.requests.length;
      await station.go('#/desk');
      await station.field('Leia ou digite o número do agrupamento').waitFor();
      await station.scan(String(id));
      await station.text('Este agrupamento já está em uso em outra janela ou conta.');
      expect(erp.requests).toHaveLength(before);
      free();
      await end();
      await station.press('Tentar de novo');
      await station.next('Imprimir 4 etiquetas');
    });
  });

  describe('the number of no grouping', () => {
    it('is reported, and the packer returns to the field', async () => {
      await station.go('#/desk');
      await station.field('Leia ou digite o número do agrupamento').waitFor();
      await station.scan('424242');
      await station.text('O ERP não conhece este número.');
      await station.text('Agrupamento não encontrado');
      await station.page.keyboard.press('Escape');
      await expect.poll(() => station.hash).toBe('#/desk');
    });
  });
});

describe('an ERP that limits requests', () => {
  it('makes a wait that is shown, and the work continues by itself', async () => {
    await station.erp({
      shipments: 8,
      groupings: 1,
      rateLimitPerMinute: 6,
      rateLimitWindowMs: 3_000,
    });
    await station.open(groupingIdOf(0));
    await station.text(/limite do ERP: continua em/);
    await station.next('Imprimir 8 etiquetas');
  });
});
