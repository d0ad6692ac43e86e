import { computeCheckDigit } from '#shared/identities/access-key.ts';

/** The facts of an invoice's XML. */
export interface InvoiceFacts {
  readonly number: string;
  readonly series: string;
  readonly issuer: string;
  readonly cnpj: string;
  readonly recipient: string;
  readonly recipientId: string;
  readonly recipientState: string;
  readonly total: string;
  readonly notes: string;
  readonly environment: string;
  readonly status: string;
}

export const usualInvoice: InvoiceFacts = {
  number: '102341',
  series: '1',
  issuer: 'Armazém Demonstração Comércio Eletrônico Ltda',
  cnpj: '12222333000181',
  recipient: 'João Conceição da Invenção',
  recipientId: '<CPF>12345678909</CPF>',
  recipientState: 'MG',
  total: '12345.60',
  notes:
    'Pedido 48210. Documento emitido por ME ou EPP optante pelo Simples Nacional. Não gera direito a crédito de IPI.',
  environment: '1',
  status: '100',
};

export function keyOf({ number, series, cnpj }: InvoiceFacts): string {
  const body = `352611${cnpj}55${series.padStart(3, '0')}${number.padStart(9, '0')}112345678`;
  return `${body}${computeCheckDigit(body)}`;
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * An invented invoice in the form of layout 4.00 of the NF-e (Manual de Orientação do Contribuinte,
 * annex I), as the tax authorities answer it, with the parts that no paper shows.
 */
export function makeInvoice(change: Partial<InvoiceFacts> = {}): string {
  const facts = { ...usualInvoice, ...change };
  const {
    number,
    series,
    issuer,
    cnpj,
    recipient,
    recipientId,
    recipientState,
    total,
    notes,
    environment,
  } = facts;
  const key = keyOf(facts);
  return `<?xml version="1.0" encoding="UTF-8"?>
<nfeProc versao="4.00" xmlns="http://www.portalfiscal.inf.br/nfe"><NFe xmlns="http://www.portalfiscal.inf.br/nfe">
<infNFe versao="4.00" Id="NFe${key}"><ide><cUF>35</cUF><natOp>Venda</natOp><mod>55</mod><serie>${series}</serie>
<nNF>${number}</nNF><dhEmi>2026-11-26T21:12:00-03:00</dhEmi><tpNF>1</tpNF><tpAmb>${environment}</tpAmb></ide>
<emit><CNPJ>${cnpj}</CNPJ><xNome>${escapeXml(issuer)}</xNome><enderEmit><xLgr>Rua A</xLgr><UF>SP</UF></enderEmit>
<IE>110042490114</IE></emit><dest>${recipientId}<xNome>${escapeXml(recipient)}</xNome>
<enderDest><xLgr>Rua B</xLgr><UF>${recipientState}</UF></enderDest><indIEDest>9</indIEDest></dest>
<det nItem="1"><prod><xProd>Caneca</xProd></prod><imposto><ICMS><ICMSSN102><orig>0</orig></ICMSSN102></ICMS></imposto></det>
<total><ICMSTot><vProd>${total}</vProd><vNF>${total}</vNF></ICMSTot></total><transp><modFrete>0</modFrete></transp>
<infAdic><infCpl>${escapeXml(notes)}</infCpl></infAdic></infNFe>
<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><mod>65</mod></SignedInfo></Signature></NFe>
<protNFe versao="4.00"><infProt><tpAmb>${environment}</tpAmb><chNFe>${key}</chNFe>
<dhRecbto>2026-11-26T21:12:07-03:00</dhRecbto><nProt>135260000123456</nProt><cStat>${facts.status}</cStat>
<xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe></nfeProc>`;
}
