import { makeCnpj } from './ids.ts';
import { makeAddress, places } from './places.ts';
import type { WireAddress } from './places.ts';
import { Random } from './random.ts';

/** Contract 2.11. */
export interface Sender {
  readonly razaoSocial: string;
  readonly cpfCnpj: string;
  readonly fantasia: string;
  readonly enderecoEmpresa: WireAddress;
  readonly fone: string;
  readonly email: string;
  readonly inscricaoEstadual: string;
  readonly regimeTributario: number;
}

/** The company that owns the ERP's account and sends every parcel. */
export function makeCompany(seed: number): Sender {
  const random = new Random(seed, 'company');
  const place = random.pick(places.filter(({ state }) => state === 'SP' || state === 'SC' || state === 'PR'));
  return {
    razaoSocial: 'Armazém Demonstração Comércio Eletrônico Ltda',
    cpfCnpj: makeCnpj(random),
    fantasia: 'Armazém Demonstração',
    enderecoEmpresa: { ...makeAddress(random, place), complemento: 'Galpão 4' },
    fone: `(${place.areaCode}) 3${random.digits(3)}-${random.digits(4)}`,
    email: 'expedicao@armazem.example.com',
    inscricaoEstadual: random.digits(12),
    regimeTributario: 1,
  };
}
