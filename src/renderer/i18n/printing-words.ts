import { savedWord } from '#shared/domain/printing.ts';
import { faultWords } from '#shared/faults/words.ts';

/** A spool job is an "impressão" to the packer: "envio" is a shipment. */
export const printingWords = {
  asSetUp: ['Conforme configurado', 'As set up'],
  asSetUpByKind: ['Conforme configurado (por tipo de etiqueta)', 'As set up (by label kind)'],
  asSetUpPrinter: ['Conforme configurado: #', 'As set up: #'],
  training: ['Em arquivo (treinamento)', 'Into a file (training)'],
  onlyThisPrint: `Só para esta impressão. O costume se muda em Ajustes.
    For this print only. The usual printer is changed in Settings.`,
  autoPrint: `Imprime sozinha as etiquetas que chegam.
    Prints labels automatically as they come.`,
  sends: ['# [impressão|impressões]', '# [print job|print jobs]'],
  plan: {
    title: ['Para onde vai', 'Where it goes'],
    span: ['nº #', 'no. #'],
    zpl: ['ZPL', 'as ZPL'],
    drawn: ['ZPL desenhado', 'drawn as ZPL'],
    both: ['ZPL, o resto desenhado', 'as ZPL, the rest drawn'],
    mixedPaper: ['tamanhos diferentes', 'different sizes'],
    unrouted: [
      '# [etiqueta|etiquetas] sem impressora. Escolha uma: ela fica valendo para as etiquetas sem impressora própria.',
      '# [label|labels] without a printer. Choose one: it will be used for all labels without a printer of their own.',
    ],
    lost: `Não encontrada: #. Ligue a impressora ou escolha outra aqui ou em Ajustes.
      Not found: #. Switch the printer on, or choose another here or in Settings.`,
  },
  queue: {
    button: ['Fila', 'Queue'],
    see: ['Ver a fila', 'See the queue'],
    trouble: ['Impressora parada', 'Printer stopped'],
    running: ['# [impressão|impressões] em andamento', '# print [job|jobs] under way'],
    now: ['Em andamento', 'Under way'],
    recent: ['Recentes', 'Recent'],
    idle: ['Nada está sendo impresso.', 'Nothing is being printed.'],
    empty: `Nada foi impresso desde que a Doca foi aberta. Cada impressão aparece aqui.
      Nothing was printed since Doca was opened. Each print job appears here.`,
    grouping: ['Agrupamento #', 'Grouping #'],
    manifest: ['romaneio', 'manifest'],
    danfes: ['DANFEs', 'DANFEs'],
    only: ['só nº #', 'only no. #'],
    again: ['de novo', 'again'],
    someAgain: ['# de novo', '# again'],
    onPaper: ['# de # no papel com certeza', '# of # certainly printed'],
    onTheWay: ['# a caminho', '# on the way'],
    sent: ['# de # [página enviada|páginas enviadas]', '# of # [page|pages] sent'],
    uncounted: `Contadas quando a impressão terminar: esta impressora não diz quantas já saíram.
      Counted when the print job ends: this printer does not report its progress.`,
    says: ['A impressora diz', 'The printer says'],
    resume: ['Continuar', 'Resume'],
    states: {
      queued: ['Na fila', 'Waiting'],
      printing: ['Imprimindo', 'Printing'],
      held: ['Parada', 'Stopped'],
      done: ['Impressa', 'Printed'],
      saved: savedWord,
      failed: ['Falhou', 'Failed'],
      cancelled: ['Cancelada', 'Cancelled'],
      unknown: ['Não se sabe se saiu', 'Not known whether it was printed'],
    },
  },
  conditions: {
    'paper-out': ['Sem papel', 'Out of paper'],
    'ribbon-out': ['Sem ribbon', 'Out of ribbon'],
    open: ['Tampa aberta', 'Cover open'],
    jam: ['Papel preso', 'Paper jam'],
    paused: ['Em pausa', 'Paused'],
    offline: ['Sem conexão', 'Not connected'],
    'buffer-full': ['Memória cheia', 'Memory full'],
    temperature: ['Cabeça quente ou fria demais', 'Print head too hot or too cold'],
    'needs-attention': ['Precisa de você', 'Needs attention'],
  },
  remedies: {
    'paper-out': `Ponha etiquetas e feche a tampa: a impressão continua de onde parou.
      Load labels and close the cover: it resumes where it stopped.`,
    'ribbon-out': `Troque o ribbon: a impressão continua de onde parou.
      Change the ribbon: it resumes where it stopped.`,
    open: `Feche a tampa: a impressão continua de onde parou.
      Close the cover: it resumes where it stopped.`,
    jam: `Tire o papel preso, feche a tampa e continue.
      Remove the jammed paper, close the cover and resume.`,
    paused: ['Aperte o botão de pausa da impressora.', "Press the printer's pause button."],
    offline: `Confira se está ligada e com o cabo ou a rede no lugar.
      Check that it is switched on and connected (cable or network).`,
    'buffer-full': `Espere: ela recebe o resto quando imprimir o que já tem.
      Wait: it takes the rest when it has printed what is in its memory.`,
    temperature: `Espere: ela continua sozinha na temperatura certa.
      Wait: it resumes at the right temperature.`,
    'needs-attention': `Veja o aviso no visor da impressora.
      Look at the message on the printer's display.`,
  },
  held: {
    what: ['Parada', 'Stopped'],
    next: ['Veja o que a impressora mostra.', 'Look at what the printer shows.'],
  },
  stalled: {
    what: ['Sem avançar', 'No progress'],
    next: `Há mais de um minuto. Veja a impressora: papel, energia e cabo.
      For over a minute. Look at the printer: paper, power and cable.`,
  },
  failedNext: faultWords['print-failed.next'],
  verdict: {
    takenOver: `Não se sabe se estas etiquetas já saíram, aqui ou em outra bancada.
      It is not known whether these labels were printed, here or at another station.`,
    title: ['A impressão parou no meio.', 'Printing was interrupted.'],
    /** Without a fault: it was cancelled, or these labels did not come in time. */
    open: ['Falta imprimir: nº #.', 'Still to print: no. #.'],
    leftOpen: `Ficou vago: nº #. A etiqueta não veio a tempo; as outras seguem.
      Left open: no. #. The label did not come in time; the others go on.`,
    printed: ['# no papel com certeza', '# certainly printed'],
    perhaps: ['# talvez', '# possibly'],
    not: ['# não', '# not'],
    names: ['Ver quais', 'Show which'],
    headings: {
      printed: ['No papel com certeza', 'Certainly printed'],
      perhaps: ['Talvez no papel', 'Possibly printed'],
      not: ['Não saíram', 'Not printed'],
    },
    ask: `Olhe a impressora: [esta etiqueta saiu?|estas # etiquetas saíram?]
      Look at the printer: did [this label|these # labels] come out?`,
    yes: ['Sim, [saiu|saíram todas]', 'Yes, [it did|all of them]'],
    no: ['Não [saiu|saiu nenhuma]', 'No, [it did not|none of them]'],
    mark: `Quando a impressora parar, marque as que saíram ou leia o código delas.
      When the printer has stopped, tick those that came out or scan their codes.`,
    last: [
      'Quando a impressora parar, leia a última que saiu (ou clique nela): as de antes também saíram.',
      'When the printer has stopped, scan the last one that came out (or click it): those before it did too.',
    ],
    click: [
      'Quando a impressora parar, marque aqui as que saíram: nesta tela a leitura confere volumes.',
      'When the printer has stopped, tick those that came out: on this screen a scan checks parcels.',
    ],
    soon: ['A resposta vale em # s.', 'This answer counts in # s.'],
    some: ['Saíram #, # não', '# came out, # did not'],
    unmark: ['Desmarcar', 'Untick'],
    left: {
      title: ['# continua com a impressão de antes.', '# is still printing the interrupted job.'],
      queue: `Espere por ela ou retire-a da fila; depois se responde o que saiu.
        Wait for it or remove it from the queue, then say what came out.`,
      memory: [
        'Ainda há etiquetas na memória dela. Espere que saiam; depois se responde o que saiu.',
        'Labels are still in its memory. Wait for them, then say what came out.',
      ],
      wait: ['Esperar', 'Wait'],
      withdraw: ['Retirar da fila', 'Remove from the queue'],
    },
    rest: ['Imprimir [a que faltou|as # que faltaram]', 'Print the [remaining one|# remaining]'],
  },
  reprint: {
    these: ['Reimprimir estas', 'Reprint these'],
    fromHere: ['A partir daqui', 'From here on'],
    fromHereHint: `Desta linha até o fim da lista, na ordem da impressão
      From this row to the end of the list, in the order of the print`,
    lastCount: ['Última impressão (#)', 'Last print job (#)'],
    lastHint: ['As etiquetas da última impressão', 'The labels of the last print job'],
    printRun: ['impressão #', 'print job #'],
  },
  printers: {
    routes: {
      legend: ['Impressora por tipo de etiqueta', 'Printer by kind of label'],
      hint: `Se nada for escolhido, vale a impressora padrão: a de cima.
        If nothing is chosen, the default printer above is used.`,
    },
    papers: {
      '100x150': ['10 × 15 cm', '100 × 150 mm'],
      '100x100': ['10 × 10 cm', '100 × 100 mm'],
      a6: ['A6', 'A6'],
      a4: ['A4', 'A4'],
    },
    zpl: ['Que vêm em ZPL', 'Those that come as ZPL'],
    general: ['Impressora padrão', 'Default printer'],
    network: ['Impressoras de rede', 'Network printers'],
    networkHint: `Impressoras de etiquetas com endereço próprio (em geral porta 9100).
      Label printers with their own address (usually port 9100).`,
    add: ['Adicionar impressora', 'Add printer'],
    name: ['Nome', 'Name'],
    host: ['Endereço (IP ou nome)', 'Address (IP or name)'],
    port: ['Porta', 'Port'],
    dpi: ['Resolução', 'Resolution'],
    dpiValue: ['# dpi', '# dots/inch'],
    dpiHint: `Com a resolução errada a etiqueta sai pequena ou cortada. Em geral 203 dpi.
      With the wrong resolution, labels are printed too small or cut off. Usually 203.`,
    system: ['Impressoras do sistema', "The system's printers"],
    remove: ['Remover', 'Remove'],
    gone: ['não encontrada', 'not found'],
    manifestPrinter: {
      legend: ['Impressora do romaneio', 'Printer of the manifest'],
      hint: `Uma impressora de folhas A4. Sem ela, o romaneio abre na tela.
        A printer with A4 paper. Without one, the manifest opens on the screen.`,
      none: ['Abrir na tela', 'Open on the screen'],
    },
    danfePrinter: {
      legend: ['Impressora das DANFEs', 'Printer of DANFEs'],
      hint: `A DANFE de cada expedição sai aqui com a etiqueta dela: a do ERP, a do ZPL da etiqueta, ou uma desenhada com o XML da nota.
        Prints each shipment's DANFE with its label: the ERP's, the one in the label's ZPL, or one drawn from the invoice's XML.`,
      none: `Só as que vêm no ZPL da etiqueta, com ela
        Only those that come in the ZPL of a label, with it`,
    },
    danfeWithLabel: {
      toggle: `Imprimir a DANFE atrás de cada etiqueta
        Print the DANFE behind each label`,
      hint: `No mesmo rolo, desenhada pela Doca com o XML da nota, se o ERP o der; só sem uma impressora das DANFEs.
        On the same roll, drawn by Doca from the invoice's XML, if the ERP gives it; only without a printer of DANFEs.`,
    },
    autoPrint: {
      toggle: `Imprimir sozinha as etiquetas que chegam
        Print labels automatically as they come`,
      hint: [
        'Só as que nunca foram impressas; nunca depois de uma impressão incerta. Em folhas ou arquivo, quando todas chegarem.',
        'Only labels never printed; never after an uncertain print. On sheets or into files, once all have come.',
      ],
    },
    watchDownloads: {
      toggle: `Oferecer etiquetas que chegam em Downloads
        Offer labels that come into Downloads`,
      hint: [
        'Para as que só o painel do marketplace dá. Nada é lido antes de você aceitar.',
        'For those that only a marketplace’s panel gives. Nothing is read before you accept.',
      ],
    },
    printWhenChecked: {
      toggle: `Imprimir sozinha quando o último volume for conferido
        Print automatically when the last parcel is checked`,
    },
    markReprints: {
      toggle: `Marcar as reimpressões na margem da etiqueta
        Mark reprints on the label's margin`,
    },
    readLabels: {
      toggle: ['Ler os códigos das etiquetas', 'Read the codes of labels'],
      hint: [
        'A etiqueta com o código de rastreio de outra expedição não é impressa até você olhar.',
        'A label that shows the tracking code of another shipment is not printed until you have looked at it.',
      ],
    },
    faults: {
      nameMissing: `Dê um nome, por exemplo o da bancada.
        Give it a name, such as that of its station.`,
      nameTaken: `Já há uma impressora com este nome.
        A printer with this name already exists.`,
      host: `Digite o endereço que a impressora mostra na página de configuração, sem http:// e sem porta.
        Type the address from the printer's configuration page, without http:// and port.`,
      port: `A porta vai de 1 a 65535; em geral é 9100.
        The port is between 1 and 65535; usually it is 9100.`,
      noAnswer: [
        'Ninguém responde neste endereço. Confira se a impressora está ligada e na mesma rede.',
        'No answer from this address. Check that the printer is on and in the same network.',
      ],
    },
  },
} as const;
