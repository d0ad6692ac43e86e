import type { Random } from './random.ts';

/**
 * Real cities with their states, area codes and the real range of their CEPs (first five digits),
 * so that CEP, city and state agree; and some districts of each.
 */
export const places = `
São Paulo, SP, 11, 1001, 5849, Pinheiros|Vila Mariana|Bela Vista|Perdizes|Tatuapé
Ribeirão Preto, SP, 16, 14010, 14110, Jardim Sumaré|Campos Elíseos|Ribeirânia|Vila Tibério
Rio de Janeiro, RJ, 21, 20010, 23799, Tijuca|Botafogo|Méier|Barra da Tijuca|Laranjeiras
Belo Horizonte, MG, 31, 30110, 31980, Savassi|Funcionários|Pampulha|Santa Tereza
Vitória, ES, 27, 29010, 29092, Praia do Canto|Jardim da Penha|Enseada do Suá|Maruípe
Curitiba, PR, 41, 80010, 82990, Batel|Água Verde|Portão|Boa Vista|Santa Felicidade
Florianópolis, SC, 48, 88010, 88070, Trindade|Itacorubi|Estreito|Córrego Grande
Porto Alegre, RS, 51, 90010, 91920, Moinhos de Vento|Menino Deus|Petrópolis|Sarandi
Brasília, DF, 61, 70040, 70910, Asa Sul|Asa Norte|Sudoeste|Noroeste
Goiânia, GO, 62, 74003, 74885, Setor Bueno|Setor Marista|Jardim Goiás|Campinas
Salvador, BA, 71, 40010, 41950, Pituba|Barra|Rio Vermelho|Itapuã
Recife, PE, 81, 50010, 52291, Boa Viagem|Casa Forte|Graças|Várzea
Fortaleza, CE, 85, 60010, 60879, Aldeota|Meireles|Messejana|Benfica
Belém, PA, 91, 66010, 66913, Nazaré|Umarizal|Batista Campos|Marco
`
  .trim()
  .split('\n')
  .map((line) => {
    const [city = '', state = '', areaCode = '', first, last, districts = ''] = line.split(', ');
    return {
      city,
      state,
      areaCode,
      firstCep: Number(first),
      lastCep: Number(last),
      districts: districts.split('|'),
    };
  });

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
