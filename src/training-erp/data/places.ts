import type { Random } from './random.ts';

/** A real city with the real range of its CEPs (first five digits), so that CEP, city and state agree. */
function place(city: string, state: string, areaCode: string, firstCep: number, lastCep: number, districts: string) {
  return { city, state, areaCode, firstCep, lastCep, districts: districts.split('|') };
}

export const places = [
  place('São Paulo', 'SP', '11', 1001, 5849, 'Pinheiros|Vila Mariana|Bela Vista|Perdizes|Tatuapé'),
  place('Campinas', 'SP', '19', 13010, 13106, 'Cambuí|Taquaral|Barão Geraldo|Jardim Chapadão'),
  place('Santos', 'SP', '13', 11010, 11096, 'Gonzaga|Boqueirão|Ponta da Praia|Vila Belmiro'),
  place('Ribeirão Preto', 'SP', '16', 14010, 14110, 'Jardim Sumaré|Campos Elíseos|Ribeirânia|Vila Tibério'),
  place('Sorocaba', 'SP', '15', 18010, 18109, 'Campolim|Vila Hortência|Santa Rosália|Éden'),
  place('São José dos Campos', 'SP', '12', 12209, 12247, 'Jardim Aquarius|Vila Ema|Urbanova|Santana'),
  place('Rio de Janeiro', 'RJ', '21', 20010, 23799, 'Tijuca|Botafogo|Méier|Barra da Tijuca|Laranjeiras'),
  place('Niterói', 'RJ', '21', 24020, 24370, 'Icaraí|Ingá|São Francisco|Fonseca'),
  place('Belo Horizonte', 'MG', '31', 30110, 31980, 'Savassi|Funcionários|Pampulha|Santa Tereza'),
  place('Uberlândia', 'MG', '34', 38400, 38415, 'Santa Mônica|Martins|Tibery|Fundinho'),
  place('Juiz de Fora', 'MG', '32', 36010, 36092, 'São Mateus|Granbery|Cascatinha|Benfica'),
  place('Vitória', 'ES', '27', 29010, 29092, 'Praia do Canto|Jardim da Penha|Enseada do Suá|Maruípe'),
  place('Curitiba', 'PR', '41', 80010, 82990, 'Batel|Água Verde|Portão|Boa Vista|Santa Felicidade'),
  place('Londrina', 'PR', '43', 86010, 86099, 'Gleba Palhano|Jardim Higienópolis|Vila Nova|Aeroporto'),
  place('Maringá', 'PR', '44', 87013, 87083, 'Zona 7|Jardim Alvorada|Vila Operária|Novo Centro'),
  place('Florianópolis', 'SC', '48', 88010, 88070, 'Trindade|Itacorubi|Estreito|Córrego Grande'),
  place('Joinville', 'SC', '47', 89201, 89239, 'América|Anita Garibaldi|Saguaçu|Iririú'),
  place('Blumenau', 'SC', '47', 89010, 89075, 'Velha|Itoupava Norte|Garcia|Ponta Aguda'),
  place('Porto Alegre', 'RS', '51', 90010, 91920, 'Moinhos de Vento|Menino Deus|Petrópolis|Sarandi'),
  place('Caxias do Sul', 'RS', '54', 95010, 95124, 'São Pelegrino|Pio X|Lourdes|Cruzeiro'),
  place('Brasília', 'DF', '61', 70040, 70910, 'Asa Sul|Asa Norte|Sudoeste|Noroeste'),
  place('Goiânia', 'GO', '62', 74003, 74885, 'Setor Bueno|Setor Marista|Jardim Goiás|Campinas'),
  place('Cuiabá', 'MT', '65', 78005, 78099, 'Jardim das Américas|Boa Esperança|Goiabeiras|Coxipó'),
  place('Campo Grande', 'MS', '67', 79002, 79117, 'Jardim dos Estados|Vila Planalto|Tiradentes|Santa Fé'),
  place('Salvador', 'BA', '71', 40010, 41950, 'Pituba|Barra|Rio Vermelho|Itapuã'),
  place('Recife', 'PE', '81', 50010, 52291, 'Boa Viagem|Casa Forte|Graças|Várzea'),
  place('João Pessoa', 'PB', '83', 58010, 58082, 'Tambaú|Manaíra|Bancários|Cabo Branco'),
  place('Natal', 'RN', '84', 59010, 59139, 'Ponta Negra|Tirol|Lagoa Nova|Petrópolis'),
  place('Fortaleza', 'CE', '85', 60010, 60879, 'Aldeota|Meireles|Messejana|Benfica'),
  place('São Luís', 'MA', '98', 65010, 65099, 'Renascença|Calhau|Cohama|Turu'),
  place('Belém', 'PA', '91', 66010, 66913, 'Nazaré|Umarizal|Batista Campos|Marco'),
  place('Manaus', 'AM', '92', 69005, 69099, 'Adrianópolis|Ponta Negra|Flores|Cidade Nova'),
];

const streets = (
  'Rua Sete de Setembro|Rua Quinze de Novembro|Avenida Brasil|Rua das Acácias|Rua Tiradentes|' +
  'Rua Marechal Deodoro|Avenida Getúlio Vargas|Rua Santos Dumont|Rua São João Batista|Travessa da Conceição|' +
  'Avenida Presidente Juscelino Kubitschek de Oliveira|Rua Barão do Rio Branco|Rua Dom Pedro II|' +
  'Alameda dos Ipês|Rua Professora Maria Antônia Guimarães|Rua Coronel João Gonçalves|Avenida Independência|' +
  'Rua Ângelo Brandão|Praça da Matriz|Rua José Bonifácio'
).split('|');

const complements = ['Apto 42', 'Casa 2', 'Bloco B, apto 304', 'Sala 1203', 'Fundos', 'Loja 5', 'Torre Sul, apto 1107'];

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
