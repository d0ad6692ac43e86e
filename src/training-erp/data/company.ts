import { makeCnpj } from './ids.ts';
import { makeAddress, places } from './places.ts';
import { Random } from './random.ts';

/** The company that owns the ERP's account and sends every parcel (contract 2.11). */
export function makeCompany(seed: number) {
  const random = new Random(seed, 'company');
  const place = random.pick(
    places.filter(({ state }) => state === 'SP' || state === 'SC' || state === 'PR'),
  );
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

export type Sender = ReturnType<typeof makeCompany>;
