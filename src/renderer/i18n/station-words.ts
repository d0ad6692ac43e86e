import { historyWords } from '#shared/domain/history.ts';

/** Texts about the workstation: connection, sign-in, history, back office, settings and help. */
export const stationWords = {
  connect: {
    title: ['Conectar a Doca ao ERP', 'Connect Doca to the ERP'],
    /** 1: the address is IT's. */
    intro: [
      'Peça [o|o endereço e o] token a quem administra o ERP. Só é preciso uma vez neste computador.',
      'Ask your ERP administrator for [the|the address and the] token. This is needed only once on this computer.',
    ],
    baseUrl: {
      label: ['Endereço da API', 'API address'],
      hint: ['Termina em /public-api/v3', 'Ends in /public-api/v3'],
    },
    token: ['Token de acesso', 'Access token'],
    tokenStored: `Há um token salvo. Em branco, mantém o atual.
      A token is stored; leave this empty to keep it.`,
    tokenHint: ['Depois de salvo, não é mostrado de novo.', 'It is not shown again after saving.'],
    keychain: `Token, sessão e segredo ficam no cofre de senhas do sistema.
      Token, session and secret are stored in the system's keychain.`,
    memory: `O cofre de senhas do sistema não pôde ser usado: o acesso vale até a Doca ser fechada.
      The system's keychain could not be used: the access is lost when Doca closes.`,
    testing: ['Testando…', 'Testing…'],
    save: ['Salvar e começar', 'Save and start'],
    company: ['O ERP respondeu como', 'The ERP answered as'],
    unnamed: [
      'Dá para trabalhar assim. Informe a empresa em Ajustes, ou peça a quem administra o ERP a permissão de ler os dados da conta.',
      'You can work like this. Enter the company in Settings, or ask your ERP administrator for permission to read it.',
    ],
    taxId: ['CNPJ/CPF', 'CNPJ/CPF'],
    missing: {
      address: ['Falta o endereço', 'Enter the address'],
      token: ['Falta o token', 'Enter the token'],
    },
    doors: {
      title: ['Como você quer começar?', 'How do you want to start?'],
      intro: ['Dá para mudar depois, em Ajustes.', 'You can change this later, in Settings.'],
      others: ['Outras formas de começar', 'Other ways to start'],
      train: {
        name: ['Experimentar agora', 'Try it now'],
        hint: `Com pedidos de treinamento: nada é de verdade, nada se estraga.
          With training orders. Nothing is real, and nothing can go wrong.`,
      },
      signIn: {
        name: ['Entrar no ERP', 'Sign in to the ERP'],
        hint: ['Com o seu usuário, no navegador.', 'With your own user, in the browser.'],
      },
      paste: {
        name: ['Tenho um token', 'I have a token'],
        hint: `O endereço e o token que a TI deu, digitados ou lidos.
          The address and token from IT, typed or scanned.`,
      },
      closed: {
        train: ['Você já está no treinamento.', 'You are in training already.'],
        'sign-in': `Desligado pela sua TI: aqui se usa um token.
          Turned off by your IT department: use a token.`,
        paste: `Desligado aqui: cada pessoa entra com o seu usuário.
          Turned off here: people sign in with their own user.`,
      },
    },
  },
  company: {
    title: `O ERP não diz de que empresa é esta conta.
      The ERP does not say which company this account is for.`,
    hint: [
      'Informe uma vez: quem entra por essa empresa neste computador passa a ver os mesmos agrupamentos.',
      'Enter it once: everybody who signs in for this company at this computer then works on the same groupings.',
    ],
    name: ['Empresa', 'Company'],
    wrong: `CNPJ ou CPF inválido: confira os números.
      This is not a valid CNPJ or CPF: compare it digit by digit.`,
    save: ['Salvar empresa', 'Save company'],
  },
  signIn: {
    title: ['Entrar no ERP', 'Sign in to the ERP'],
    intro: [
      'Falta só uma parte, que a TI preenche uma vez neste computador. Depois, cada pessoa entra com o seu usuário.',
      'One part is missing, which IT fills in once on this computer. Then people sign in with their own user.',
    ],
    forIt: ['Para a TI', 'For IT'],
    forItHint: `Registre a Doca no ERP como aplicativo.
      Register Doca in the ERP as an application.`,
    forItPreset: `Os endereços já são os de Olist / Tiny; com outro ERP, troque-os.
      The addresses are those of Olist / Tiny. Change them for another ERP.`,
    missing: ['Falta a parte da TI', "IT's part is missing"],
    once: `Aperte Entrar: o navegador abre a página do ERP, e você entra com o seu usuário.
      Press Sign in: the ERP's page opens in the browser, and you sign in with your own user.`,
    at: ['A página é a de #.', 'The page is on #.'],
    key: ['Entrar', 'Sign in'],
    issuer: {
      label: ['Endereço do login (emissor)', 'Sign-in address (issuer)'],
      hint: `Como https://login.exemplo.com.br/realms/erp
        Such as https://sign-in.example.com/realms/erp`,
    },
    clientId: ['Identificação da Doca (client ID)', "Doca's name in the ERP (client ID)"],
    clientSecret: {
      label: ['Segredo da Doca (client secret)', "Doca's secret (client secret)"],
      hint: `Opcional. Em branco, mantém o atual.
        Optional. Leave it empty to keep the current one.`,
    },
    redirect: {
      label: ['Endereço de retorno (redirect URI)', 'Return address (redirect URI)'],
      hint: `Registre-o no ERP exatamente assim.
        Register it in the ERP exactly as shown.`,
    },
    redirectWrong: [
      'É um endereço deste computador com uma porta, como http://localhost:53682/doca.',
      'Enter an address of this computer with a port, such as http://localhost:53682/doca.',
    ],
    scopes: ['Escopos', 'Scopes'],
    finish: ['Termine o login no navegador', 'Finish signing in in your browser'],
    finishText: `A página do ERP abriu lá. Assim que você entrar, a Doca continua sozinha.
      The ERP's page is open there. Doca continues as soon as you have signed in.`,
    waiting: ['Esperando o navegador…', 'Waiting for the browser…'],
    reopen: ['Abrir a página de novo', 'Open the page again'],
    progress: ['esperando o login', 'waiting for the sign-in'],
    weekend: `Com a Doca fechada, sua sessão vale até #. Na segunda, ao abrir, aperte Entrar.
      If Doca stays closed, your session ends #. When you open Doca on Monday, press Sign in.`,
    inAs: ['Quem entrou', 'Signed in'],
    nobody: ['Ninguém entrou ainda.', 'Nobody is signed in.'],
    out: ['Sair', 'Sign out'],
    outHint: `Encerra a sessão neste computador; o endereço fica.
      Removes the session from this computer; the address stays.`,
    paste: ['Aceitar tokens colados', 'Allow pasted tokens'],
    pasteHint: `Desligado, só se entra pelo navegador.
      If this is off, people sign in with the browser only.`,
  },
  proxy: {
    title: ['Proxy da rede', "The network's proxy"],
    user: ['Usuário', 'User'],
    password: ['Senha', 'Password'],
    given: ['Usuário e senha salvos. Tente de novo.', 'User and password saved. Try again.'],
    forget: ['Esquecer usuário e senha', 'Forget user and password'],
    keychain: `Ficam no cofre de senhas do sistema e vão só a este proxy.
      They are stored in the system's keychain and sent to this proxy only.`,
    memory: `Valem até a Doca ser fechada e vão só a este proxy.
      They are lost when Doca closes and sent to this proxy only.`,
  },
  operator: {
    atBench: ['Na bancada', 'At the station'],
    helloHint: ['Ao sair, leia o mesmo crachá de novo.', 'To leave, scan the same badge again.'],
    bye: ['Ninguém na bancada.', 'Nobody is at the station.'],
    signedIn: `Crachá lido. Continua valendo quem entrou no ERP: #.
      Badge read. The person signed in to the ERP still counts: #.`,
  },
  guide: {
    title: ['Guia', 'Guide'],
    open: ['Abrir o guia', 'Open the guide'],
    books: { work: ['Operação', 'Work'], it: ['TI', 'IT'], floor: ['Bancadas', 'Stations'] },
    find: ['Procurar no guia', 'Find in the guide'],
    contents: ['Conteúdo', 'Contents'],
    none: `Nada no guia tem essas palavras. Tente uma só, ou apague a busca.
      Nothing found in the guide. Try a single word, or clear the search.`,
  },
  history: {
    field: ['Procurar volume', 'Find a parcel'],
    hint: [
      'rastreio, nota, destinatário, agrupamento',
      'tracking code, invoice, recipient, grouping',
    ],
    none: `Nada encontrado. Confira o código ou procure pelo nome.
      Nothing found. Check the code or search by name.`,
    empty: [
      'Ainda não há nada no histórico. O que for impresso, conferido e concluído aparece aqui.',
      'Nothing here yet. Everything printed, checked and concluded appears here.',
    ],
    clear: ['Mostrar tudo', 'Show everything'],
    events: ['Registros', 'Entries'],
    periods: { all: ['Tudo', 'All'], today: ['Hoje', 'Today'], week: ['7 dias', '7 days'] },
    yesterday: ['Ontem', 'Yesterday'],
    day: ['Um dia', 'One day'],
    dayHint: ['dia/mês', 'day/month'],
    everyKind: ['Tudo o que foi feito', 'All events'],
    when: ['Hora', 'Time'],
    what: ['O quê', 'What'],
    by: ['Por', 'By'],
    at: ['em', 'at'],
    save: ['Salvar planilha', 'Save as spreadsheet'],
    reprinted: ['Feito de novo.', 'Done again.'],
    more: ['# de #: mostrar mais', '# of #: show more'],
    stand: {
      title: ['Situação', 'State'],
      printed: ['[Impressa|Impressa #×]', '[Printed|Printed #×]'],
      checked: ['conferida', 'checked'],
      concluded: ['concluída', 'concluded'],
    },
    kinds: historyWords,
    found: ['# [registro|registros]', '# [entry|entries]'],
  },
  settings: {
    find: ['Procurar um ajuste', 'Find a setting'],
    findHint: ['Procurar', 'Find'],
    findNone: ['Nenhum ajuste tem essas palavras.', 'No setting has these words.'],
    findCount: ['# [ajuste|ajustes]', '# [setting|settings]'],
    soundsOff: ['Com os sons desligados não há o que ouvir.', 'Turn the sounds on to listen.'],
    display: ['Tela e som', 'Screen and sound'],
    language: ['Idioma', 'Language'],
    languages: { 'pt-BR': ['Português', 'Português'], en: ['English', 'English'] },
    theme: ['Aparência', 'Appearance'],
    themes: {
      system: ['Do sistema', 'System'],
      light: ['Clara', 'Light'],
      dark: ['Escura', 'Dark'],
    },
    explainAgain: ['Explicar de novo o primeiro trabalho', 'Explain the first job again'],
    sounds: ['Sons', 'Sounds'],
    soundsOn: ['Tocar sons', 'Play sounds'],
    soundSet: ['Jogo de sons', 'Set of sounds'],
    soundSets: { usual: ['Normal', 'Usual'], loud: ['Galpão barulhento', 'Loud hall'] },
    hear: {
      success: ['Confere', 'Match'],
      warning: ['Atenção', 'Caution'],
      error: ['Errado', 'Wrong'],
      done: ['Pronto', 'Done'],
    },
    heardWhen: {
      success: ['o volume confere', 'the parcel matches'],
      warning: `o volume confere, mas a etiqueta dele não está no papel
        the parcel matches, but its label is not printed`,
      error: `o volume não confere, ou algo espera por você
        the parcel is wrong, or something needs attention`,
      done: `tudo impresso, tudo conferido ou tudo buscado
        all printed, all checked or all fetched`,
    },
    volume: ['Volume', 'Volume'],
    volumes: [
      ['Baixo', 'Médio', 'Alto', 'Máximo'],
      ['Low', 'Medium', 'High', 'Full'],
    ],
    hearLabel: ['Ouvir', 'Listen'],
    checking: ['Conferir e concluir', 'Check and conclude'],
    mustCheck: {
      toggle: ['Conferência obrigatória', 'Checking is mandatory'],
      hint: `Com volumes por conferir, a Doca não conclui.
        Doca does not conclude while parcels are left to check.`,
    },
    correctShipments: {
      toggle: `Corrigir peso e rastreio no ERP
        Correct weight and tracking code in the ERP`,
      hint: `O que é corrigido aqui muda no ERP, se ele aceitar correções.
        Corrections made here change the ERP, if it accepts them.`,
    },
    concludeWhenChecked: {
      toggle: `Concluir assim que o último volume for conferido
        Conclude as soon as the last parcel is checked`,
      hint: `Só quando nada falta; com qualquer exceção, a Doca espera por você.
        Only if nothing is missing; with any exception Doca waits for you.`,
    },
    connection: ['Conexão', 'Connection'],
    address: ['Endereço', 'Address'],
    noAddress: ['Nenhum', 'None'],
    saveToken: ['Trocar o token', 'Change the token'],
    tokenSaved: ['Token trocado.', 'Token changed.'],
    forget: ['Esquecer a conexão', 'Forget the connection'],
    forgetHint: `Apaga deste computador o endereço e o acesso.
      Removes address and access from this computer.`,
    change: ['Mudar a conexão', 'Change the connection'],
    printing: ['Impressão', 'Printing'],
    askPrinter: ['Perguntar', 'Ask'],
    data: ['Dados guardados', 'Stored data'],
    retention: {
      label: ['Guardar etiquetas e trabalhos por (dias)', 'Keep labels and jobs for (days)'],
      hint: `Depois disso são apagados (LGPD). De 1 a 365.
        Then they are deleted (LGPD). From 1 to 365.`,
    },
    concludeFirst: {
      legend: ['Concluir antes das etiquetas', 'Conclude before the labels'],
      hint: `Nestas formas de envio a Doca oferece concluir primeiro.
        With these shipping methods Doca offers to conclude first.`,
    },
    forgetMethod: ['Esquecer', 'Forget'],
    export: ['Exportar diagnóstico', 'Export diagnostics'],
    exportHint: `Sem token e sem dados de pessoas.
      Without the token and without personal data.`,
    locked: ['Definido pela sua TI.', 'Set by your IT department.'],
    forgetTokenHint: `Apaga o acesso deste computador; o endereço é o da sua TI.
      Removes the access from this computer; the address is set by your IT department.`,
  },
  updates: {
    title: ['Atualizações', 'Updates'],
    off: {
      policy: ['Desligadas pela sua TI.', 'Turned off by your IT department.'],
      unsigned: `Esta é uma versão de desenvolvimento: não recebe atualizações.
        Development builds do not update.`,
    },
    unchecked: `Nenhuma busca por versão nova até agora.
      Doca has not looked for a new version yet.`,
    checking: ['Procurando uma versão nova…', 'Looking for a new version…'],
    current: ['A Doca está atualizada (visto às #).', 'Doca is up to date (checked at #).'],
    downloading: ['Baixando a versão #…', 'Downloading version #…'],
    ready: ['A versão # está pronta.', 'Version # is ready.'],
    when: `Será instalada com a mesa parada ou ao fechar a Doca.
      It is installed when the desk is idle or Doca is closed.`,
    waits: {
      'job-running': `Espera o fim do trabalho em andamento.
        It waits for the running work to end.`,
      'grouping-open': `Espera a conclusão do agrupamento aberto.
        It waits for the open grouping to be concluded.`,
      'before-first-print': `Espera a primeira impressão do turno.
        It waits for the shift's first print.`,
      'in-use': ['Espera a mesa ficar parada.', 'It waits for the desk to be idle.'],
    },
    failures: {
      unreachable: [
        'O servidor de atualizações não respondeu.',
        'The update server did not answer.',
      ],
      'bad-feed': `Resposta inválida do servidor de atualizações.
        The update server sent an invalid answer.`,
      damaged: `A versão nova chegou danificada e foi descartada.
        The download was damaged and was deleted.`,
      'not-ours': `A versão nova não tem a assinatura da Doca e foi descartada.
        The new version does not have Doca's signature and was deleted.`,
      stalled: `O download da versão nova parou no meio.
        The download stopped midway.`,
      unknown: ['A atualização falhou.', 'The update failed.'],
    },
    later: ['A Doca tenta de novo mais tarde.', 'Doca tries again later.'],
    tellIt: ['Avise a TI.', 'Tell your IT department.'],
    feedLocked: `O servidor de atualizações é o da sua TI.
      The update server is set by your IT department.`,
    notes: ['O que há de novo na #', 'What is new in #'],
    check: ['Procurar agora', 'Check now'],
    install: ['Instalar e abrir de novo', 'Install and restart'],
    notice: ['Atualização pronta', 'Update ready'],
    short: ['Atualizar', 'Update'],
  },
  shortcuts: {
    everywhere: ['Em toda parte', 'Everywhere'],
    table: ['Na tabela', 'In the table'],
    names: {
      primary: ['O próximo passo (o botão laranja)', 'The next step (the orange button)'],
      'conclude-anyway': `Parar de conferir; concluir com exceções
        Stop checking; conclude with exceptions`,
      find: ['Filtrar ou procurar', 'Filter or search'],
      'go-desk': ['Mesa', 'Desk'],
      'go-print': ['Imprimir', 'Print'],
      'go-check': ['Conferir', 'Check'],
      'go-history': ['Histórico', 'History'],
      'go-office': ['Escritório', 'Back office'],
      'go-settings': ['Ajustes', 'Settings'],
      queue: ['Fila de impressão', 'Print queue'],
      'print-these': `Imprimir (ou reimprimir) as selecionadas
        Print (or reprint) the selected ones`,
      'print-from-here': `Imprimir a partir da linha selecionada
        Print from the selected row on`,
      'reprint-last': ['Reimprimir a última impressão', 'Reprint the last print job'],
      failures: `Ver por que etiquetas falharam; outra vez: o próximo motivo
        See why labels failed; press again for the next reason`,
      'retry-these': `Buscar de novo as que falharam por este motivo
        Retry those that failed for this reason`,
      'without-these': ['Seguir sem elas', 'Continue without them'],
      'confirm-these': ['Dizer que estão certas', 'Confirm that they are correct'],
      'show-these': ['Mostrá-las na lista', 'Show them in the list'],
      import: ['Trazer etiquetas de um arquivo', 'Bring labels from a file'],
      leaving: ['Ver o que impede a saída', 'See what stands against leaving'],
      zoom: ['Ampliar a etiqueta', 'Enlarge the label'],
      save: ['Salvar o histórico como planilha', 'Save the history as a spreadsheet'],
      take: ['Pegar etiquetas para esta bancada', 'Take labels for this station'],
      'give-back': ['Devolver as que não foram impressas', 'Give back those that were not printed'],
      'take-over': ['Assumir o que está com outra bancada', 'Take over labels of another station'],
      'work-alone': `Trabalhar sozinho, sem o servidor das bancadas
        Work alone, without the shared server`,
      'leave-bench': ['Sair da bancada (crachá)', 'Leave the station (badge)'],
      shortcuts: ['Estes atalhos', 'These shortcuts'],
      undo: ['Desfazer a última conferência', 'Undo the last check'],
      cancel: ['Parar a busca de etiquetas', 'Stop fetching labels'],
      back: ['Fechar ou voltar', 'Close or go back'],
    },
    rows: {
      move: ['Ir de linha em linha', 'Go from row to row'],
      extend: ['Estender a seleção', 'Extend the selection'],
      toggle: ['Marcar ou desmarcar a linha', 'Mark or unmark the row'],
      all: ['Selecionar todas', 'Select all'],
      details: ['Abrir os detalhes', 'Open the details'],
      copy: ['Copiar o rastreio', 'Copy the tracking code'],
    },
    space: ['Espaço', 'Space'],
    scanner: `O leitor de código de barras funciona em qualquer campo: não é preciso clicar antes.
      The barcode scanner works in any field: no need to click first.`,
  },
  scanCommands: {
    unconnected: `A Doca não está conectada ao ERP: conecte-a na tela Conexão (F2) e tente de novo.
      Doca is not connected to the ERP: connect it on the Connect screen (F2), then try again.`,
    sheet: ['Folha de comandos', 'Command sheet'],
    sheetHint: `Códigos para imprimir: com eles o leitor também dá o próximo passo, sem teclado.
      Codes to print. Scan one to take the next step without a keyboard.`,
    unknown: `# não é um comando da Doca. Imprima outra folha de comandos.
      # is not a command of Doca. Print the command sheet again.`,
    notNow: `Agora não há nada a fazer com “#”. Olhe o botão laranja.
      “#” does nothing at this step. Look at the orange button.`,
    unread: `Leitura incompleta: outra tecla veio no meio do código, e ele não vale. Leia de novo.
      Incomplete scan: another key came in the middle of the code. It doesn’t count: scan it again.`,
    parcel: [
      '#, do agrupamento #. Aqui a leitura não muda nada: leia em Conferir, ou na Mesa para ver a linha.',
      '#, of grouping #. Scanning it here changes nothing: scan it in Check, or on the Desk to see its row.',
    ],
    several: `“#” está em volumes de mais de um agrupamento. Leia o código de rastreio.
      Parcels of several groupings have “#”. Scan the tracking code.`,
  },
} as const;
