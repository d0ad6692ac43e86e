import type { Scenario } from './types.ts';

/** Simultaneous actions of colleagues in the ERP. */
export const worldScenarios: readonly Scenario[] = [
  { name: 'world: a shipment comes', arm: (stage) => stage.between(() => stage.addShipment()) },
  { name: 'world: a shipment goes', arm: (stage) => stage.between(() => stage.removeShipment()) },
  { name: 'world: a label is issued anew', arm: (stage) => stage.between(() => stage.reissue()) },
  {
    name: 'world: a shipment gets one more volume',
    arm: (stage) => stage.between(() => stage.changeVolumes()),
  },
  {
    name: 'world: a shipment comes while labels are fetched',
    arm: (stage) => stage.during('etiquetas', stage.random.int(1, 4), () => stage.addShipment()),
  },
  {
    name: 'world: a shipment goes while labels are fetched',
    arm: (stage) => stage.during('etiquetas', stage.random.int(1, 4), () => stage.removeShipment()),
  },
  {
    name: 'world: a label is issued anew while labels are fetched',
    arm: (stage) => stage.during('etiquetas', stage.random.int(1, 4), () => stage.reissue()),
  },
  {
    name: 'world: two labels are issued anew, one after the other',
    arm: (stage) => {
      stage.between(() => stage.reissue());
      stage.between(() => stage.reissue());
    },
  },
  {
    name: 'world: the token is changed',
    leavesLabels: true,
    arm: (stage) =>
      stage.during('etiquetas', stage.random.int(1, 3), () =>
        stage.sandbox.changeToken(`${stage.sandbox.token}-next`),
      ),
  },
  {
    name: 'world: the token loses its rights for a while',
    leavesLabels: true,
    arm: (stage) => {
      const refusal = {
        type: 'status',
        status: 403,
        body: '{"mensagem":"Sem permissão"}',
      } as const;
      const json = { 'Content-Type': 'application/json' };
      for (const on of ['agrupamento', 'etiquetas'] as const)
        stage.inject(on, { ...refusal, headers: json }, { times: 2 });
    },
  },
];

const cable = 'the cable is pulled';
const power = 'it is switched off';
/** After these, labels that a spooler reports as printed may never have been. */
export const printerDies: readonly [string, string] = [`printer: ${cable}`, `printer: ${power}`];

export const printerScenarios: readonly Scenario[] = [
  printer(cable, (desk) => desk.printer.unplug()),
  printer(power, (desk) => desk.printer.powerOff()),
  printer('it runs out of paper for two seconds', (desk) => {
    desk.printer.set({ paperOut: true });
    setTimeout(() => desk.printer.set({ paperOut: false }), 2000);
  }),
  printer('its queue is stopped', (desk) => desk.stopQueue()),
  printer('somebody empties its queue', (desk) => desk.emptyQueue()),
];

type Desk = NonNullable<Parameters<Scenario['arm']>[1]>;

/** Something happens to the printer after a label or two. */
function printer(name: string, act: (desk: Desk) => void): Scenario {
  return {
    name: `printer: ${name}`,
    isPrinter: true,
    leavesLabels: true,
    arm: (stage, desk) => {
      const wanted = stage.random.int(1, 3);
      desk?.whenPrinted(wanted, () => {
        stage.meet(`printer: ${name}`);
        act(desk);
      });
    },
  };
}
