import { readCatalogue } from './catalogue.ts';

/** Texts about other stations: the start loads them only if there are any. */
export const floorMessages = readCatalogue({
  row: {
    taken: ['com [a |]#', 'with #'],
    printing: ['# · imprimindo', '# · printing'],
    doubt: ['em dúvida [na|em] #', 'uncertain at #'],
    printed: ['saiu [na|em] # · #', 'printed at # · #'],
    here: {
      taken: ['Pronta, desta bancada', 'Ready, for this station'],
      printing: ['Imprimindo', 'Printing'],
      doubt: ['Em dúvida', 'Uncertain'],
      printed: ['Impressa', 'Printed'],
    },
    differs: `A etiqueta que saiu lá não é igual à daqui
      The label printed there is not the same as the one here`,
  },
  stations: ['Quem está com o quê', 'Who has what'],
  sum: ['#: # de #', '#: # of #'],
  thisOne: ['esta bancada', 'this station'],
  lost: ['sem contato', 'no contact'],
  split: ['Quanto pegar', 'How much to take'],
  splits: {
    '10': ['As próximas 10', 'The next 10'],
    '20': ['As próximas 20', 'The next 20'],
    all: ['Todas as livres', 'All that are free'],
    second: ['Páginas alternadas', 'Every second page'],
  },
  take: ['Pegar #', 'Take #'],
  takeNone: ['Nada livre', 'None free'],
  takeHint: `Ficam com esta bancada: as outras não as imprimem.
    They stay with this station: the others do not print them.`,
  giveBack: ['Devolver #', 'Give back #'],
  giveBackHint: ['Ficam livres de novo para qualquer bancada.', 'Any station can then take them.'],
  takeOverOne: ['Assumir de outra', 'Take over'],
  takeOverTitle: ['Assumir o que está com [a |]#?', 'Take over what # has?'],
  takeOverText: `# [etiqueta|etiquetas] [passa|passam] para esta bancada.
    # [label|labels] [moves|move] to this station.`,
  takeOverUnsure: [
    '# [pode|podem] ter saído na impressora de lá: olhe o papel antes, porque a Doca pergunta aqui.',
    '# may have been printed there: look at the paper first, because Doca asks here.',
  ],
  takeOverAlive: `Essa bancada está ligada: combine antes com quem está lá.
    That station is running: talk to the person there first.`,
  takeOverWhom: ['De que bancada', 'From which station'],
  takeOverYes: ['Assumir #', 'Take over #'],
  twiceTitle: `[Uma etiqueta saiu|# etiquetas saíram] em duas bancadas.
    [One label was|# labels were] printed at two stations.`,
  twiceText: `Jogue fora a que sobra, antes que alguém a cole.
    Discard the second one before it goes on a parcel.`,
  twiceAnd: [' e ', ' and '],
  twiceSeen: ['Já vi', 'I have seen it'],
  alone: ['Trabalhar sozinho', 'Work alone'],
  aloneRisk: [
    'Outra bancada pode imprimir as mesmas etiquetas. Ao reconectar, a Doca avisa o que saiu em dobro.',
    'Another station may print the same labels. When it reconnects, Doca reports those printed twice.',
  ],
  aloneShort: ['Sozinho', 'Alone'],
  gone: ['[Ela não volta|Elas não voltam]', '[It is|They are] gone'],
  goneRisk: `O que só ali se sabe se perde (#): veja antes o papel de lá.
    What only it knows is lost (#): look at the paper there first.`,
  unsent: ['# por enviar às outras bancadas.', '# not yet sent to the other stations.'],
  allSent: ['Tudo sincronizado com as outras bancadas.', 'All synced with the other stations.'],
  concluding: ['Está sendo concluído [na|em] #, desde #.', 'Being concluded at #, since #.'],
  concluded: ['Concluído [na|em] #, às #.', 'Concluded at #, at #.'],
  concludeUnknown: `Não se sabe se a conclusão feita [na|em] # chegou ao ERP.
    It is not known whether the conclusion at # reached the ERP.`,
  concludeUnknownNext: [
    'A pergunta está aberta lá. Se ninguém puder responder, conclua aqui: a Doca pergunta antes.',
    'The question is on its screen. If nobody can answer there, conclude here: Doca asks first.',
  ],
  waitsParts: {
    taken: ['# por imprimir', '# to print'],
    printing: ['# na impressora', '# at the printer'],
    doubt: ['# em dúvida', '# uncertain'],
  },
  seeGrouping: ['Ver o agrupamento', 'See the grouping'],
  day: {
    title: ['Hoje, por bancada e pessoa', 'Today by station and person'],
    station: ['Bancada', 'Station'],
    person: ['Pessoa', 'Person'],
    labels: ['Etiquetas', 'Labels'],
    parcels: ['Volumes', 'Parcels'],
    groupings: ['Agrupamentos', 'Groupings'],
    nobody: ['Sem nome', 'No name'],
    none: ['Nada feito hoje, em bancada nenhuma.', 'Nothing was done today, at any station.'],
  },
  settings: {
    title: ['Várias bancadas', 'Several stations'],
    intro: [
      'Bancadas que dividem um servidor PostgreSQL veem o trabalho umas das outras. Sem endereço, esta trabalha só.',
      'Stations that share a PostgreSQL server see each other’s work. Without an address this one works alone.',
    ],
    address: {
      label: ['Endereço do servidor', 'Address of the server'],
      hint: [
        'Como postgres://doca@servidor.exemplo:5432/expedicao; em branco, não há outras bancadas.',
        'Such as postgres://doca@server.example:5432/dispatch. Empty: no other stations.',
      ],
    },
    addressWrong: `Falta algo: postgres://usuário@servidor/banco, sem senha no endereço.
      Something is missing: postgres://user@server/database, with no password in it.`,
    station: {
      label: ['Nome desta bancada', 'Name of this station'],
      hint: `Como as outras a veem; em branco, o nome do computador.
        As the others see it. Empty: the computer’s name.`,
    },
    password: ['Senha do servidor', 'Password of the server'],
    passwordKept: `Há uma senha salva. Em branco, mantém a atual.
      A password is stored; leave empty to keep it.`,
    passwordHint: `Fica no cofre de senhas do sistema e não é mostrada de novo.
      It is stored in the system’s keychain and not shown again.`,
    test: ['Testar o servidor', 'Test the server'],
    works: ['O servidor responde e pode ser usado.', 'The server answers and can be used.'],
    forgetPassword: ['Esquecer a senha', 'Forget the password'],
    states: {
      off: ['Esta bancada trabalha só.', 'This station works alone.'],
      joining: ['Conectando às outras bancadas…', 'Connecting to the other stations…'],
      joined: ['Conectada às outras bancadas, como #.', 'Connected to the other stations, as #.'],
      alone: `Trabalhando sozinho, sem o servidor das bancadas.
        Working alone, without the server.`,
    },
    waitAgain: ['Esperar o servidor', 'Reconnect'],
    badges: ['Crachás', 'Badges'],
    badgesIntro: `Onde ninguém entra no ERP, um crachá lido diz quem está na bancada.
      If nobody signs in to the ERP, a scanned badge says who is at the station.`,
    badgesPrint: ['Imprimir crachás', 'Print badges'],
    names: ['Nomes, um por linha', 'Names, one per line'],
    namesHint: [
      'Cada pessoa ganha um código, que fica atrás do nome. Para que outra bancada conheça o crachá, copie a linha para lá; quem sai da lista não entra mais.',
      'Each person gets a code after the name. To use the badge at another station, copy the line there. A removed person can no longer badge in.',
    ],
    namesNone: ['Escreva ao menos um nome.', 'Write at least one name.'],
    namesMany: ['São # nomes: até 200.', '# names: up to 200.'],
    namesWrong: `“#” não é um nome que o papel mostre: use letras ou números, até 80.
      “#” cannot be printed: use letters or digits, 80 at most.`,
    namesTwice: `“#” está duas vezes: escreva o que distingue uma pessoa da outra.
      “#” appears twice: add something that tells the people apart.`,
    open: ['Abrir os crachás', 'Open the badges'],
    nobody: ['Ninguém leu um crachá.', 'Nobody has scanned a badge.'],
    leave: ['Sair da bancada', 'Leave the station'],
    leaveHint: ['Ler o mesmo crachá de novo também sai.', 'Or scan the same badge again.'],
  },
} as const);
