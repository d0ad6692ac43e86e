import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SandboxKind } from '../../../src/training-erp/index.ts';
import { Station } from '../support/station.ts';

/*
 * The screens of a packer for each way that labels come, after reports of the service's users
 * (field notes). `test/command-line/kinds.integration.test.ts` tests the same for the command line.
 */

let station: Station;
beforeAll(async () => {
  station = await Station.start();
});
afterAll(() => station.close());

/** `see`: is on the screen; `F9`: is the next step, which is taken. */
type Step = readonly ['see' | 'F9', string];

const concludeFirst: readonly Step[] = [
  ['see', 'Aqui as etiquetas só existem depois da conclusão.'],
  ['see', 'O ERP diz: “Agrupamento ainda não foi concluído”'],
  ['F9', 'Concluir primeiro'],
  ['see', 'Aqui as etiquetas só existem depois da conclusão.'],
  ['F9', 'Concluir agrupamento'],
  ['F9', 'Confirmar a conclusão'],
  ['F9', 'Imprimir 2 etiquetas'],
];
const print: readonly Step[] = [['F9', 'Imprimir 2 etiquetas']];
const fromPanel: readonly Step[] = [
  ['see', 'O ERP não fornece esta etiqueta; a de uma venda de marketplace está no painel dele.'],
  ['see', 'O ERP diz: “Forma de envio não possui recurso de etiquetas”'],
  ['see', 'O ERP diz: “Não foi possível obter as etiquetas em sua plataforma e-commerce”'],
  ['F9', 'Tenho 2 etiquetas do painel'],
  ['see', 'A Doca não imprime as etiquetas destas.'],
  ['F9', 'Confirmar: seguir com 2 do painel'],
  ['see', 'Seguindo com 2 etiquetas do painel.'],
];

/** Of kinds with the same steps one: the others differ in answers alone. */
const rows: readonly (readonly [
  kind: SandboxKind,
  isConcluded: boolean,
  steps: readonly Step[],
])[] = [
  // Its labels come four seconds after the conclusion.
  [
    'jadlog',
    true,
    [...concludeFirst.slice(0, -1), ['see', '; a Doca pede de novo sozinha.'], ...print],
  ],
  ['mercado-envios', false, fromPanel],
  ['shopee', false, print],
  ['mixed', true, concludeFirst],
];

it.each(rows)(
  'a grouping of kind %s runs from its number to the conclusion',
  async (kind, isConcluded, steps) => {
    const erp = await station.erp({
      kinds: [kind],
      groupings: 0,
      shipments: 2,
      contractOnly: false,
    });
    await station.scan('8412');
    for (const [how, words] of steps) {
      if (how === 'see') await station.text(words);
      else await station.press(words);
    }
    await station.next('Conferir 2 expedições');
    await station.go(`#/conclude/${erp.firstGroupingId}`);
    if (!isConcluded) await station.concludeAnyway(/^Concluir com 2 pendentes/);
    await station.page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
    expect(erp.requests.filter(({ path }) => path.endsWith('/concluir'))).toHaveLength(1);
    await station.expectQuiet();
  },
);
