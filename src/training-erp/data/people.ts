import { fold } from '#shared/formats.ts';
import { makeCnpj, makeCpf } from './ids.ts';
import { makeAddress, places } from './places.ts';
import type { Random } from './random.ts';

const firstNames = [
  'Ana|Beatriz|Camila|Débora|Fernanda|Gabriela|Helena|Inês|Joana|Mariana|Natália|Sílvia|Vitória|Luísa'.split(
    '|',
  ),
  'Antônio|Bruno|Caio|Érico|Fábio|Gustavo|Heitor|João|Leonardo|Nélson|Otávio|Rafael|Sérgio|Vinícius'.split(
    '|',
  ),
] as const;

const surnames = (
  'Almeida|Araújo|Barbosa|Carvalho|Conceição|Dias|Figueiredo|Galvão|Gonçalves|Guimarães|Lourenço|Magalhães|Monteiro|' +
  'Paixão|Peçanha|Queiroz|Salomão|Sant’Anna|Simões|Vasconcelos|Zanetti'
).split('|');

/** Last names that come with their particle. */
const particleSurnames = 'da Cunha|da Conceição|dos Reis|de Assunção'.split('|');

const trades = (
  'Materiais Elétricos|Papelaria e Presentes|Produtos Agropecuários|Autopeças|Calçados e Acessórios|' +
  'Equipamentos Odontológicos'
).split('|');

/** Lower case letters and dots only, as in an e-mail address. */
function toSlug(text: string): string {
  return fold(text)
    .replace(/[^a-z ]/g, '')
    .replace(/ +/g, '.');
}

function makePersonName(random: Random): string {
  const names = random.pick(firstNames);
  const parts = [random.pick(names)];
  const second = random.pick(names);
  if (random.chance(0.2) && second !== parts[0]) parts.push(second);
  if (random.chance(0.35)) parts.push(random.pick(surnames));
  parts.push(random.pick(random.chance(0.2) ? particleSurnames : surnames));
  return parts.join(' ');
}

/** Contract 2.7. */
export function makeRecipient(random: Random, id: number) {
  const place = random.pick(places);
  const landline = `(${place.areaCode}) 3${random.digits(3)}-${random.digits(4)}`;
  const mobile = `(${place.areaCode}) 9${random.digits(4)}-${random.digits(4)}`;
  const endereco = makeAddress(random, place);
  const codigo = random.chance(0.3) ? '' : `CLI-${String(id % 100_000).padStart(5, '0')}`;
  const base = { id, codigo, fantasia: '', inscricaoEstadual: '', rg: '', endereco };
  if (random.chance(0.22)) {
    const first = random.pick(surnames);
    const second = random.pick(surnames);
    const trade = random.pick(trades);
    return {
      ...base,
      nome: `${first} & ${second} Comércio de ${trade} Ltda`,
      fantasia: `${first} ${trade.split(' ')[0] ?? trade}`,
      tipoPessoa: 'J',
      cpfCnpj: makeCnpj(random),
      inscricaoEstadual: random.digits(12),
      telefone: landline,
      celular: random.chance(0.5) ? mobile : '',
      email: `compras@${toSlug(first)}${toSlug(second)}.example.com`,
    };
  }
  const nome = makePersonName(random);
  return {
    ...base,
    nome,
    tipoPessoa: 'F',
    cpfCnpj: makeCpf(random),
    rg: random.chance(0.6)
      ? `${random.digits(2)}.${random.digits(3)}.${random.digits(3)}-${random.digits(1)}`
      : '',
    telefone: random.chance(0.4) ? landline : '',
    celular: mobile,
    email: `${toSlug(nome)}@example.com`,
  };
}
