import { expect, it } from 'vitest';
import { findDanfes } from '../../../src/main/labels/zpl-reading/danfes.ts';

/*
 * The layouts follow published generators of DANFEs in ZPL: the title first or last on the paper,
 * the key with and without a start code, its letters if a CNPJ has some; texts by ^FB, ^FH and ^CF.
 * People and companies are invented.
 */

const key = '35261112345678000195550010000055541746500122';
const lettered = '352611AB3C5678000195550010000055541746500121';

const label = (code = 'BR123456789012S'): string =>
  `^XA^PW799^LL1199^FO40,40^A0N,30,30^FDDESTINATARIO: Joana Prado^FS^BY3^FO40,300^BCN,150,Y,N,N^FD>:${code}^FS^XZ`;
const titleFirst = `^XA^MMT^PW799^LL1199^LS0^FT380,45^A0N,32,28^FH\\^FDDANFE Simplificado - Etiqueta^FS^BY2,3,160^FT122,365^BCN,,Y,N^FD>;${key}^FS^FT26,446^A0N,23,24^FH\\^FDEMITENTE: Loja^FS^XZ`;
const titleLast = `^XA^CI28^MCY^FO440,40^A0N,30,30^FDChave de acesso^FS^FO135,190^BY2,,0^BCN,150,Y,N,N^FD>;${key}^FS^FO40,560^A0N,20,20^FDDANFE SIMPLIFICADO^FS^XZ`;
const plainCode = `^XA^CF0,50^FO0,40^FB800,100,1,C^FDDANFE SIMPLIFICADO\\&^FS^BY2,3,50^FO120,110^BC,50,N,,N,A^FD${lettered}^FS^XZ`;
const withQr = titleFirst.replace(
  '^XZ',
  '^FO600,900^BQN,2,4^FDQA,https://www.nfe.fazenda.gov.br/?chNFe=1^FS^XZ',
);
/** Of Tipo 2: its only code is the address with the key. */
const onlyQr = titleFirst
  .replace(/\^FT122.*?\^FS/, '')
  .replace('^XZ', `^BQN,2,4^FDQA,https://www.nfe.fazenda.gov.br/consulta?p=${key}|2|1^FS^XZ`);
/** A carrier's label with the invoice's paper in its lower half. */
const both = titleFirst.replace('^XZ', '^FO40,700^BCN,100,Y,N,N^FD>:BR123456789012S^FS^XZ');

const find = (...labels: readonly string[]): readonly number[] => [
  ...findDanfes(Buffer.from(labels.join('\n'))),
];

it.each([
  ['its title first', titleFirst],
  ['its title last', titleLast],
  ['a key with letters and no start code', plainCode],
  ['a code to look it up with', withQr],
  ['the key in a QR code alone', onlyQr],
])('finds a paper of an invoice with %s, beside a label', (_, danfe) => {
  expect(find(label(), danfe)).toEqual([1]);
  expect(find(danfe, label())).toEqual([0]);
  expect(find(label(), danfe, label(), danfe)).toEqual([1, 3]);
});

it('finds no DANFE in a label that has a code of its own, does not name itself one, or has no key', () => {
  expect(find(label(), both)).toEqual([]);
  expect(find(label(), titleFirst.replace('DANFE', 'Resumo'))).toEqual([]);
  expect(find(label(), titleFirst.replace(key, key.slice(1)))).toEqual([]);
  expect(find(label(), label('BR000000000001S'))).toEqual([]);
});

it('finds none if there is no other label', () => {
  expect(find(titleFirst)).toEqual([]);
  expect(find(titleFirst, titleLast)).toEqual([]);
});
