import type { LockedKey } from '../../src/shared/contract/settings.ts';
import type { Language } from '../../src/shared/faults/languages.ts';

interface Decision {
  /** A valid value as an example. */
  readonly example: string;
  readonly words: Readonly<Record<Language, string>>;
}

const decide = (example: string, portuguese: string, english: string): Decision => ({
  example,
  words: { 'pt-BR': portuguese, en: english },
});

/** Every decision of IT, as the template for group policies shows it. */
export const decisions: Readonly<Record<LockedKey, Decision>> = {
  erpAddress: decide('https://erp.example/public-api/v3', 'Endereço do ERP', 'Address of the ERP'),
  updates: decide(
    'off',
    'Atualizações: off, ou o endereço do seu servidor',
    'Updates: off, or your own feed',
  ),
  certificateHosts: decide(
    'erp.empresa.com.br',
    'Servidores que podem receber um certificado deste computador; sem isto, nenhum',
    'Hosts that may get a certificate of this computer; without it none may',
  ),
  language: decide('pt-BR', 'Idioma das telas', 'Language of the screens'),
  theme: decide('light', 'Aparência', 'Theme'),
  sounds: decide('true', 'Sons da conferência', 'Sounds of the check'),
  soundVolume: decide('50', 'Volume dos sons, de 1 a 100', 'Volume of the sounds, from 1 to 100'),
  soundSet: decide('loud', 'Jogo de sons', 'Set of sounds'),
  retentionDays: decide(
    '15',
    'Dias que etiquetas e agrupamentos terminados são guardados',
    'Days that labels and finished groupings are kept',
  ),
  printer: decide(
    'Zebra doca 3',
    'Impressora de toda etiqueta sem rota; null: perguntar',
    'Printer of every label without a route; null: ask',
  ),
  manifestPrinter: decide(
    'Laser expedição',
    'Impressora A4 do romaneio; null: mostrar na tela',
    'A4 printer of the manifest; null: show it on the screen',
  ),
  danfePrinter: decide(
    'Laser expedição',
    'Impressora das DANFEs; null: só as que vêm no ZPL da etiqueta, com ela',
    'Printer of DANFEs; null: only those in a label’s ZPL, with it',
  ),
  danfeWithLabel: decide(
    'true',
    'DANFE atrás de cada etiqueta, enquanto danfePrinter é null',
    'DANFE behind each label, while danfePrinter is null',
  ),
  routes: decide(
    '{"byPaper":{"100x150":"Zebra doca 3"},"zpl":null}',
    'Impressora de cada papel (JSON)',
    'Printer of each paper (JSON)',
  ),
  networkPrinters: decide(
    '[{"name":"Zebra doca 3","host":"10.0.3.20","port":9100}]',
    'Impressoras na rede, sem driver (JSON)',
    'Printers in the network, without a driver (JSON)',
  ),
  printerDpi: decide(
    '{"Zebra doca 3":300}',
    'Resolução das impressoras (JSON)',
    'Resolution of printers (JSON)',
  ),
  watchDownloads: decide(
    'true',
    'Oferecer os arquivos de etiquetas que chegam em Downloads',
    'Offer files of labels that come into Downloads',
  ),
  autoPrint: decide(
    'false',
    'Imprimir sozinho com a última etiqueta',
    'Print by itself with the last label',
  ),
  printWhenChecked: decide(
    'false',
    'Imprimir sozinho com o último volume conferido',
    'Print by itself when the last parcel was checked',
  ),
  printsOnScan: decide(
    'true',
    'Uma por vez: o código lido imprime só a etiqueta dele',
    'One at a time: a scanned code prints its label alone',
  ),
  mustCheck: decide(
    'true',
    'Conferência obrigatória: nada é concluído com volumes por conferir',
    'Checking is mandatory: nothing is concluded with parcels left to check',
  ),
  correctShipments: decide(
    'false',
    'Peso e rastreio podem ser corrigidos no ERP a partir daqui',
    'Weight and tracking code may be corrected in the ERP from here',
  ),
  concludeWhenChecked: decide(
    'false',
    'Concluir sozinho com o último volume conferido, se nada falta',
    'Conclude by itself when the last parcel was checked and nothing is missing',
  ),
  markReprints: decide('true', 'Marcar reimpressões na margem', 'Mark reprints on the margin'),
  readLabels: decide(
    'true',
    'Ler os códigos das etiquetas e parar as de outras expedições',
    'Read the codes of labels and stop those of other shipments',
  ),
  copies: decide(
    '1',
    'Cópias ao abrir a tela Imprimir',
    'Copies that the Print screen begins with',
  ),
  labelsPerJob: decide(
    '50',
    'Etiquetas em cada impressão; null: todas em uma',
    'Labels in one spool job; null: all in one',
  ),
  perSheet: decide(
    '4',
    'Etiquetas em uma folha A4; null: uma por página',
    'Labels on an A4 sheet; null: one label a page',
  ),
  concludeFirst: decide(
    '[{"id":7,"name":"Transportadora Modelo"}]',
    'Formas de envio com etiquetas só depois da conclusão (JSON)',
    'Shipping methods whose labels come after the conclusion (JSON)',
  ),
  pageRules: decide(
    '[{"method":{"id":7,"name":"Transportadora Modelo"},"choice":{"pages":"all","crop":"auto"}}]',
    'Páginas das etiquetas de cada forma de envio (JSON)',
    'Pages of the labels of each shipping method (JSON)',
  ),
  cutoffs: decide(
    '[{"method":{"id":7,"name":"Transportadora Modelo"},"time":"17:30"}]',
    'Horário-limite de cada forma de envio (JSON)',
    'Cutoff of each shipping method (JSON)',
  ),
  signInIssuer: decide(
    'https://accounts.erp.example/realms/erp',
    'Endereço do emissor (OpenID Connect); null: o token é colado',
    'Address of the issuer (OpenID Connect); null: a token is pasted',
  ),
  signInClientId: decide(
    'doca-armazem-1',
    'Identificação da Doca no emissor',
    'Client id of Doca at the issuer',
  ),
  signInScopes: decide('openid', 'Escopos do login', 'Scopes of the sign-in'),
  signInRedirect: decide(
    'http://localhost:53682/doca',
    'Endereço de retorno registrado no emissor',
    'Redirect address as registered at the issuer',
  ),
  floorAddress: decide(
    'postgres://doca@servidor.empresa.com.br:5432/doca',
    'PostgreSQL que as bancadas dividem; null: esta trabalha só',
    'PostgreSQL that the stations share; null: this one works alone',
  ),
  stationName: decide(
    'Bancada 2',
    'Nome desta bancada para as outras; null: o do computador',
    'Name of this station for the others; null: the computer’s',
  ),
  pasteTokens: decide('false', 'Colar tokens é permitido', 'Tokens may be pasted'),
  actsKnown: decide(
    '["open","print","check","conclude"]',
    'Passos que a Doca não explica mais (JSON)',
    'Steps that Doca explains no more (JSON)',
  ),
  benchSetup: decide(
    '{"offered":false,"steps":{}}',
    'Preparação da bancada: se é oferecida, e o que foi feito (JSON)',
    "The bench's set-up: whether it is offered, and what was done (JSON)",
  ),
  columns: decide(
    '["position","recipient","tracking","label"]',
    'Colunas da lista, na ordem (JSON)',
    'Columns of the list, in order (JSON)',
  ),
};
