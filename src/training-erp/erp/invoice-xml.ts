import type { Sender } from '../data/company.ts';
import type { WireDispatch } from '../data/dispatches.ts';
import { makeAccessKey } from '../data/ids.ts';
import { trainingWords } from '../data/label-ways.ts';

const namespace = 'xmlns="http://www.portalfiscal.inf.br/nfe"';

/**
 * An authorised invoice as far as a paper needs it, without signature, and of the test service: no
 * fiscal value.
 */
export function writeInvoice(
  { notaFiscal, destinatario: to, logistica }: WireDispatch,
  from: Sender,
): string {
  const key = makeAccessKey(notaFiscal, from.cpfCnpj);
  const [buyer, seller] = [to.cpfCnpj, from.cpfCnpj].map((id) => {
    const digits = id.replaceAll(/\D/g, '');
    return element(digits.length === 11 ? 'CPF' : 'CNPJ', digits);
  });
  const at = (time: string) => `${notaFiscal.data}T${time}-03:00`;
  const ide = write({
    mod: '55',
    serie: '1',
    nNF: String(notaFiscal.numero),
    dhEmi: at('09:12:00'),
    tpNF: '1',
    tpAmb: '2',
  });
  const emit = `${seller}${write({ xNome: from.razaoSocial })}<enderEmit>${write({ UF: from.enderecoEmpresa.uf })}</enderEmit>`;
  const dest = `${buyer}${write({ xNome: to.nome })}<enderDest>${write({ UF: to.endereco.uf })}</enderDest>`;
  const total = (logistica.valorDeclarado || 100 + (notaFiscal.id % 9000) / 10).toFixed(2);
  const verdict = write({
    tpAmb: '2',
    chNFe: key,
    dhRecbto: at('09:12:07'),
    nProt: `1352600${String(notaFiscal.id % 1e8).padStart(8, '0')}`,
    cStat: '100',
  });
  return (
    `<?xml version="1.0" encoding="UTF-8"?><nfeProc versao="4.00" ${namespace}><NFe ${namespace}>` +
    `<infNFe versao="4.00" Id="NFe${key}"><ide>${ide}</ide><emit>${emit}${write({ IE: from.inscricaoEstadual })}</emit>` +
    `<dest>${dest}</dest><total><ICMSTot>${write({ vNF: total })}</ICMSTot></total>` +
    `<infAdic>${write({ infCpl: trainingWords.join(', ') })}</infAdic></infNFe></NFe>` +
    `<protNFe versao="4.00"><infProt>${verdict}</infProt></protNFe></nfeProc>`
  );
}

function write(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, text]) => element(name, text))
    .join('');
}

function element(name: string, text: string): string {
  return `<${name}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${name}>`;
}
