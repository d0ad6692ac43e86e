import { formatCount, formatInteger } from './format.ts';

const labels = (count: number): string => formatCount(count, 'etiqueta', 'etiquetas');

/** “com a Bancada 2”, but “com PC-07”: a station has the computer's name by default. */
const isFeminine = (station: string): boolean => /^(bancada|mesa|estação|linha|doca)(\s|$)/i.test(station);
const by = (station: string): string => `${isFeminine(station) ? 'a ' : ''}${station}`;
const at = (station: string): string => `${isFeminine(station) ? 'na' : 'em'} ${station}`;
const from = (station: string): string => `${isFeminine(station) ? 'da' : 'de'} ${station}`;

/** Texts for several stations. */
export const floorPtBr = {
  row: {
    taken: (station: string) => `com ${by(station)}`,
    printing: (station: string) => `${station} · imprimindo`,
    doubt: (station: string) => `em dúvida ${at(station)}`,
    printed: (station: string, time: string) => `saiu ${at(station)} · ${time}`,
    here: {
      taken: 'Pronta, desta bancada',
      printing: 'Imprimindo',
      doubt: 'Em dúvida',
      printed: 'Impressa',
    },
    differs: 'A etiqueta que saiu lá não é igual à daqui',
  },
  stations: 'Quem está com o quê',
  sum: (station: string, has: number, total: number) => `${station}: ${formatInteger(has)} de ${formatInteger(total)}`,
  thisOne: 'esta bancada',
  lost: 'sem contato',
  split: 'Quanto pegar',
  splits: { '10': 'As próximas 10', '20': 'As próximas 20', all: 'Todas as livres', second: 'Páginas alternadas' },
  take: (count: number) => (count === 0 ? 'Nada livre' : `Pegar ${formatInteger(count)}`),
  takeHint: 'Ficam com esta bancada: as outras não as imprimem.',
  giveBack: (count: number) => `Devolver ${formatInteger(count)}`,
  giveBackHint: 'Ficam livres de novo para qualquer bancada.',
  takeOver: (station: string) => `Assumir ${from(station)}`,
  takeOverOne: 'Assumir de outra',
  takeOverTitle: (station: string) => `Assumir o que está com ${by(station)}?`,
  takeOverText: (count: number) => `${labels(count)} ${count === 1 ? 'passa' : 'passam'} para esta bancada.`,
  takeOverUnsure: (count: number) =>
    `${count === 1 ? '1 pode ter saído' : `${formatInteger(count)} podem ter saído`} na impressora de lá: olhe o papel antes, porque a Doca pergunta aqui.`,
  takeOverAlive: 'Essa bancada está ligada: combine antes com quem está lá.',
  takeOverWhom: 'De que bancada',
  takeOverYes: (count: number) => `Assumir ${formatInteger(count)}`,
  takeOverNo: 'Voltar',
  twiceTitle: (count: number) =>
    count === 1 ? 'Uma etiqueta saiu em duas bancadas.' : `${formatInteger(count)} etiquetas saíram em duas bancadas.`,
  twiceText: 'Jogue fora a que sobra, antes que alguém a cole.',
  twiceAnd: ' e ',
  twiceSeen: 'Já vi',
  alone: 'Trabalhar sozinho',
  aloneAgain: 'Apertar de novo',
  aloneRisk: 'Outra bancada pode imprimir as mesmas etiquetas. O que sair duas vezes é dito quando o servidor voltar.',
  aloneShort: 'Sozinho',
  gone: (count: number): string => (count === 1 ? 'Ela não volta' : 'Elas não voltam'),
  goneRisk: (names: string) => `O que só ali se sabe se perde (${names}): veja antes o papel de lá.`,
  unsent: (count: number) =>
    count === 0
      ? 'As outras bancadas já sabem de tudo o que foi feito aqui.'
      : `${formatInteger(count)} por enviar às outras bancadas.`,
  concluding: (station: string, time: string) => `Está sendo concluído ${at(station)}, desde ${time}.`,
  concluded: (station: string, time: string) => `Concluído ${at(station)}, às ${time}.`,
  concludeUnknown: (station: string) => `Não se sabe se a conclusão feita ${at(station)} chegou ao ERP.`,
  concludeUnknownNext: 'A pergunta está aberta lá. Se ninguém puder responder, conclua aqui: a Doca pergunta antes.',
  waitsFor: 'A conclusão espera por outra bancada',
  waitsParts: {
    taken: (count: number) => `${formatInteger(count)} por imprimir`,
    printing: (count: number) => `${formatInteger(count)} na impressora`,
    doubt: (count: number) => `${formatInteger(count)} em dúvida`,
  },
  waitsNext: 'Espere que imprima ou devolva, ou assuma as etiquetas dela no agrupamento.',
  seeGrouping: 'Ver o agrupamento',
  day: {
    title: 'Hoje, por bancada e pessoa',
    station: 'Bancada',
    person: 'Pessoa',
    labels: 'Etiquetas',
    parcels: 'Volumes',
    groupings: 'Agrupamentos',
    nobody: 'Sem nome',
    export: 'Salvar como planilha',
    exported: 'Salvo.',
    none: 'Nada feito hoje, em bancada nenhuma.',
  },
  settings: {
    title: 'Várias bancadas',
    intro:
      'Bancadas que dividem um servidor PostgreSQL veem o trabalho umas das outras. Sem endereço, esta trabalha só.',
    address: 'Endereço do servidor',
    addressHint: 'Como postgres://doca@servidor.exemplo:5432/expedicao; vazio, não há outras bancadas.',
    addressWrong: 'Falta algo: postgres://usuário@servidor/banco, sem senha no endereço.',
    station: 'Nome desta bancada',
    stationHint: 'Como as outras a veem; vazio, o nome do computador.',
    password: 'Senha do servidor',
    passwordKept: 'Há uma senha guardada; vazio, ela fica.',
    passwordHint: 'Fica no cofre de senhas do sistema e não é mostrada de novo.',
    save: 'Guardar',
    test: 'Testar o servidor',
    testing: 'Testando…',
    works: 'O servidor responde e pode ser usado.',
    saved: 'Guardado.',
    forgetPassword: 'Esquecer a senha',
    states: {
      off: 'Esta bancada trabalha só.',
      joining: 'Ligando-se às outras bancadas…',
      joined: (station: string) => `Ligada às outras bancadas, como ${station}.`,
      away: 'O servidor das bancadas não responde.',
      alone: 'Trabalhando sozinho, sem o servidor das bancadas.',
    },
    waitAgain: 'Esperar o servidor',
    badges: 'Crachás',
    badgesIntro: 'Onde ninguém entra no ERP, um crachá lido diz quem está na bancada.',
    badgesPrint: 'Imprimir crachás',
    names: 'Nomes, um por linha',
    namesHint:
      'Cada pessoa ganha um código, que fica atrás do nome. Para que outra bancada conheça o crachá, copie a linha para lá; quem sai da lista não entra mais.',
    namesNone: 'Escreva ao menos um nome.',
    namesMany: (count: number) => `São ${formatInteger(count)} nomes: até 200.`,
    namesWrong: (name: string) => `“${name}” não é um nome que o papel mostre: use letras ou números, até 80.`,
    namesTwice: (name: string) => `“${name}” está duas vezes: escreva o que distingue uma pessoa da outra.`,
    open: 'Abrir os crachás',
    atBench: 'Na bancada',
    nobody: 'Ninguém leu um crachá.',
    leave: 'Sair da bancada',
    leaveHint: 'Ler o mesmo crachá de novo também sai.',
  },
};
