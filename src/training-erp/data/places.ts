import type { Random } from './random.ts';

/**
 * A real city with the real range of its CEPs (first five digits), so that CEP, city and state
 * agree.
 */
function place(
  city: string,
  state: string,
  areaCode: string,
  firstCep: number,
  lastCep: number,
  districts: string,
) {
  return { city, state, areaCode, firstCep, lastCep, districts: districts.split('|') };
}

export const places = [
  place('São Paulo', 'SP', '11', 1001, 5849, 'Pinheiros|Vila Mariana|Bela Vista|Perdizes|Tatuapé'),
  place(
    'Ribeirão Preto',
    'SP',
    '16',
    14010,
    14110,
    'Jardim Sumaré|Campos Elíseos|Ribeirânia|Vila Tibério',
  ),
  place(
    'Rio de Janeiro',
    'RJ',
    '21',
    20010,
    23799,
    'Tijuca|Botafogo|Méier|Barra da Tijuca|Laranjeiras',
  ),
  place('Belo Horizonte', 'MG', '31', 30110, 31980, 'Savassi|Funcionários|Pampulha|Santa Tereza'),
  place(
    'Vitória',
    'ES',
    '27',
    29010,
    29092,
    'Praia do Canto|Jardim da Penha|Enseada do Suá|Maruípe',
  ),
  place('Curitiba', 'PR', '41', 80010, 82990, 'Batel|Água Verde|Portão|Boa Vista|Santa Felicidade'),
  place('Florianópolis', 'SC', '48', 88010, 88070, 'Trindade|Itacorubi|Estreito|Córrego Grande'),
  place(
    'Porto Alegre',
    'RS',
    '51',
    90010,
    91920,
    'Moinhos de Vento|Menino Deus|Petrópolis|Sarandi',
  ),
  place('Brasília', 'DF', '61', 70040, 70910, 'Asa Sul|Asa Norte|Sudoeste|Noroeste'),
  place('Goiânia', 'GO', '62', 74003, 74885, 'Setor Bueno|Setor Marista|Jardim Goiás|Campinas'),
  place('Salvador', 'BA', '71', 40010, 41950, 'Pituba|Barra|Rio Vermelho|Itapuã'),
  place('Recife', 'PE', '81', 50010, 52291, 'Boa Viagem|Casa Forte|Graças|Várzea'),
  place('Fortaleza', 'CE', '85', 60010, 60879, 'Aldeota|Meireles|Messejana|Benfica'),
  place('Belém', 'PA', '91', 66010, 66913, 'Nazaré|Umarizal|Batista Campos|Marco'),
];

const streets = (
  'Rua Sete de Setembro|Avenida Brasil|Rua das Acácias|Rua São João Batista|Travessa da Conceição|Alameda dos Ipês|' +
  'Avenida Presidente Juscelino Kubitschek de Oliveira|Rua Professora Maria Antônia Guimarães|Praça da Matriz'
).split('|');

const complements = [
  'Apto 42',
  'Casa 2',
  'Bloco B, apto 304',
  'Sala 1203',
  'Fundos',
  'Loja 5',
  'Torre Sul, apto 1107',
];

/** Contract 2.10. */
export function makeAddress(random: Random, from: (typeof places)[number]) {
  const cep = String(random.int(from.firstCep, from.lastCep)).padStart(5, '0');
  return {
    endereco: random.pick(streets),
    numero: random.chance(0.05) ? 'S/N' : String(random.int(3, 2980)),
    complemento: random.chance(0.45) ? random.pick(complements) : '',
    bairro: random.pick(from.districts),
    municipio: from.city,
    cep: `${cep}-${String(random.int(0, 89) * 10).padStart(3, '0')}`,
    uf: from.state,
    pais: 'Brasil',
  };
}
