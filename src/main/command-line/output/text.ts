import type { Language } from '../../../shared/index.ts';

/**
 * The commands' texts between results, which also define the keys of every language; faults have their own sentences in
 * src/shared.
 */
const ptBR = {
  recipient: 'Destinatário',
  city: 'Cidade/UF',
  volume: 'Volume',
  tracking: 'Rastreio',
  sandboxAt: (url: string) => `ERP de treino em ${url}`,
  tokenInKeychain: 'token lido do cofre de senhas do sistema',
  tokenInMemory: 'sem cofre de senhas neste computador: o token fica só na memória',
  grouping: (name: string, shipments: number) => `Agrupamento ${name}: ${shipments} expedições`,
  several: (number: number) => `Vários agrupamentos têm o número ${number}; rode de novo com o id de um deles:`,
  shipments: (count: number) => `${count} ${count === 1 ? 'expedição' : 'expedições'}`,
  labels: 'etiquetas',
  waitingForLimit: (seconds: number) => `limite do ERP, espera de ${seconds} s`,
  waitingForErp: (count: number) => `o ERP está fazendo ${count}; espera`,
  newTokenPlease: 'O token não vale mais. Cole um novo: ',
  failedLabels: (count: number) => `${count} ${count === 1 ? 'etiqueta faltando' : 'etiquetas faltando'}:`,
  accepted: (count: number) => `${count} ${count === 1 ? 'expedição segue' : 'expedições seguem'} sem etiqueta da Doca`,
  fewerLabels: (volumes: number, pages: number, of: number) =>
    `${volumes} volumes, ${pages > of ? `${pages} etiquetas` : `${pages} ${pages === 1 ? 'página escolhida' : 'páginas escolhidas'} de ${of}`}`,
  uncheckedHint:
    'A TI tornou a conferência obrigatória neste computador: confira e conclua na Doca de mesa. Só etiquetas: --no-conclude.',
  manyHint: 'Olhe as páginas; escolha algumas com --pages, ou repita com --accept-many para imprimir todas.',
  fewerHint: 'Escolha as páginas com --pages, ou, se está certo assim, repita com --accept-fewer.',
  languageHint: (language: string) =>
    `Se uma impressora deste computador fala ${language.toUpperCase()}, repita com --printer NOME --printer-language ${language}.`,
  reading: 'leitura',
  otherLabels: (count: number) =>
    `${count} ${count === 1 ? 'etiqueta parada' : 'etiquetas paradas'}, de outra expedição:`,
  otherAccepted: (count: number) => `${count} ${count === 1 ? 'etiqueta segue' : 'etiquetas seguem'} como está certo`,
  otherHint: 'Olhe as etiquetas; se estão certas, repita com --accept-other.',
  cancelled: (count: number) => `${count} ${count === 1 ? 'expedição não deve' : 'expedições não devem'} sair:`,
  heldBy: {
    'sale-cancelled': 'pedido cancelado',
    'invoice-cancelled': 'nota fiscal cancelada',
    'invoice-rejected': 'nota fiscal rejeitada',
    'invoice-denied': 'nota fiscal denegada',
    'invoice-pending': 'nota fiscal pendente',
    'invoice-issued': 'nota fiscal emitida, sem autorização',
    'invoice-sent': 'nota fiscal enviada, aguardando recibo',
    'invoice-awaiting-protocol': 'nota fiscal enviada, aguardando protocolo',
  },
  unauthorised: (count: number) =>
    `${count} ${count === 1 ? 'expedição' : 'expedições'} com nota ainda não autorizada:`,
  unauthorisedHint: 'Resolva no ERP e repita, ou use --print-unauthorised para imprimir e concluir mesmo assim.',
  cancelledHint:
    'Separe esses volumes e repita com --accept-cancelled para concluir sem as etiquetas deles, ou com --print-cancelled para imprimir também essas.',
  outlived: (days: number) =>
    `as etiquetas desta transportadora valem ${days} dias, e há mais velhas aqui: gere novas no ERP`,
  mayBeUnreadable: (places: string) => `códigos que talvez não possam ser lidos a 203 dpi: ${places}`,
  concludeFirstHint: 'Este ERP só dá as etiquetas depois da conclusão: repita com --conclude-first.',
  refusedHint:
    'Repita para concluir de novo; com --conclusion-was done se no ERP está concluído; ou com --labels-anyway para buscar as etiquetas mesmo assim.',
  byLabels: 'O ERP não confirmou a conclusão, mas as etiquetas saíram: está concluído.',
  conclusionWasHint: 'Depois de olhar no ERP, repita com --conclusion-was done ou --conclusion-was not-done.',
  printWasHint:
    'Veja no papel as etiquetas em dúvida e repita com --print-was done, --print-was not-done ou as posições que saíram, como --print-was 1-20,23.',
  printJobHint:
    'O trabalho de impressão de antes continua na fila da impressora: repita com --print-job wait para esperar por ele, ou --print-job withdraw para retirá-lo.',
  printStalled: 'A impressão não avança há mais de um minuto. Veja a impressora: papel, energia e cabo.',
  // The result of a failed print, each list as places in the grouping.
  onPaper: (places: string) => `no papel com certeza: ${places}`,
  perhapsOnPaper: (places: string) => `talvez no papel: ${places}`,
  notOnPaper: (places: string) => `não saíram: ${places}`,
  changed: (added: number, removed: number, old: number) =>
    `Entraram ${added}, saíram ${removed}, e no papel ${old} ${old === 1 ? 'etiqueta é antiga' : 'etiquetas são antigas'}.`,
  changedHint: 'Busque as etiquetas de novo, ou repita com --accept-changes.',
  wrote: (path: string, pages: number, kilobytes: number) =>
    `${path}: ${pages} ${pages === 1 ? 'página' : 'páginas'}, ${kilobytes} KB`,
  wroteZpl: (path: string) => `${path}: as etiquetas em ZPL`,
  conclusion: {
    concluded: 'Agrupamento concluído.',
    'not-concluded': 'Agrupamento não concluído.',
    unknown: 'Não se sabe se o agrupamento está concluído.',
  },
  took: (totalMs: number, collectMs: number, mergeMs: number, requests: number) =>
    `${writeSeconds(totalMs, ',')} s no total: etiquetas ${writeSeconds(collectMs, ',')} s, arquivo pronto ${mergeMs} ms depois do último byte; ${requests} solicitações`,
  elsewhere: (count: number) =>
    `${count} ${count === 1 ? 'etiqueta está' : 'etiquetas estão'} com outras bancadas e ${count === 1 ? 'ficou' : 'ficaram'} de fora:`,
  elsewhereHint:
    'Quando elas imprimirem ou devolverem, repita o comando. Se uma bancada parou de vez, assuma as etiquetas dela com --take-over NOME.',
  printedTwice: (count: number) =>
    `${count} ${count === 1 ? 'etiqueta saiu' : 'etiquetas saíram'} duas vezes; jogue fora um dos papéis:`,
  aloneHint:
    'As etiquetas são buscadas; imprimir e concluir esperam o servidor. Para seguir sem ele, repita com --alone.',
  worksAlone: 'Este comando segue sozinho. O que sair também em outra bancada será dito quando o servidor voltar.',
  erpSays: 'o ERP diz',
  stopHint: 'Ctrl+C para encerrar',
  browserOpens: 'O navegador abre agora para você entrar. Se ele não abrir, use este endereço neste computador:',
  openInBrowser: 'Abra este endereço em um navegador deste computador:',
  browserSignsOut: 'O navegador mostra agora a página de saída do serviço de entrada:',
  deviceCode: (url: string, code: string, minutes: number) =>
    `Em qualquer aparelho, abra ${url} e digite o código ${code}. Ele vale ${minutes} min.`,
  signedInAs: (name: string, erp: string, issuer: string) => `${name} entrou em ${erp} (por ${issuer}).`,
  tokenUntil: (time: string) => `O token de agora vale até ${time}; a Doca o renova sozinha.`,
  nobodySignedIn: (erp: string) => `Ninguém entrou em ${erp} neste computador. Para entrar: login.`,
  signedOut: (erp: string) => `Você saiu de ${erp}.`,
  secretKept: (clientId: string, issuer: string) => `O segredo de ${clientId} em ${issuer} está no cofre de senhas.`,
  secretRemoved: (clientId: string, issuer: string) => `O segredo de ${clientId} em ${issuer} saiu do cofre de senhas.`,
  floorPasswordKept: (address: string) => `A senha de ${address} está no cofre de senhas.`,
  floorPasswordRemoved: (address: string) => `A senha de ${address} saiu do cofre de senhas.`,
};

