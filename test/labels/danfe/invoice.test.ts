import { describe, expect, it } from 'vitest';
import { readInvoice } from '../../../src/main/labels/danfe/invoice.ts';
import { FaultError } from '../../../src/main/os/errors.ts';
import { keyOf, makeInvoice, usualInvoice } from '../../support/invoices.ts';
import type { InvoiceFacts } from '../../support/invoices.ts';

function refusal(xml: string | Buffer): string | null {
  try {
    readInvoice(Buffer.from(xml));
  } catch (error) {
    if (error instanceof FaultError) return error.fault.detail;
    throw error;
  }
  return null;
}

describe("an invoice's XML", () => {
  it('is read field by field', () => {
    expect(readInvoice(Buffer.from(makeInvoice()))).toEqual({
      key: keyOf(usualInvoice),
      number: '000.102.341',
      series: '001',
      direction: '1 - SAÍDA',
      // The issuer's day, which is another one in Greenwich.
      issued: '26/11/2026',
      total: 'R$ 12.345,60',
      protocol: '135260000123456 - 26/11/2026 21:12:07',
      isTest: false,
      issuer: {
        name: usualInvoice.issuer,
        idTitle: 'CNPJ',
        id: '12.222.333/0001-81',
        registration: '110042490114',
        state: 'SP',
      },
      recipient: {
        name: usualInvoice.recipient,
        idTitle: 'CPF',
        id: '123.456.789-09',
        registration: '',
        state: 'MG',
      },
      notes: usualInvoice.notes,
    });
  });

  it.each<[string, Partial<InvoiceFacts>, object]>([
    ['a CNPJ with letters', { cnpj: 'AB3C5678000A95' }, { issuer: { id: 'AB.3C5.678/000A-95' } }],
    [
      'a company as recipient',
      { recipientId: '<CNPJ>12222333000181</CNPJ>' },
      { recipient: { idTitle: 'CNPJ' } },
    ],
    [
      'a recipient abroad without an id',
      { recipientId: '<idEstrangeiro/>', recipientState: 'EX' },
      { recipient: { idTitle: 'ID ESTRANGEIRO', id: '', state: 'EX' } },
    ],
    [
      'signs that XML quotes',
      { recipient: `D'Ávila & <Filhos>` },
      { recipient: { name: `D'Ávila & <Filhos>` } },
    ],
    ['a late authorisation', { status: '150' }, { number: '000.102.341' }],
    ['the test service', { environment: '2' }, { isTest: true }],
    ['the largest amount', { total: '1234567890123.45' }, { total: 'R$ 1.234.567.890.123,45' }],
  ])('may have %s', (_, change, expected) => {
    expect(readInvoice(Buffer.from(makeInvoice(change)))).toMatchObject(expected);
  });

  it.each([
    ['without its verdict', makeInvoice().replace(/<protNFe.*<\/protNFe>/s, ''), 'no protocol'],
    ['denied', makeInvoice({ status: '110' }), 'cStat 110'],
    ['cancelled', makeInvoice({ status: '101' }), 'cStat 101'],
    [
      'with the verdict on another one',
      makeInvoice().replace('<chNFe>35', '<chNFe>41'),
      'access key',
    ],
    [
      'with a wrong check digit',
      makeInvoice().replaceAll(
        keyOf(usualInvoice),
        keyOf(usualInvoice).replace(/.$/, (digit) => String((Number(digit) + 1) % 10)),
      ),
      'access key',
    ],
    [
      'with another number in its key',
      makeInvoice().replace('<nNF>102341', '<nNF>102342'),
      'another number in the key',
    ],
    ['with two numbers', makeInvoice().replace('<nNF>', '<nNF>1</nNF><nNF>'), 'nNF twice'],
    [
      'without protocol number',
      makeInvoice().replace('<nProt>135260000123456</nProt>', ''),
      'infProt/nProt',
    ],
    [
      'without the time of it',
      makeInvoice().replace(/<dhRecbto>.*<\/dhRecbto>/, ''),
      'infProt/dhRecbto',
    ],
    ['without issuer', makeInvoice({ issuer: ' ' }), 'emit/xNome'],
    [
      "without the issuer's registration",
      makeInvoice().replace('<IE>110042490114</IE>', ''),
      'emit/IE',
    ],
    ['without recipient', makeInvoice({ recipient: '' }), 'dest/xNome'],
    ["without the recipient's id", makeInvoice({ recipientId: '' }), 'dest without id'],
    ['without state', makeInvoice({ recipientState: '' }), 'enderDest/UF'],
    ['without total', makeInvoice({ total: '' }), 'ICMSTot/vNF'],
    ['with a total in words', makeInvoice({ total: '12,5' }), 'ICMSTot/vNF'],
    ['without date', makeInvoice().replace(/<dhEmi>.*<\/dhEmi>/, ''), 'ide/dhEmi'],
    [
      'that is only an invoice',
      makeInvoice()
        .replace(/^.*?<NFe/s, '<NFe')
        .replace(/<protNFe.*$/s, ''),
      'no nfeProc',
    ],
    ['of another namespace', makeInvoice().replaceAll('portalfiscal', 'elsewhere'), 'no nfeProc'],
    ['that is a page', '<html><body>Login</body></html>', 'no nfeProc'],
    ['that is cut off', makeInvoice().slice(0, 900), 'not well-formed'],
    ['that is empty', '', 'not well-formed'],
    ['in another encoding', Buffer.from(makeInvoice(), 'latin1'), 'not well-formed'],
    [
      'with an unknown entity',
      makeInvoice({ notes: '' }).replace('<infCpl>', '<infCpl>&xxe;'),
      'not well-formed',
    ],
    [
      'with entities of its own (a billion laughs)',
      `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${makeInvoice().replace(/^.*?>/, '')}`,
      'DOCTYPE',
    ],
    ['of 10 MB', makeInvoice({ notes: 'x'.repeat(10 << 20) }), 'too large'],
    [
      'a hundred thousand levels deep',
      makeInvoice().replace('<det', `${'<a>'.repeat(100_000)}<det`),
      'too deep',
    ],
  ])('is refused %s', (_, xml, detail) => {
    expect(refusal(xml)).toBe(detail);
  });
});
