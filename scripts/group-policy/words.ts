import type { Language, LockedKey } from '../../src/shared/index.ts';

/**
 * How an administrator enters a decision. A `text` that is more than a single word or address is
 * JSON, as in the policy file.
 */
export type Entry =
  | { readonly kind: 'text' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly choices: readonly string[] };

interface Decision {
  readonly entry: Entry;
  /** A valid value as an example. */
  readonly example: string;
  readonly words: Readonly<Record<Language, string>>;
}

const text: Entry = { kind: 'text' };
const yesNo: Entry = { kind: 'choice', choices: ['true', 'false'] };
const choice = (...choices: readonly string[]): Entry => ({ kind: 'choice', choices });
const number = (min: number, max: number): Entry => ({ kind: 'number', min, max });

const decide = (entry: Entry, example: string, portuguese: string, english: string): Decision => ({
  entry,
  example,
  words: { 'pt-BR': portuguese, en: english },
});

/** Every decision of IT, as the template for group policies shows it. */
export const decisions: Readonly<Record<LockedKey, Decision>> = {
  erpAddress: decide(
    text,
    'https://erp.example/public-api/v3',
    'Endereço do ERP',
    'Address of the ERP',
  ),
  updates: decide(
    text,
    'off',
    'Atualizações: off, ou o endereço do seu servidor',
    'Updates: off, or your own feed',
  ),
  certificateHosts: decide(
    text,
    'erp.empresa.com.br',
    'Servidores que podem receber o certificado deste computador',
    'Hosts that may get a certificate of this computer',
  ),
  language: decide(choice('pt-BR', 'en'), 'pt-BR', 'Idioma das telas', 'Language of the screens'),
  theme: decide(choice('system', 'light', 'dark'), 'light', 'Aparência', 'Theme'),
  sounds: decide(yesNo, 'true', 'Sons da conferência', 'Sounds of the check'),
  soundVolume: decide(
    number(1, 100),
    '50',
    'Volume dos sons, de 1 a 100',
    'Volume of the sounds, from 1 to 100',
  ),
  soundSet: decide(choice('usual', 'loud'), 'loud', 'Jogo de sons', 'Set of sounds'),
  retentionDays: decide(
    number(1, 365),
    '15',
    'Dias que etiquetas são guardadas',
    'Days that labels are kept',
  ),
  printer: decide(text, 'Zebra doca 3', 'Impressora de etiquetas', 'Printer of labels'),
  manifestPrinter: decide(
    text,
    'Laser expedição',
    'Impressora do romaneio',
    'Printer of the manifest',
  ),
  danfePrinter: decide(text, 'Laser expedição', 'Impressora das DANFEs', 'Printer of DANFEs'),
  danfeWithLabel: decide(yesNo, 'true', 'DANFE atrás de cada etiqueta', 'DANFE behind each label'),
  routes: decide(
    text,
    '{"byPaper":{"100x150":"Zebra doca 3"},"zpl":null}',
    'Impressora de cada papel (JSON)',
    'Printer of each paper (JSON)',
  ),
  networkPrinters: decide(
    text,
    '[{"name":"Zebra doca 3","host":"10.0.3.20","port":9100}]',
    'Impressoras na rede, sem driver (JSON)',
    'Printers in the network, without a driver (JSON)',
  ),
  printerDpi: decide(
    text,
    '{"Zebra doca 3":300}',
    'Resolução das impressoras (JSON)',
    'Resolution of printers (JSON)',
  ),
  printerLanguage: decide(
    text,
    '{"Argox doca 5":"epl"}',
    'Linguagem das impressoras: zpl, epl, tspl ou cpcl (JSON)',
    'Language of printers: zpl, epl, tspl or cpcl (JSON)',
  ),
  watchDownloads: decide(
    yesNo,
    'true',
    'Oferecer os arquivos de etiquetas que chegam em Downloads',
    'Offer files of labels that come into Downloads',
  ),
  autoPrint: decide(
    yesNo,
    'false',
    'Imprimir sozinho com a última etiqueta',
    'Print by itself with the last label',
  ),
  printWhenChecked: decide(
    yesNo,
    'false',
    'Imprimir sozinho com o último volume conferido',
    'Print by itself when the last parcel was checked',
  ),
  printsOnScan: decide(
    yesNo,
    'true',
    'Uma por vez: o código lido imprime só a etiqueta dele',
    'One at a time: a scanned code prints its label alone',
  ),
  mustCheck: decide(
    yesNo,
    'true',
    'Conferência obrigatória: nada é concluído com volumes por conferir',
    'Checking is mandatory: nothing is concluded with parcels left to check',
  ),
  correctShipments: decide(
    yesNo,
    'false',
    'Peso e rastreio podem ser corrigidos no ERP a partir daqui',
    'Weight and tracking code may be corrected in the ERP from here',
  ),
  concludeWhenChecked: decide(
    yesNo,
    'false',
    'Concluir sozinho com o último volume conferido, se nada falta',
    'Conclude by itself when the last parcel was checked and nothing is missing',
  ),
  markReprints: decide(
    yesNo,
    'true',
    'Marcar reimpressões na margem',
    'Mark reprints on the margin',
  ),
  readLabels: decide(yesNo, 'true', 'Ler os códigos das etiquetas', 'Read the codes of labels'),
  copies: decide(
    number(1, 99),
    '1',
    'Cópias ao abrir a tela Imprimir',
    'Copies that the Print screen begins with',
  ),
  labelsPerJob: decide(
    number(1, 10_000),
    '50',
    'Etiquetas em cada impressão',
    'Labels in one spool job',
  ),
  perSheet: decide(
    choice('2', '4', 'null'),
    '4',
    'Etiquetas em uma folha A4',
    'Labels on an A4 sheet',
  ),
  concludeFirst: decide(
    text,
    '[{"id":7,"name":"Transportadora Modelo"}]',
    'Formas de envio com etiquetas só depois da conclusão (JSON)',
    'Shipping methods whose labels come after the conclusion (JSON)',
  ),
  pageRules: decide(
    text,
    '[{"method":{"id":7,"name":"Transportadora Modelo"},"choice":{"pages":"all","crop":"auto"}}]',
    'Páginas das etiquetas de cada forma de envio (JSON)',
    'Pages of the labels of each shipping method (JSON)',
  ),
  cutoffs: decide(
    text,
    '[{"method":{"id":7,"name":"Transportadora Modelo"},"time":"17:30"}]',
    'Horário-limite de cada forma de envio (JSON)',
    'Cutoff of each shipping method (JSON)',
  ),
  signInIssuer: decide(
    text,
    'https://accounts.erp.example/realms/erp',
    'Endereço do emissor (OpenID Connect)',
    'Address of the issuer (OpenID Connect)',
  ),
  signInClientId: decide(
    text,
    'doca-armazem-1',
    'Identificação da Doca no emissor',
    'Client id of Doca at the issuer',
  ),
  signInScopes: decide(text, 'openid', 'Escopos do login', 'Scopes of the sign-in'),
  signInRedirect: decide(
    text,
    'http://localhost:53682/doca',
    'Endereço de retorno registrado no emissor',
    'Redirect address as registered at the issuer',
  ),
  floorAddress: decide(
    text,
    'postgres://doca@servidor.empresa.com.br:5432/doca',
    'PostgreSQL que as bancadas dividem',
    'PostgreSQL that the stations share',
  ),
  stationName: decide(
    text,
    'Bancada 2',
    'Nome desta bancada para as outras',
    'Name of this station for the others',
  ),
  pasteTokens: decide(yesNo, 'false', 'Colar tokens é permitido', 'Tokens may be pasted'),
  actsKnown: decide(
    text,
    '["open","print","check","conclude"]',
    'Passos que a Doca não explica mais (JSON)',
    'Steps that Doca explains no more (JSON)',
  ),
  benchSetup: decide(
    text,
    '{"offered":false,"steps":{}}',
    'Preparação da bancada: se é oferecida, e o que foi feito (JSON)',
    "The bench's set-up: whether it is offered, and what was done (JSON)",
  ),
  columns: decide(
    text,
    '["position","recipient","tracking","label"]',
    'Colunas da lista, na ordem (JSON)',
    'Columns of the list, in order (JSON)',
  ),
};
