import { makeS10 } from './ids.ts';
import { makeRecipient } from './people.ts';
import type { Random } from './random.ts';
import type { Drawing, SandboxLabelFormat } from './label-ways.ts';

export interface WireNamed {
  readonly id: number;
  readonly nome: string;
}

/** The carrier of a shipment, and the way its labels come. */
export interface Carrier {
  readonly name: string;
  readonly method: WireNamed;
  readonly service: WireNamed;
  /** A tracking code of the carrier's kind, or `''` if the ERP has none. */
  readonly track: (random: Random) => string;
  /** The beginning of the number on its labels if the ERP has no tracking code. */
  readonly codePrefix?: string;
  /** By the sandbox's options if omitted. */
  readonly labels?: {
    readonly format: SandboxLabelFormat;
    readonly drawing?: Drawing;
    /** With the conclusion or some time after it; at once if omitted. */
    readonly from?: 'conclusion' | 'later';
    /** There are no labels: the ERP says so in these words, in turn. */
    readonly refusals?: readonly string[];
  };
}

/** With the id and the names of carrier, shipping method and service. */
export function carry(
  id: number,
  [name, method, service]: readonly [name: string, method: string, service: string],
  more: Omit<Carrier, 'name' | 'method' | 'service'>,
): Carrier {
  return {
    name,
    method: { id, nome: method },
    service: { id: id * 10 + 1, nome: service },
    ...more,
  };
}

export const carriers: readonly [Carrier, ...Carrier[]] = [
  carry(301, ['Postal Brasil', 'Postal Brasil - Expresso', 'Expresso'], {
    track: (random) => makeS10(random, 'AA'),
  }),
  carry(302, ['Rota Serra Azul', 'Rota Serra Azul - Rodoviário', 'Rodoviário'], {
    track: (random) => `RSA${random.digits(11)}`,
  }),
  carry(303, ['Postal Brasil', 'Postal Brasil - Econômico', 'Econômico'], {
    track: (random) => makeS10(random, 'PB'),
  }),
];

/**
 * Contract 2.8, with the values of `embalagem.tipo` met in the field: 0 undefined, 1 envelope, 2
 * box, 3 cylinder.
 */
function makeVolume(random: Random, volumes: number | 'several' | null) {
  const type = random.pick([0, 1, 1, 2, 2, 2, 2, 2, 3]);
  const several = random.chance(0.12) ? random.int(2, 3) : 1;
  const quantidadeVolumes = volumes === 'several' ? several : (volumes ?? 1);
  const usualWeight = random.decimal(0.25, 14, 3);
  const pack = (
    [id, descricao, largura, altura, comprimento]: readonly [
      number,
      string,
      number,
      number,
      number,
    ],
    diametro = 0,
    pesoBruto = usualWeight,
  ) => ({
    embalagem: { id, tipo: type, descricao },
    largura,
    altura,
    comprimento,
    diametro,
    pesoBruto,
    quantidadeVolumes,
  });
  switch (type) {
    case 1:
      return pack(
        [41, 'Envelope de segurança M', 25, random.int(1, 4), 35],
        0,
        random.decimal(0.08, 0.9, 3),
      );
    case 2:
      return pack(
        random.pick([
          [42, 'Caixa P', 16, 11, 20],
          [43, 'Caixa M', 22, 16, 30],
          [44, 'Caixa G', 35.5, 25, 45],
        ] as const),
      );
    case 3: {
      const tube = [45, 'Tubo para pôster', 0, 0, random.int(40, 90)] as const;
      return pack(tube, random.pick([7.5, 10, 12.5]), random.decimal(0.3, 2.5, 3));
    }
    default:
      return pack([0, '', random.int(12, 60), random.int(4, 40), random.int(18, 80)]);
  }
}

/** Contract 2.6, with 2.8 and 2.9. */
export function makeDispatch(
  random: Random,
  {
    carrier,
    serial,
    date,
    issueDate,
    volumes,
  }: {
    readonly carrier: Carrier;
    /** Counts through all groupings; ids and numbers follow from it. */
    readonly serial: number;
    readonly date: string;
    readonly issueDate: string;
    /** `several`: some shipments have two or three, with a label for one. Null: one. */
    readonly volumes: number | 'several' | null;
  },
) {
  const valorDeclarado = random.decimal(29.9, 1890, 2);
  const possuiValorDeclarado = random.chance(0.35);
  const tracking = carrier.track(random);
  const codigoRastreio = random.chance(0.06) ? '' : tracking;
  const venda = {
    id: 612_000_000 + serial * 7,
    numero: 48_210 + serial,
    data: issueDate,
    situacao: 4,
  };
  const notaFiscal = {
    id: 815_000_000 + serial * 11,
    numero: 102_340 + serial,
    data: issueDate,
    situacao: 6,
  };
  return {
    id: 930_000_000 + serial * 3,
    data: date,
    situacao: 'Aberta',
    tipoObjeto: 'notafiscal',
    idObjeto: notaFiscal.id,
    dataEmissao: issueDate,
    venda,
    notaFiscal,
    destinatario: makeRecipient(random, 720_000_000 + serial * 13),
    volume: makeVolume(random, volumes),
    logistica: {
      codigoRastreio,
      urlRastreio: codigoRastreio === '' ? '' : `https://rastreio.example.com/${codigoRastreio}`,
      possuiValorDeclarado,
      valorDeclarado: possuiValorDeclarado ? valorDeclarado : 0,
      possuiAvisoRecebimento: random.chance(0.15),
      formaFrete: carrier.service,
      transportador: random.chance(0.7)
        ? { id: carrier.method.id + 400, nome: carrier.name }
        : null,
    },
  };
}

export type WireDispatch = ReturnType<typeof makeDispatch>;
