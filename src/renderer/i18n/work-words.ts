import { savedWord } from '#shared/domain/printing.ts';
import { leftWords } from '#shared/domain/import.ts';

const doNotSend = `Cancelados, recusados ou retirados no ERP: não mande estes volumes
  Cancelled, refused or removed in the ERP: do not send these parcels`;

/** Texts about the work on a grouping, from the desk to the conclusion. */
export const workWords = {
  app: {
    nav: ['Telas', 'Screens'],
    help: ['Atalhos', 'Shortcuts'],
    training: ['Treinamento: nada daqui chega ao ERP.', 'Training: nothing here reaches the ERP.'],
    trainingStop: ['Sair do treinamento', 'Leave training'],
    back: ['Voltar', 'Back'],
    cancel: ['Cancelar', 'Cancel'],
    save: ['Salvar', 'Save'],
    saved: ['Salvo.', 'Saved.'],
    clearSearch: ['Limpar a busca', 'Clear the search'],
    numberWrong: `De 1 a #, só algarismos. Outro número não vale.
      From 1 to #, digits only. Another number does not count.`,
    confirmHint: `Aperte outra vez para confirmar, ou Esc para voltar atrás.
      Press once more to confirm, or Esc to go back.`,
    pressAgain: ['Apertar de novo', 'Press again'],
    undo: ['Desfazer', 'Undo'],
    testConnection: ['Testar a conexão', 'Test the connection'],
    close: ['Fechar', 'Close'],
    copy: ['Copiar', 'Copy'],
    copied: ['Copiado', 'Copied'],
    loading: ['Carregando…', 'Loading…'],
    erpSays: ['O ERP diz', 'The ERP says'],
    notices: ['Avisos', 'Notices'],
    action: ['Próximo passo', 'Next step'],
  },
  units: {
    labels: ['# [etiqueta|etiquetas]', '# [label|labels]'],
    parcels: ['# [volume|volumes]', '# [parcel|parcels]'],
    shipments: ['# [expedição|expedições]', '# [shipment|shipments]'],
  },
  desk: {
    title: ['Leia ou digite o número do agrupamento', "Scan or type the grouping's number"],
    open: ['Abrir o agrupamento', 'Open the grouping'],
    proceed: ['Continuar #', 'Continue #'],
    waiting: ['Leia um agrupamento', 'Scan a grouping'],
    choose: ['escolhe o agrupamento', 'choose the grouping'],
    train: ['Treinar', 'Train'],
    today: ['Hoje neste computador', 'Today at this computer'],
    cutoff: ['até # · #', 'by # · # left'],
    cutoffSoon: ['até # · só #', 'by # · only #'],
    cutoffPast: ['passou das #', 'past #'],
    figures: {
      labels: ['etiquetas', 'labels'],
      parcels: ['volumes conferidos', 'parcels checked'],
      groupings: ['agrupamentos concluídos', 'groupings concluded'],
    },
    pace: ['# vol. na última hora', '# in the last hour'],
    now: ['agora', 'now'],
    unfinishedOf: ['A terminar · #', 'To finish · #'],
    rest: `E mais # [agrupamento|agrupamentos]: leia o número para abrir.
      And # more [grouping|groupings]: scan the number to open one.`,
    next: {
      'give-token': ['Trocar o token', 'Change the token'],
      'resolve-conclusion': ['Responder', 'Answer'],
      'resolve-print': ['Responder', 'Answer'],
      'wait-print': ['Imprimindo', 'Printing'],
      'wait-conclusion': ['Concluindo', 'Concluding'],
      'wait-labels': ['Buscando', 'Fetching'],
      'conclude-first': ['Concluir primeiro', 'Conclude first'],
      conclude: ['Concluir', 'Conclude'],
      manifest: ['Ver romaneio', 'See manifest'],
      'next-grouping': ['Nada a fazer', 'Nothing to do'],
      collect: ['Buscar #', 'Fetch #'],
      print: ['Imprimir #', 'Print #'],
      check: ['Conferir #', 'Check #'],
      retry: ['Ver # [falha|falhas]', 'See # [failure|failures]'],
      decide: ['Ver # [falha|falhas]', 'See # [failure|failures]'],
      'wait-others': ['Espera # de outra bancada', 'Waiting for # elsewhere'],
      'ask-now': ['Espera # do ERP', 'Waiting for # from the ERP'],
      'go-without': ['Ver # do painel', 'See # in the panel'],
    },
    notANumber: `“#” não é número de agrupamento nem de volume aberto neste computador. Leia o código da folha do agrupamento.
      “#” isn't a grouping number, or a parcel opened at this computer. Scan the code on the grouping's sheet.`,
    recent: ['Concluídos', 'Concluded'],
    concluded: ['Concluído', 'Concluded'],
    none: `Nenhum agrupamento pendente. Leia o primeiro código.
      No grouping left to finish. Scan the first code.`,
    noneBegun: `Nenhum agrupamento pendente neste computador. Escolha um, ou leia o código.
      Nothing to finish on this computer. Choose a grouping, or scan a code.`,
    erpTodayOf: ['Hoje no ERP, não abertos aqui · #', 'Today in the ERP, not opened here · #'],
    erpHint: `O ERP não diz se outra bancada já os concluiu.
      The ERP does not say whether another station has concluded them.`,
    earlierOf: ['Últimos # dias · #', 'Last # days · #'],
    erpCut: `O ERP tem mais do que estes: leia o número para abrir.
      The ERP has more: scan a number to open one.`,
    erpLate: [
      'A Doca pede a lista ao ERP de novo em um minuto. Pelo número, qualquer agrupamento abre já.',
      'Doca asks the ERP for the list again in a minute. You can open any grouping by its number.',
    ],
    openOne: ['Abrir', 'Open'],
    training: ['Agrupamentos de treinamento', 'Training groupings'],
    looking: ['Procurando no ERP…', 'Looking in the ERP…'],
    choiceOf: `# agrupamentos têm o número #: qual deles?
      # groupings have the number #: which one?`,
  },
  firstJob: {
    open: `Leia o código do agrupamento, ou escolha com ↑ ↓ e aperte #.
      Scan the grouping's code, or choose with ↑ ↓ and press #.`,
    print: `# imprime na ordem da lista. Cole uma etiqueta em cada volume.
      # prints in the order of the list. Stick one label on each parcel.`,
    check: `Leia cada volume. Verde: vai. Vermelho: separe. O som diz o mesmo.
      Scan each parcel. Green: it goes. Red: put it aside. The sound says the same.`,
    conclude: `Concluir não tem volta no ERP. Depois sai o romaneio, para assinar.
      Concluding cannot be undone in the ERP. Then comes the manifest, to be signed.`,
  },
  label: {
    pending: ['Na fila', 'Waiting'],
    locating: ['Buscando', 'Fetching'],
    downloading: ['Baixando', 'Downloading'],
    ready: ['Pronta', 'Ready'],
    printed: ['Impressa', 'Printed'],
    failed: ['Falhou', 'Failed'],
    none: ['No painel', 'In panel'],
    accepted: ['Segue sem', 'Goes without'],
    staying: ['Fica aqui', 'Stays here'],
    later: ['Ao concluir', 'On concluding'],
    unauthorised: ['NF pendente', 'NF pending'],
    late: ['Sendo feita', 'In the making'],
    panel: ['Do painel', 'From panel'],
    damaged: ['Danificada', 'Damaged'],
    fewer: ['# de # vol.', '# of # parcels'],
    stopped: ['Bloqueada', 'Blocked'],
    before: ['Saiu: #', 'Out: #'],
    many: ['# [página|páginas]', '# [page|pages]'],
    ownCode: ['O código de rastreio dela foi lido na etiqueta', 'Its tracking code was read on it'],
    unreadable: `Os códigos desta etiqueta podem não ser lidos
      The codes of this label may not be readable`,
    times: ['Impressa #×', 'Printed #×'],
    saved: savedWord,
    openFolder: ['Abrir a pasta', 'Open the folder'],
  },
  stages: {
    title: ['Passos', 'Steps'],
    labels: ['Etiquetas', 'Labels'],
    print: ['Imprimir', 'Print'],
    check: ['Conferir', 'Check'],
    conclude: ['Concluir', 'Conclude'],
    done: ['feito', 'done'],
  },
  steps: {
    'give-token': ['Colar um token novo', 'Paste a new token'],
    'resolve-conclusion': ['Responder: foi concluído?', 'Answer: is it concluded?'],
    'resolve-print': ['Responder: saiu no papel?', 'Answer: did it print?'],
    'wait-labels': ['Buscando # de #…', 'Fetching # of #…'],
    'wait-print': ['Imprimindo…', 'Printing…'],
    printing: ['Imprimindo: # de # no papel', 'Printing: # of # on paper'],
    'wait-conclusion': ['Concluindo…', 'Concluding…'],
    'wait-others': `Esperando # [etiqueta|etiquetas] de outra bancada
      Waiting for # [label|labels] at another station`,
    'wait-floor': ['Esperando o servidor', 'Waiting for the server'],
    collect: ['Buscar # [etiqueta|etiquetas]', 'Fetch # [label|labels]'],
    'ask-now': ['Pedir agora', 'Ask now'],
    'conclude-first': ['Concluir primeiro', 'Conclude first'],
    printReady: `Imprimir [a etiqueta pronta|# etiquetas prontas]
      Print the [ready label|# ready labels]`,
    print: ['Imprimir # [etiqueta|etiquetas]', 'Print # [label|labels]'],
    retry: ['Buscar de novo # [etiqueta|etiquetas]', 'Retry # [label|labels]'],
    'go-without': `Tenho # [etiqueta|etiquetas] do painel
      I have # [label|labels] from the panel`,
    decide: ['Decidir sobre # [etiqueta|etiquetas]', 'Decide on # [label|labels]'],
    check: ['Conferir # [expedição|expedições]', 'Check # [shipment|shipments]'],
    conclude: ['Concluir agrupamento', 'Conclude grouping'],
    manifest: ['Abrir romaneio', 'Open the manifest'],
    printManifest: ['Imprimir romaneio', 'Print the manifest'],
    'next-grouping': ['Próximo agrupamento', 'Next grouping'],
    backToDesk: ['Voltar à mesa', 'Back to the desk'],
    tryAgain: ['Tentar de novo', 'Try again'],
  },
  grouping: {
    title: ['Agrupamento', 'Grouping'],
    opening: ['Abrindo o agrupamento…', 'Opening the grouping…'],
    failed: ['# [falhou|falharam]', '# failed'],
    retryable: [', # [pode ser tentada|podem ser tentadas] de novo', ', # can be tried again'],
    without: ['# que o ERP não fornece', '# that the ERP does not provide'],
    showWhy: ['Ver por quê', 'See why'],
    failuresHead: ['[etiqueta|etiquetas] com problema', '[label needs|labels need] attention'],
    /**
     * The start of the texts below: their number, or the labels, that a marketplace's panel has or
     * nobody.
     */
    goOn: { panel: ['com # do painel', 'with # from the panel'], none: ['sem #', 'without #'] },
    withoutText: [
      'A Doca não imprime as etiquetas destas. Pode ser desfeito até imprimir ou concluir.',
      'Doca does not print labels for these. You can undo this until something is printed or concluded.',
    ],
    withoutYes: ['Seguir #', 'Continue #'],
    withoutSure: ['Confirmar: seguir #', 'Confirm: continue #'],
    withoutDone: ['Seguindo #.', 'Continuing #.'],
    printOtherwise: `Outra impressora, cópias ou só algumas etiquetas
      Another printer, copies or only some labels`,
    hiddenAll: `O filtro esconde [a única expedição|as # expedições].
      The filter hides [the only shipment|all # shipments].`,
    clearFilter: ['Limpar o filtro', 'Clear the filter'],
    notHere: ['O código # não é deste agrupamento.', 'The code # is not in this grouping.'],
    failuresTitle: ['Etiquetas com problema', 'Labels that need attention'],
    retryThese: ['Buscar estas de novo', 'Retry these'],
    printAgain: ['Imprimir de novo', 'Print again'],
    keepPrinted: ['Vale o papel de antes', 'Use the earlier paper'],
    confirmThese: ['Estas estão certas', 'These are correct'],
    withoutThese: ['Seguir sem estas', 'Continue without these'],
    panelThese: ['Já tenho do painel', 'I have it from the panel'],
    showThese: ['Mostrar', 'Show'],
    laterTitle: `“#” só libera etiquetas depois de concluir?
      Does “#” release labels only after concluding?`,
    laterText: [
      'Se for assim, a Doca lembra e passa a oferecer concluir primeiro. Nada é concluído agora.',
      'If so, Doca remembers it and offers to conclude first from now on. Nothing is concluded now.',
    ],
    laterYes: ['Sim, lembrar', 'Yes, remember'],
    tokenField: ['Token novo', 'New token'],
    tokenSave: ['Continuar com este token', 'Continue with this token'],
    firstTitle: `Aqui as etiquetas só existem depois da conclusão.
      These labels exist only after the conclusion.`,
    firstRemembered: `Lembrado aqui: “#” só libera etiquetas depois de concluir.
      Remembered here: “#” releases labels only after concluding.`,
    firstForget: ['Esquecer e buscar agora', 'Forget this and fetch them now'],
    unknownYes: ['No ERP está concluído', 'It is concluded in the ERP'],
    unknownNo: ['No ERP não está concluído', 'It is not concluded in the ERP'],
    added: ['[Entrou|Entraram] # [expedição|expedições]', '# [shipment|shipments] added'],
    removed: ['[Saiu|Saíram] # [expedição|expedições]', '# [shipment|shipments] removed'],
    changed: `# [etiqueta no papel é antiga|etiquetas no papel são antigas]
      # [printed label is|labels on paper are] outdated`,
    collectNew: ['Buscar as novas', 'Fetch the new ones'],
  },
  leaving: {
    title: ['O que impede a saída', 'What stands against leaving'],
    light: {
      green: ['Pode sair', 'May leave'],
      work: ['Em andamento', 'Under way'],
      amber: ['Ver antes', 'See first'],
      red: ['Não pode sair', 'Must not leave'],
    },
    head: `[expedição tem|expedições têm] pendência
      [shipment has|shipments have] something against leaving`,
    none: `Tudo no papel e conferido; a lista foi lida no ERP há poucos minutos.
      All is on paper and checked; the list was read from the ERP minutes ago.`,
    rest: ['Falta só o trabalho em andamento.', 'Only the work under way is left.'],
    whole: ['O agrupamento todo', 'The whole grouping'],
    cutoff: ['Horário-limite de #, a cada dia', 'Cutoff of #, each day'],
    cutoffs: ['Horários-limite', 'Cutoffs'],
    cutoffsHint: `Perto deles, a luz do agrupamento avisa se o ritmo não basta. O horário é informado ali (#).
      Near them a grouping's light warns if the pace is too slow. The time is set there (#).`,
  },
  imports: {
    bring: ['Etiquetas de um arquivo', 'Labels from a file'],
    bringHint: `ZIP, ZPL, PDF ou imagens: escolha, solte aqui ou cole
      ZIP, ZPL, PDF or pictures: choose, drop them here or paste`,
    panel: ['Abrir o painel de treinamento', 'Open the training panel'],
    drop: ['Solte aqui as etiquetas deste agrupamento', 'Drop the labels of this grouping here'],
    offered: ['“#” chegou em Downloads.', '“#” came into Downloads.'],
    takeOffer: ['Trazer as etiquetas', 'Bring its labels'],
    reading: ['Lendo “#”…', 'Reading “#”…'],
    placed: `# [etiqueta foi|etiquetas foram] para a sua linha.
      # [label is|labels are] on [its row|their rows].`,
    same: ['# já [estava|estavam] lá.', '# [was|were] there already.'],
    none: ['Nenhuma etiqueta nova em “#”.', 'No new labels in “#”.'],
    left: ['[sobrou|sobraram] do arquivo', 'left of the file'],
    why: leftWords,
    place: ['# · nº #', '# · no. #'],
    code: ['Código #', 'Code #'],
    show: ['Ver a etiqueta', 'Show the label'],
    hide: ['Fechar a prévia', 'Close the preview'],
    preview: ['Etiqueta do arquivo', 'Label of the file'],
    putOn: ['Pôr em # · #', 'Put on # · #'],
    how: `Arraste para a linha certa; ou selecione aqui e leia o código do volume.
      Drag it to its row; or select it here and scan the parcel.`,
  },
  progress: {
    label: ['Etiquetas buscadas', 'Labels fetched'],
    count: ['# de # [etiqueta|etiquetas]', '# of # [label|labels]'],
    speed: ['#/s', '#/s'],
    left: ['faltam #', '# left'],
    asking: ['pedindo # ao ERP', 'fetching # from the ERP'],
    downloading: ['baixando #', 'downloading #'],
    rateLimit: ['limite do ERP: continua em #', 'ERP limit: continues in #'],
    token: ['esperando um token novo', 'waiting for a new token'],
    queued: ['# na fila', '# waiting'],
    late: `O ERP está fazendo # [etiqueta|etiquetas]; a Doca pede de novo sozinha.
      The ERP is making # [label|labels]; Doca asks again automatically.`,
    cancel: ['Parar', 'Stop'],
  },
  table: {
    label: ['Expedições', 'Shipments'],
    filter: ['Filtrar', 'Filter'],
    filterHint: ['nome, código…', 'name, code…'],
    columns: ['Colunas', 'Columns'],
    count: ['# de # [expedição|expedições]', '# of # [shipment|shipments]'],
    sorted: ['A impressão segue esta ordem', 'Printing follows this order'],
    listOrder: ['Voltar à ordem da lista', 'Back to list order'],
    states: {
      all: ['Todas', 'All'],
      unsettled: ['Sem etiqueta', 'Without label'],
      failed: ['Com falha', 'Failed'],
      fewer: ['Incompletas', 'Incomplete'],
      unprinted: ['A imprimir', 'To print'],
      unchecked: ['A conferir', 'To check'],
    },
    column: {
      position: ['Nº', 'No.'],
      recipient: ['Destinatário', 'Recipient'],
      city: ['UF e cidade', 'State, city'],
      invoice: ['Nota', 'Invoice'],
      order: ['Pedido', 'Order'],
      volume: ['Volume', 'Volume'],
      weight: ['Peso', 'Weight'],
      carrier: ['Transportador', 'Carrier'],
      tracking: ['Rastreio', 'Tracking'],
      label: ['Etiqueta', 'Label'],
    },
    checked: ['conferido', 'checked'],
    copyTracking: ['Copiar o código de rastreio', 'Copy the tracking code'],
    openTracking: ['Abrir o rastreio no navegador', 'Open the tracking page in the browser'],
    noName: ['Sem nome', 'No name'],
    selected: ['# [selecionada|selecionadas]', '# selected'],
    hidden: ['# fora do filtro', '# outside the filter'],
    printSelected: ['Imprimir estas', 'Print these'],
    clearSelection: ['Limpar seleção', 'Clear selection'],
  },
  details: {
    title: ['Detalhes da expedição', 'Shipment details'],
    contact: ['Contato', 'Contact'],
    invoice: ['Nota fiscal', 'Invoice'],
    invoiceUnknown: ['situação #', 'state #'],
    freight: ['Frete', 'Freight'],
    declared: ['Valor declarado', 'Declared value'],
    receipt: ['Aviso de recebimento', 'Receipt notice'],
    kinds: ['Arquivo da etiqueta', 'Label file'],
    leftOut: ['Comandos da etiqueta que não vão à impressora', 'Commands left out when printing'],
    danfe: ['DANFE no arquivo', 'DANFE in its file'],
    danfeWithLabel: ['impressa com a etiqueta', 'printed with the label'],
    twins: ['Arquivos iguais', 'Identical files'],
    twinsHow: `# com o mesmo conteúdo, impressos uma vez só
      # with the same content, printed once`,
    mended: ['Estado do arquivo', 'State of the file'],
    mendedHow: `Danificado, e impresso como os leitores de PDF o mostram: confira a impressão.
      Damaged; printed as viewers show it. Check the print.`,
    reading: ['Códigos na etiqueta', 'Codes on the label'],
    noZpl: ['texto que não é ZPL', 'text that is not ZPL'],
    yes: ['sim', 'yes'],
    no: ['não', 'no'],
    preview: ['Prévia da etiqueta', 'Label preview'],
    retry: ['Buscar de novo', 'Retry'],
    reprint: ['Reimprimir', 'Reprint'],
    printOne: ['Só esta', 'Print only this one'],
    confirm: ['Está certa', 'It is correct'],
    without: ['Seguir sem ela', 'Continue without it'],
    takeBack: ['Desfazer: quero a etiqueta', 'Undo: I want the label'],
    volumes: ['Volumes', 'Parcels'],
    packing: ['Embalagem', 'Packaging'],
    correction: {
      title: ['Corrigir no ERP', 'Correct in the ERP'],
      begin: {
        weight: ['Corrigir o peso', 'Correct the weight'],
        tracking: ['Corrigir o rastreio', 'Correct the tracking code'],
      },
      weight: ['Peso bruto, em kg', 'Gross weight in kg'],
      weightWrong: `Digite o peso em kg, até os gramas: por exemplo, 1,250.
        Type the weight in kg, to the gram: 1.250, for example.`,
      tracking: ['Código de rastreio', 'Tracking code'],
      trackingHint: [
        'Com outro código, a etiqueta é buscada de novo; a que já foi impressa deixa de valer.',
        'With another code the label is fetched again, and a printed label becomes outdated.',
      ],
      trackingWrong: `Digite o código de rastreio, sem acentos e com até 60 caracteres; a chave da nota não serve.
        Type the tracking code: up to 60 characters without accents, not the invoice's key.`,
      trackingTaken: `Este código é da expedição nº # desta lista.
        No. # of this list has this code.`,
      save: ['Salvar no ERP', 'Save in the ERP'],
      leave: ['Não salvar', 'Discard'],
    },
  },
  zoom: {
    fit: ['Inteira', 'Whole label'],
    dots: ['[Ponto a ponto|#×]', '[Dot by dot|#×]'],
    dpi: ['# dpi, a resolução da impressora dela', '# dpi, the resolution of its printer'],
    supposed: ['# dpi, a resolução mais comum', '# dpi, the most common resolution'],
  },
  pages: {
    title: ['Páginas da etiqueta', 'Pages of the label'],
    chosen: ['# [página escolhida|páginas escolhidas] de #', '# [page|pages] chosen of #'],
    cut: ['# etiquetas de # [folha|folhas]', '# labels out of # [sheet|sheets]'],
    auto: ['Automático', 'Automatic'],
    all: ['Todas', 'All'],
    first: ['Só [a primeira|as # primeiras]', 'Only the [first|first #]'],
    acceptAll: ['Aceitar as # páginas', 'Accept all # pages'],
    page: ['Página #', 'Page #'],
    again: ['A etiqueta volta a ficar por imprimir.', 'The label will have to be printed again.'],
    rule: ['Lembrar para esta forma de envio', 'Remember for this shipping method'],
    ruleOf: `Vale para as etiquetas de “#” ainda não impressas, e para as próximas.
      Applies to labels of “#” that are not printed yet, and to future ones.`,
    cropped: ['Recortada: só a etiqueta da folha.', 'Cropped: only the label of the sheet.'],
    whole: ['Folha inteira.', 'The whole sheet.'],
    takeWhole: ['Usar a folha inteira', 'Use the whole sheet'],
    takeLabel: ['Recortar a etiqueta', 'Crop to the label'],
    showAll: ['Ver todas as páginas', 'See all pages'],
    showSheet: ['Ver a folha, com o recorte', 'See the sheet, with the crop'],
    showChosen: ['Ver só o que é impresso', 'See only what is printed'],
    rules: {
      legend: ['Páginas das etiquetas', 'Pages of labels'],
      hint: `O que é impresso nestas formas de envio.
        What is printed with these shipping methods.`,
    },
    numbers: ['Páginas #', 'Pages #'],
    wholeRule: ['folha inteira', 'whole sheet'],
  },
  print: {
    printer: ['Impressora', 'Printer'],
    noPrinter: `Nenhuma impressora encontrada. Ligue uma e procure de novo.
      No printer found. Switch one on and look again.`,
    reload: ['Procurar de novo', 'Look again'],
    defaultPrinter: ['padrão do sistema', 'system default'],
    kinds: {
      file: ['arquivo PDF', 'PDF file'],
      system: ['do sistema', 'system'],
      network: ['de rede', 'network'],
    },
    states: {
      ready: ['Pronta', 'Ready'],
      printing: ['Imprimindo', 'Printing'],
      stopped: ['Parada', 'Stopped'],
      unknown: ['Estado desconhecido', 'State unknown'],
    },
    testPage: ['Página de teste', 'Test page'],
    testSent: ['A página de teste foi enviada.', 'The test page was sent.'],
    testIn: ['A página de teste está em #', 'The test page is in #'],
    what: ['O que imprimir', 'What to print'],
    selected: ['Selecionadas', 'Selected'],
    range: ['Intervalo', 'Range'],
    from: ['Da linha', 'From row'],
    to: ['até a linha', 'to row'],
    copies: ['Cópias', 'Copies'],
    paperAndCopies: ['Papel e cópias', 'Paper and copies'],
    copiesOf: ['# [cópia|cópias]', '# [copy|copies]'],
    copiesFix: ['Corrigir as cópias', 'Correct the copies'],
    copiesMany: `São # cópias de cada etiqueta. Aperte de novo, ou Esc.
      That is # copies of each label. Press again, or Esc.`,
    copiesSure: ['Confirmar # [folha|folhas]', 'Confirm # [sheet|sheets]'],
    amount: ['# = # [folha|folhas]', '# = # [sheet|sheets]'],
    rangeWrong: `Duas linhas da lista, de 1 a #, a menor primeiro.
      Two rows of the list, from 1 to #, the smaller one first.`,
    rangeFix: ['Corrigir o intervalo', 'Correct the range'],
    labelsPerJob: {
      label: ['Etiquetas por impressão', 'Labels sent to the printer at once'],
      hint: [
        'Se a impressora parar, só a impressão em andamento precisa ser repetida. Em branco: tudo em uma impressão.',
        'If the printer stops, only the part being sent has to be printed again. Empty: all at once.',
      ],
    },
    paper: ['Papel', 'Paper'],
    sheets: {
      1: ['Etiqueta 10 × 15', 'Label 10 × 15'],
      2: ['A4 com 2', '2 per A4'],
      4: ['A4 com 4', '4 per A4'],
    },
    start: ['Primeiro lugar livre na folha', 'First free position on the sheet'],
    place: ['Começar no lugar #', 'Start at position #'],
    preview: ['Prévia das páginas', 'Preview of the pages'],
    previewEmpty: ['Nada a imprimir com esta escolha.', 'Nothing to print with this choice.'],
    previewLoading: ['Preparando a prévia…', 'Preparing the preview…'],
    page: ['Página # de #', 'Page # of #'],
    previous: ['Página anterior', 'Previous page'],
    next: ['Próxima página', 'Next page'],
    again: ['Imprimir de novo # [etiqueta|etiquetas]', 'Print # [label|labels] again'],
    choose: ['Escolher a impressora', 'Choose the printer'],
    sorted: ['Na ordem em que a tabela está agora.', 'In the current order of the table.'],
    inList: ['Na ordem da lista.', 'In list order.'],
    outlived: [
      'As etiquetas desta transportadora valem # dias, e estas são mais velhas: gere novas no ERP.',
      'This carrier accepts labels for # days, and these are older: create new ones in the ERP.',
    ],
    unreadable: `# [etiqueta|etiquetas] com códigos que podem não ser lidos no papel.
      # [label|labels] with codes that may not be readable on paper.`,
    whileLoading: `Começar já, e seguir com [a que ainda vem|as # que ainda vêm]
      Begin now, and go on with the [one|#] still to come`,
    whole: ['Imprimir #, e # que [vem|vêm]', 'Print #, then # to come'],
    missing: `# [etiqueta|etiquetas] ainda não podem ser impressas.
      # [label|labels] cannot be printed yet.`,
  },
  scanPrints: {
    title: ['Uma por vez', 'One at a time'],
    hint: [
      'Leia o pedido, a nota ou o rastreio: sai só a etiqueta dele. Depois leia a etiqueta para conferir.',
      'Scan an order, invoice or tracking code: only its label is printed. Then scan the label to check it.',
    ],
    toggle: ['Uma por vez: imprimir ao ler', 'One at a time: print on scan'],
    printing: ['Imprimindo', 'Printing'],
    printed: ['Impressa: leia a etiqueta para conferir', 'Printed: scan the label to check it'],
    saved: ['Salva em PDF: leia a etiqueta para conferir', 'Saved as PDF: scan it to check it'],
    waiting: ['A etiqueta vem: sai assim que chegar', 'Its label is coming, and is printed then'],
    again: ['Já foi impressa', 'Printed before'],
    several: ['Qual delas?', 'Which one?'],
    refused: ['Não imprime', 'Not printed'],
    leave: ['Não imprimir', 'Do not print'],
    answer: ['Responder à pergunta', 'Answer the question'],
  },
  check: {
    idle: ['Leia o primeiro volume', 'Scan the first parcel'],
    idleNext: ['Leia o próximo volume', 'Scan the next parcel'],
    hint: `Rastreio, nota fiscal ou a chave de 44 dígitos
      Tracking code, invoice, or its 44-digit key`,
    field: ['Código do volume', 'Parcel code'],
    of: ['de # [expedição|expedições]', 'of # [shipment|shipments]'],
    left: ['[Falta 1 expedição|Faltam # expedições]', '# [shipment|shipments] left'],
    leftShort: ['[Falta|Faltam] #', '# left'],
    parcelsLeft: ['# vol.', '# [parcel|parcels]'],
    ok: ['Confere', 'Match'],
    volume: ['Confere', 'Match'],
    already: ['Já conferido', 'Already checked'],
    'volume-again': ['Este volume já foi lido', 'This parcel was scanned before'],
    'which-volume': ['Qual dos volumes?', 'Which parcel?'],
    unknown: ['Não é deste agrupamento', 'Not in this grouping'],
    'other-grouping': ['É de outro agrupamento', 'Belongs to another grouping'],
    ambiguous: ['Mais de um volume com este código', 'More than one parcel has this code'],
    'has-code': ['Leia o código deste volume', "Scan this parcel's code"],
    undone: ['Conferência desfeita', 'Check undone'],
    unlabelled: ['Ainda não conta', 'Not counted yet'],
    stopped: ['NÃO ENVIE', 'DO NOT SHIP'],
    failed: ['Não deu para conferir', 'Could not check'],
    help: {
      unknown: `Separe o volume e confira a etiqueta.
        Put the parcel aside and look at its label.`,
      'other-grouping': `Junte o volume aos do agrupamento dele.
        Put the parcel with those of its grouping.`,
      ambiguous: `Leia outro código da etiqueta, ou escolha na lista qual volume é este.
        Scan another code of the label, or choose in the list which parcel this is.`,
      'has-code': `Só um volume que nenhum código diz qual é conta sem leitura.
        Only a parcel that no code tells apart counts without a scan.`,
      already: ['Siga para o próximo.', 'Continue with the next one.'],
      volume: ['Leia o próximo volume desta expedição.', 'Scan the next parcel of this shipment.'],
      'volume-again': `Leia os outros volumes desta expedição.
        Scan the other parcels of this shipment.`,
      'which-volume': `Cada volume tem um código só dele na etiqueta: leia esse.
        Each parcel has its own code on its label: scan that one.`,
      undone: ['Leia o volume certo.', 'Scan the right parcel.'],
    },
    choose: ['É este o volume', 'This is the parcel'],
    despite: ['Contar mesmo assim', 'Count it anyway'],
    despiteAgain: ['Confirmar: contar', 'Confirm: count it'],
    otherGrouping: `Junte o volume aos do agrupamento #.
      Put the parcel with those of grouping #.`,
    volumes: ['# de # [volume|volumes]', '# of # [parcel|parcels]'],
    volumeOf: ['Volume # de #', 'Parcel # of #'],
    volumesLeft: ['[falta|faltam] # desta expedição', '# of this shipment left'],
    volumesAll: ['todos desta expedição lidos', 'all of this shipment scanned'],
    invoice: ['NF #', 'Invoice #'],
    unfit: {
      none: ['Sem etiqueta', 'No label'],
      unprinted: ['Etiqueta não impressa', 'Label not printed'],
      stopped: ['Etiqueta de outra expedição', 'Label of another shipment'],
      cancelled: ['Cancelada: NÃO ENVIE', 'Cancelled: DO NOT SHIP'],
      unsure: ['Esta nota é a sua?', 'Is this invoice yours?'],
      named: ['É este o volume?', 'Is it this parcel?'],
    },
    unfitHelp: {
      none: `A Doca não tem a etiqueta deste volume: confirme se ele segue assim.
        Doca has no label for this parcel: check whether it goes without one.`,
      unprinted: `A etiqueta dele não saiu no papel por este agrupamento.
        Its label was not printed in this grouping.`,
      stopped: `A etiqueta mostra o rastreio de outra expedição: separe o volume.
        Its label shows the tracking code of another shipment: put the parcel aside.`,
      cancelled: `O pedido foi cancelado, ou a nota não vale: separe o volume.
        The order was cancelled, or its invoice is not valid: put the parcel aside.`,
      unsure: `O número é o desta nota, mas pode ser também o de outro volume. Compare o destinatário.
        The number is this invoice’s, but it may be another parcel’s too. Compare the recipient.`,
      named: `Compare o destinatário na etiqueta.
        Compare the recipient on the label.`,
    },
    several: `São # [volume|volumes]: confira se estão todos aqui.
      It has # [parcel|parcels]: check that all of them are here.`,
    allDone: ['Tudo conferido', 'Everything checked'],
    last: ['Últimas leituras', 'Last scans'],
    missing: ['Mostrar os que faltam', 'Show the missing ones'],
    andMore: ['e mais # [expedição|expedições]', 'and # [shipment|shipments] more'],
    stop: ['Parar e concluir', 'Stop and conclude'],
    scanNext: `#: leia o próximo. Para parar de conferir, #.
      #: scan the next one. To stop checking, #.`,
    mustCheck: `#: leia o próximo. Aqui a conferência é obrigatória.
      #: scan the next one. Checking is mandatory.`,
  },
  conclude: {
    title: ['Antes de concluir', 'Before concluding'],
    doneTitle: ['Agrupamento concluído', 'Grouping concluded'],
    wellDone: ['Bom trabalho.', 'Well done.'],
    doneText: `Imprima o romaneio e recolha a assinatura de quem leva os volumes.
      Print the manifest and have the driver sign it.`,
    records: { pdf: ['Relatório (PDF)', 'Record (PDF)'], csv: ['Relatório (CSV)', 'Record (CSV)'] },
    refusedAgain: ['Concluir de novo', 'Conclude again'],
    refusedLabels: ['Buscar as etiquetas mesmo assim', 'Fetch the labels anyway'],
    allWell: ['Tudo certo: nada falta.', 'All set: nothing is missing.'],
    warning: `A conclusão avisa a transportadora e não pode ser desfeita por aqui.
      Concluding notifies the carrier and cannot be undone from here.`,
    exceptions: `Antes de concluir: # [expedição|expedições] com pendência
      Before concluding: # [shipment|shipments] not settled`,
    accepted: `Antes de concluir: # [expedição aceita|expedições aceitas] assim
      Before concluding: # [shipment|shipments] accepted as they are`,
    checkThese: ['Conferir [a que falta|as #]', 'Check the [last one|#]'],
    seeThese: ['Ver [a etiqueta|as # etiquetas]', 'See the [label|# labels]'],
    seeOpen: ['Ver as pendências', 'See what is not settled'],
    anyway: ['Concluir com # [pendente|pendentes]', 'Conclude with # not settled'],
    mandatory: `Aqui a conferência é obrigatória: confira para concluir.
      Checking is mandatory: check them to conclude.`,
    goes: ['Vai com a transportadora', 'Goes with the carrier'],
    figures: { shipments: ['expedições', 'shipments'], parcels: ['volumes', 'parcels'] },
    of: ['de #', 'of #'],
    head: {
      cancelled: `[pedido ou nota|pedidos ou notas] sem valor
        [order or invoice|orders or invoices] not valid`,
      unauthorised: `[nota não autorizada|notas não autorizadas]
        [invoice|invoices] not authorised`,
      unchecked: ['não [conferida|conferidas]', 'not checked'],
      stopped: ['[etiqueta bloqueada|etiquetas bloqueadas]', 'blocked [label|labels]'],
      many: ['com páginas demais', 'with too many pages'],
      before: `[impressa|impressas] em outro agrupamento
        printed in another grouping`,
      failed: ['[etiqueta falhou|etiquetas falharam]', 'failed [label|labels]'],
      without: `[etiqueta|etiquetas] que o ERP não fornece
        [label|labels] that the ERP does not provide`,
      waiting: ['[etiqueta|etiquetas] por buscar', '[label|labels] to fetch'],
      unprinted: ['não [impressa|impressas]', 'not printed'],
      fewer: ['com menos etiquetas do que volumes', 'with fewer labels than parcels'],
      accepted: ['[segue|seguem] sem etiqueta da Doca', "[goes|go] without Doca's label"],
      staying: ['[fica|ficam] aqui', '[stays|stay] here'],
      removed: ['[saiu|saíram] do agrupamento', 'left the grouping'],
      added: ['[entrou|entraram] no agrupamento', 'joined the grouping'],
      changed: ['[emitida|emitidas] de novo', 'reissued'],
    },
    why: {
      cancelled: doNotSend,
      unauthorised: `Resolva no ERP, ou siga se sabe que podem ir
        Resolve it in the ERP, or continue if you know that they may leave`,
      unchecked: ['Faltam volumes para conferir', 'Not all of their parcels were scanned'],
      stopped: `Mostram o rastreio de outra expedição
        They show the tracking code of another shipment`,
      many: `Têm páginas demais para os volumes: olhe e escolha quais imprimir
        They have more pages than parcels: look, and choose which to print`,
      before: `Olhe os volumes: se têm a etiqueta, vale a de antes
        Look at the parcels: labels that they have count`,
      failed: ['A Doca não conseguiu buscar estas etiquetas', 'Doca could not fetch these labels'],
      without: `As de marketplace estão no painel dele: imprima-as lá
        For marketplace sales, print them from its panel`,
      waiting: ['Ainda não chegaram do ERP', 'The ERP has not sent them yet'],
      unprinted: `A etiqueta está pronta e não saiu no papel
        The label is ready but not printed`,
      fewer: `Escolha as páginas, ou diga que está certo assim
        Choose their pages, or confirm that this is correct`,
      accepted: ['Você aceitou que vão assim', 'You accepted this'],
      staying: `Você as separou: não estão no romaneio
        You put them aside: they are not on the manifest`,
      removed: doNotSend,
      added: ['Vieram no ERP depois da impressão', 'Added in the ERP after printing'],
      changed: ['A etiqueta no papel é a antiga', 'The printed label is outdated'],
    },
    putAside: ['Separar', 'Put aside'],
    showAll: ['Mostrar todas as #', 'Show all #'],
    rows: {
      printed: ['Etiquetas impressas', 'Labels printed'],
      saved: ['Impressas ou salvas em PDF', 'Printed or saved as PDF'],
      checked: ['Expedições conferidas', 'Shipments checked'],
    },
    fewerYes: ['Está certo assim', 'This is correct'],
    unprintedWithout: ['Seguir sem imprimir', 'Continue without printing'],
    again: ['Confirmar a conclusão', 'Confirm the conclusion'],
    otherTitle: ['O ERP mostra outra coisa?', 'Does the ERP show something else?'],
    other: `Diga aqui o que o ERP mostra: a Doca não envia nada e continua daí.
      Say here what the ERP shows: Doca sends nothing and continues from there.`,
  },
} as const;
