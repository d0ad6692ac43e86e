import { carry, type Carrier } from './dispatches.ts';
import { makeS10 } from './ids.ts';
import type { SandboxKind } from './label-ways.ts';

/*
 * Names of carriers and marketplaces are real, because a shipping method can only be recognised by
 * its name; nothing else is.
 */

export const noLabels = 'Forma de envio não possui recurso de etiquetas';
const notFromMarketplace = 'Não foi possível obter as etiquetas em sua plataforma e-commerce';

const single: Readonly<Record<Exclude<SandboxKind, 'mixed'>, Carrier>> = {
  own: carry(311, ['Frota da Casa', 'Transportadora própria', 'Entrega'], {
    track: (random) => `FC${random.digits(9)}`,
    labels: { format: 'pdf' },
  }),
  correios: carry(312, ['Correios', 'Correios', 'SEDEX'], {
    track: (random) => makeS10(random, 'AC'),
    labels: { format: 'pdf', drawing: 'sheet', from: 'conclusion' },
  }),
  jadlog: carry(313, ['Jadlog', 'Melhor Envio', 'Jadlog .Package'], {
    track: (random) => `1${random.digits(13)}`,
    labels: { format: 'zpl', from: 'later' },
  }),
  'mercado-envios': carry(314, ['Mercado Envios', 'Mercado Envios', 'Mercado Envios Coleta'], {
    track: (random) => `4${random.digits(10)}`,
    labels: { format: 'pdf', refusals: [noLabels, notFromMarketplace] },
  }),
  shopee: carry(315, ['Shopee Xpress', 'Shopee Envios', 'Shopee Xpress'], {
    track: (random) => `BR${random.digits(12)}S`,
    labels: { format: 'zpl', drawing: 'with-danfe' },
  }),
  amazon: carry(316, ['Amazon', 'Amazon DBA', 'Amazon DBA'], {
    track: () => '',
    codePrefix: 'TBR',
    labels: { format: 'pdf', drawing: 'half-page', from: 'conclusion' },
  }),
};

/**
 * Returns the shipping method of a grouping of this kind, and the carriers of its shipments, in
 * turn.
 */
export function describeKind(kind: SandboxKind) {
  if (kind === 'mixed')
    return { method: { id: 317, nome: 'Várias formas' }, carriers: Object.values(single) };
  return { method: single[kind].method, carriers: [single[kind]] };
}