export type Text = typeof ptBR;

const en: Text = {
  recipient: 'Recipient',
  city: 'City/State',
  volume: 'Volume',
  tracking: 'Tracking',
  sandboxAt: (url) => `training ERP at ${url}`,
  tokenInKeychain: "token read from the system's keychain",
  tokenInMemory: 'no keychain on this computer: the token stays in memory only',
  grouping: (name, shipments) => `Grouping ${name}: ${shipments} shipments`,
  several: (number) => `Several groupings have the number ${number}; run again with the id of one of them:`,
  shipments: (count) => `${count} ${count === 1 ? 'shipment' : 'shipments'}`,
  labels: 'labels',
  waitingForLimit: (secondsLeft) => `the ERP's limit, waiting ${secondsLeft} s`,
  waitingForErp: (count) => `the ERP is making ${count}; waiting`,
  newTokenPlease: 'The token is no longer valid. Paste a new one: ',
  failedLabels: (count) => `${count} ${count === 1 ? 'label' : 'labels'} missing:`,
  accepted: (count) => `${count} ${count === 1 ? 'shipment goes' : 'shipments go'} without a label of Doca`,
  fewerLabels: (volumes, pages, of) =>
    `${volumes} volumes, ${pages > of ? `${pages} labels` : `${pages} ${pages === 1 ? 'page' : 'pages'} chosen of ${of}`}`,
  uncheckedHint:
    'IT has made checking mandatory on this computer: check and conclude in the desktop. Labels only: --no-conclude.',
  manyHint: 'Look at the pages; choose some with --pages, or run again with --accept-many to print all of them.',
  fewerHint: 'Choose the pages with --pages or, if this is right, run again with --accept-fewer.',
  languageHint: (language) =>
    `If a printer of this computer speaks ${language.toUpperCase()}, run again with --printer NAME --printer-language ${language}.`,
  reading: 'reading',
  otherLabels: (count) => `${count} ${count === 1 ? 'label' : 'labels'} stopped as another shipment's:`,
  otherAccepted: (count) => `${count} ${count === 1 ? 'label goes' : 'labels go'} on as right`,
  otherHint: 'Look at the labels; if they are right, run again with --accept-other.',
  cancelled: (count) => `${count} ${count === 1 ? 'shipment is' : 'shipments are'} not to leave:`,
  heldBy: {
    'sale-cancelled': 'order cancelled',
    'invoice-cancelled': 'invoice cancelled',
    'invoice-rejected': 'invoice rejected',
    'invoice-denied': 'invoice denied',
    'invoice-pending': 'invoice pending',
    'invoice-issued': 'invoice issued, without authorisation',
    'invoice-sent': 'invoice sent, waiting for its receipt',
    'invoice-awaiting-protocol': 'invoice sent, waiting for its protocol',
  },
  unauthorised: (count) =>
    `${count} ${count === 1 ? 'shipment' : 'shipments'} with an invoice that is not authorised yet:`,
  unauthorisedHint: 'See to it in the ERP and run again, or use --print-unauthorised to print and conclude.',
  cancelledHint:
    'Put these parcels aside and run again with --accept-cancelled to conclude without their labels, or with --print-cancelled to print these too.',
  outlived: (days) =>
    `this carrier takes labels for ${days} days, and some of these are older: make new ones in the ERP`,
  mayBeUnreadable: (places) => `codes that may not be readable at 203 dpi: ${places}`,
  concludeFirstHint: 'This ERP gives labels only after the conclusion: run again with --conclude-first.',
  refusedHint:
    'Run again to conclude again; with --conclusion-was done if it is concluded in the ERP; or with --labels-anyway to get the labels all the same.',
  byLabels: 'The ERP did not confirm the conclusion, but the labels came: it is concluded.',
  conclusionWasHint: 'After looking in the ERP, run again with --conclusion-was done or --conclusion-was not-done.',
  printWasHint:
    'Look for the labels in doubt on paper, then run again with --print-was done, --print-was not-done or the places that are there, like --print-was 1-20,23.',
  printJobHint:
    "The spool job of before goes on in the printer's queue: run again with --print-job wait to wait for it, or --print-job withdraw to take it out.",
  printStalled: 'The print has not moved for over a minute. Look at the printer: paper, power and cable.',
  onPaper: (places) => `on paper for sure: ${places}`,
  perhapsOnPaper: (places) => `perhaps on paper: ${places}`,
  notOnPaper: (places) => `not on paper: ${places}`,
  changed: (added, removed, old) =>
    `${added} came, ${removed} went, and ${old} ${old === 1 ? 'label' : 'labels'} on paper ${old === 1 ? 'is' : 'are'} of before.`,
  changedHint: 'Get the labels again, or run again with --accept-changes.',
  wrote: (path, pages, kilobytes) => `${path}: ${pages} ${pages === 1 ? 'page' : 'pages'}, ${kilobytes} KB`,
  wroteZpl: (path) => `${path}: the labels in ZPL`,
  conclusion: {
    concluded: 'Grouping concluded.',
    'not-concluded': 'Grouping not concluded.',
    unknown: 'Nobody knows whether the grouping is concluded.',
  },
  took: (totalMs, collectMs, mergeMs, requests) =>
    `${writeSeconds(totalMs, '.')} s in all: labels ${writeSeconds(collectMs, '.')} s, file ready ${mergeMs} ms after the last byte; ${requests} requests`,
  elsewhere: (count) =>
    `${count} ${count === 1 ? 'label is' : 'labels are'} with other stations and ${count === 1 ? 'was' : 'were'} left out:`,
  elsewhereHint:
    'When they have printed them or given them back, run again. If a station is gone for good, take over its labels with --take-over NAME.',
  printedTwice: (count) =>
    `${count} ${count === 1 ? 'label was' : 'labels were'} printed twice; throw one of the papers away:`,
  aloneHint:
    'Labels are fetched; printing and concluding wait for the server. To go on without it, run again with --alone.',
  worksAlone: 'This command goes on alone. What another station prints too is said when the server is back.',
  erpSays: 'the ERP says',
  stopHint: 'Ctrl+C to stop',
  browserOpens: 'The browser opens now for you to sign in. If it does not, use this address on this computer:',
  openInBrowser: 'Open this address in a browser of this computer:',
  browserSignsOut: 'The browser now shows the page to sign out of the sign-in service:',
  deviceCode: (url, code, minutes) =>
    `On any device, open ${url} and type the code ${code}. It is good for ${minutes} min.`,
  signedInAs: (name, erp, issuer) => `${name} is signed in at ${erp} (by ${issuer}).`,
  tokenUntil: (time) => `The present token is good until ${time}; Doca renews it by itself.`,
  nobodySignedIn: (erp) => `Nobody is signed in at ${erp} on this computer. To sign in: login.`,
  signedOut: (erp) => `You are signed out of ${erp}.`,
  secretKept: (clientId, issuer) => `The secret of ${clientId} at ${issuer} is in the keychain.`,
  secretRemoved: (clientId, issuer) => `The secret of ${clientId} at ${issuer} is out of the keychain.`,
  floorPasswordKept: (address) => `The password of ${address} is in the keychain.`,
  floorPasswordRemoved: (address) => `The password of ${address} is out of the keychain.`,
};

function writeSeconds(ms: number, mark: string): string {
  return (ms / 1000).toFixed(1).replace('.', mark);
}

export function chooseText(language: Language): Text {
  return language === 'pt-BR' ? ptBR : en;
}
