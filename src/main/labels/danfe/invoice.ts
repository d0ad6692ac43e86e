import { SaxesParser } from 'saxes';
import { readAccessKey } from '#shared/identities/access-key.ts';
import { FaultError, throwFault } from '../../os/errors.ts';

/** What the paper of an invoice says, in words for people. */
export type Invoice = Readonly<ReturnType<typeof readInvoice>>;

export interface Party {
  readonly name: string;
  /** CNPJ, CPF, or that of another country. */
  readonly idTitle: string;
  readonly id: string;
  /** The registration with the state; '' for none. */
  readonly registration: string;
  readonly state: string;
}

/** The tax authorities take no invoice of more than half of it. */
const maxBytes = 1 << 20;
/** An invoice has 8 levels, its signature 9. */
const maxDepth = 24;
const namespace = 'http://www.portalfiscal.inf.br/nfe';

const invoice = 'nfeProc/NFe/infNFe/';
const verdict = 'nfeProc/protNFe/infProt/';
const partyFields = ['CNPJ', 'CPF', 'idEstrangeiro', 'xNome', 'IE'];
const wanted: ReadonlySet<string> = new Set([
  ...['mod', 'serie', 'nNF', 'dhEmi', 'tpNF', 'tpAmb'].map((name) => `${invoice}ide/${name}`),
  ...[...partyFields, 'enderEmit/UF'].map((name) => `${invoice}emit/${name}`),
  ...[...partyFields, 'enderDest/UF'].map((name) => `${invoice}dest/${name}`),
  `${invoice}total/ICMSTot/vNF`,
  `${invoice}infAdic/infCpl`,
  ...['chNFe', 'nProt', 'dhRecbto', 'cStat', 'tpAmb'].map((name) => verdict + name),
]);

/** Authorised, in time or late. Any other answer of the tax authorities allows no paper. */
const authorised = /^1[05]0$/;
const moment = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}:\d{2})/;

/**
 * Reads an authorised invoice (`nfeProc`, NF-e 4.00), not its signature. Throws fault
 * `danfe-refused` for others.
 */
export function readInvoice(xml: Buffer) {
  const found = readFields(xml);
  const take = (path: string, form = /\S/) => {
    const value = found.get(path) ?? '';
    return form.test(value) ? value : refuse(path.split('/').slice(-2).join('/'));
  };
  const status = found.get(`${verdict}cStat`) ?? '';
  if (!authorised.test(status))
    refuse(status === '' ? 'no protocol' : `cStat ${status.slice(0, 3)}`);
  const key = take(`${invoice}@Id`, /^NFe/).slice(3);
  if (readAccessKey(key) === null || found.get(`${verdict}chNFe`) !== key) refuse('access key');
  const number = take(`${invoice}ide/nNF`, /^\d{1,9}$/);
  const series = take(`${invoice}ide/serie`, /^\d{1,3}$/);
  const own = `55${series.padStart(3, '0')}${number.padStart(9, '0')}`;
  if (key.slice(20, 34) !== own) refuse('another number in the key');
  if (take(`${invoice}ide/mod`) !== '55') refuse('model');
  const tests = [`${invoice}ide/`, verdict].map((place) => take(`${place}tpAmb`, /^[12]$/) === '2');
  const readParty = (place: string, address: string): Party => ({
    name: take(`${place}/xNome`),
    ...readId(place, found),
    registration: found.get(`${place}/IE`) ?? '',
    state: take(`${place}/${address}/UF`, /^[A-Z]{2}$/),
  });
  const received = take(`${verdict}dhRecbto`, moment);
  const issuer = readParty(`${invoice}emit`, 'enderEmit');
  if (issuer.registration === '') refuse('emit/IE');
  return {
    key,
    number: number.padStart(9, '0').replace(/(...)(...)(...)/, '$1.$2.$3'),
    series: series.padStart(3, '0'),
    direction: take(`${invoice}ide/tpNF`, /^[01]$/) === '1' ? '1 - SAÍDA' : '0 - ENTRADA',
    issued: writeDate(take(`${invoice}ide/dhEmi`, moment)),
    total: writeMoney(take(`${invoice}total/ICMSTot/vNF`, /^\d{1,13}\.\d{2}$/)),
    protocol: [
      take(`${verdict}nProt`, /^\d{15,17}$/),
      '-',
      writeDate(received),
      received.slice(11, 19),
    ].join(' '),
    /** Issued to try the service out: it has no fiscal value. */
    isTest: tests.includes(true),
    issuer,
    recipient: readParty(`${invoice}dest`, 'enderDest'),
    /** The issuer's own words; '' for none. */
    notes: found.get(`${invoice}infAdic/infCpl`) ?? '',
  };
}

/** Returns the wanted fields by their paths, without outer blanks. Nothing of the rest is kept. */
function readFields(xml: Buffer): ReadonlyMap<string, string> {
  if (xml.length > maxBytes) refuse('too large');
  const found = new Map<string, string>();
  const path: string[] = [];
  let at = '';
  const parser = new SaxesParser({ xmlns: true });
  parser.on('doctype', () => refuse('DOCTYPE'));
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (path.push(local) > maxDepth) refuse('too deep');
    if (path.length === 1 && (local !== 'nfeProc' || uri !== namespace)) refuse('no nfeProc');
    at = path.join('/');
    const id = at === 'nfeProc/NFe/infNFe' ? attributes['Id'] : undefined;
    const isWanted = uri === namespace && wanted.has(at);
    const field = id === undefined ? at : `${at}/@Id`;
    if (id === undefined && !isWanted) return;
    // Two of them: nobody knows which one counts.
    if (found.has(field)) refuse(`${local} twice`);
    found.set(field, id?.value ?? '');
  });
  const add = (text: string) => {
    if (wanted.has(at)) found.set(at, (found.get(at) ?? '') + text);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    path.pop();
    at = path.join('/');
  });
  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(xml)).close();
  } catch (error) {
    // The parser's own words quote the file.
    if (error instanceof FaultError) throw error;
    refuse('not well-formed');
  }
  return new Map([...found].map(([field, text]) => [field, text.trim().replaceAll(/\s+/g, ' ')]));
}

function readId(place: string, found: ReadonlyMap<string, string>): Pick<Party, 'idTitle' | 'id'> {
  const company = found.get(`${place}/CNPJ`) ?? '';
  const person = found.get(`${place}/CPF`) ?? '';
  if (/^[\dA-Z]{12}\d\d$/.test(company))
    return { idTitle: 'CNPJ', id: company.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5') };
  if (/^\d{11}$/.test(person))
    return { idTitle: 'CPF', id: person.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4') };
  const foreign = found.get(`${place}/idEstrangeiro`);
  // A buyer abroad may have none, which the invoice says with an empty field.
  if (foreign === undefined || company !== '' || person !== '')
    refuse(`${place.split('/').at(-1) ?? ''} without id`);
  return { idTitle: 'ID ESTRANGEIRO', id: foreign };
}

/** As the invoice says it: the issuer's and the authority's own time. */
function writeDate(iso: string): string {
  return iso.slice(0, 10).split('-').reverse().join('/');
}

function writeMoney(amount: string): string {
  const [whole = '', cents = ''] = amount.split('.');
  return `R$ ${BigInt(whole).toLocaleString('pt-BR')},${cents}`;
}

/** Refuses an invoice for a reason that names nothing of its content. */
function refuse(detail: string): never {
  throwFault('danfe-refused', { detail });
}
