import { benchStepNames } from '#shared/domain/window.ts';
import { readCatalogue } from './catalogue.ts';

const benchWords = {
  title: ['Preparar esta bancada', 'Set up this bench'],
  steps: benchStepNames,
  summary: ['Resumo', 'Summary'],
  states: { done: ['Feito', 'Done'], skipped: ['Pulado', 'Skipped'], none: ['A fazer', 'To do'] },
  next: ['Seguir', 'Continue'],
  skip: ['Pular', 'Skip'],
  looking: ['Examinando…', 'Examining…'],
  fine: `# [item conferido|itens conferidos], sem problemas.
    # [item|items] checked, no problems.`,
  erp: {
    intro: ['De onde vêm os pedidos.', 'Where the orders come from.'],
    training: ['Treinamento: ainda sem ERP.', 'Training: no ERP yet.'],
    connect: ['Conectar ao ERP', 'Connect to the ERP'],
  },
  printer: {
    intro: `Escolha a impressora de etiquetas e imprima uma de teste.
      Choose the label printer and print a test label.`,
    pick: ['Impressora de etiquetas', 'Label printer'],
    none: `Nenhuma impressora encontrada. Ligue-a, ou adicione-a pela rede.
      No printer found. Turn it on, or add it by its address.`,
    add: ['Ajustes da impressora', 'Printer settings'],
    test: ['Imprimir etiqueta de teste', 'Print a test label'],
    again: ['Imprimir outra etiqueta', 'Print another label'],
    right: ['Está tudo certo', 'All is right'],
    yes: ['Sim', 'Yes'],
    no: ['Não', 'No'],
    asks: {
      size: `A moldura está inteira, a 3 mm da borda?
        Is the frame complete, 3 mm from the edge?`,
      sharp: ['As linhas finas estão nítidas e separadas?', 'Are the thin lines sharp and apart?'],
      upright: `O texto está em pé, ao longo da etiqueta?
        Is the text upright, along the label?`,
    },
    mends: {
      size: `Corrija a resolução (dpi) ou o papel: 100 × 150 mm, sem ajuste de escala.
        Correct the resolution (dpi) or the paper: 100 × 150 mm, without scaling.`,
      sharp: `Limpe o cabeçote e diminua o escurecimento ou a velocidade na impressora.
        Clean the print head, and lower darkness or speed at the printer.`,
      upright: `Ponha a orientação do papel em retrato, no driver da impressora.
        Set the paper's orientation to portrait in the printer's driver.`,
    },
    told: ['#: tamanho certo, nítida e em pé.', '#: right size, sharp and upright.'],
    wrong: {
      size: ['tamanho errado', 'wrong size'],
      sharp: ['sem nitidez', 'not sharp'],
      upright: ['texto virado', 'turned'],
    },
  },
  scanner: {
    intro: `Leia este código, na tela ou na etiqueta de teste.
      Scan this code, on the screen or the test label.`,
    waiting: ['Leia o código', 'Scan the code'],
    came: ['O que veio', 'What came'],
    speed: ['Velocidade', 'Speed'],
    ending: ['Final', 'Ending'],
    endings: { enter: ['Enter', 'Enter'], tab: ['Tab', 'Tab'], none: ['nenhum', 'none'] },
    right: ['O leitor está pronto.', 'The scanner is ready.'],
    wrong: {
      text: `O esperado era #. Ponha o teclado do leitor no idioma do computador.
        # was expected. Set the scanner's keyboard to this computer's language.`,
      speed: `Devagar demais: tire a pausa entre os caracteres (inter-character delay).
        Too slow: remove the inter-character delay.`,
      ending: `Sem Enter no final a Doca não reage: leia “sufixo Enter (CR)” no manual do leitor.
        Without Enter at the end Doca does not react: scan “Enter (CR) suffix” in its manual.`,
    },
    told: ['# em # ms, com final #.', '# in # ms, ending: #.'],
  },
  screen: {
    intro: `Ajuste a tela e ouça os sons, com o barulho do galpão.
      Set the screen, and listen to the sounds in the noise of the hall.`,
    told: {
      on: ['Sons ligados, volume #.', 'Sounds on, volume #.'],
      off: ['Sons desligados.', 'Sounds off.'],
    },
  },
  people: {
    intro: `O nome desta bancada, e crachás para quem trabalha nela.
      This bench's name, and its people's badges.`,
  },
  end: {
    ready: ['Esta bancada está pronta', 'This bench is ready'],
    left: ['Ainda falta um pouco', 'Not quite ready'],
    intro: ['Tudo fica guardado em Ajustes → Bancada.', 'All of this stays in Settings → Bench.'],
    sheet: ['Folha da bancada (PDF)', "The bench's sheet (PDF)"],
    desk: ['Ir para a Mesa', 'Go to the Desk'],
  },
  offer: {
    hint: `Impressora, leitor e sons, em uns três minutos.
      Printer, scanner and sounds, in about three minutes.`,
    open: ['Preparar', 'Set up'],
    later: ['Agora não', 'Not now'],
  },
  settings: {
    title: ['Bancada', 'Bench'],
    intro: `Cinco passos: ERP, impressora, leitor, tela e pessoas.
      Five steps: ERP, printer, scanner, screen and people.`,
  },
} as const;

/** Texts about the setting up of a workstation: loaded for that, and in Settings. */
export const benchMessages = readCatalogue(benchWords);
