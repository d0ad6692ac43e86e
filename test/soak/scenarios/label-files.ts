import fc from 'fast-check';
import { PDFDocument } from 'pdf-lib';
import { makeText } from '../../../src/training-erp/art/elements.ts';
import type { LabelElement } from '../../../src/training-erp/art/elements.ts';
import { makeLabel } from '../../../src/training-erp/art/index.ts';
import { writePdf } from '../../../src/training-erp/art/pdf.ts';
import { drawPng } from '../../../src/training-erp/art/png.ts';
import { writeZpl } from '../../../src/training-erp/art/zpl.ts';
import { drawStrangerLabel } from '../../support/strangers.ts';
import { makeZip } from '../../support/zip.ts';
import type { Stage } from '../stage.ts';
import { answerJson } from './answers.ts';
import type { Scenario } from './types.ts';

type Format = 'pdf' | 'png' | 'zpl';

interface Label {
  readonly name: string;
  readonly make: (format: Format) => Promise<Uint8Array>;
}

const refusal = answerJson(400, { mensagem: 'A remessa não foi aceita', detalhes: [] });
const extensions: Readonly<Record<Format, string>> = { pdf: 'pdf', png: 'png', zpl: 'txt' };

const consonants = 'BCDFGHJKLMNPQRSTVWXZ'.split('');

export const labelFileScenarios: readonly Scenario[] = [
  {
    name: 'label files: strangers beside own labels',
    leavesLabels: true,
    arm: async (stage, desk) => {
      await fillPanel(stage, desk !== null);
    },
  },
  {
    name: 'label files: strangers beside labels that the ERP does not give',
    leavesLabels: true,
    arm: async (stage, desk) => {
      for (const shipment of await fillPanel(stage, desk !== null))
        stage.injectForGood('etiquetas', refusal, { shipment });
    },
  },
];

/**
 * Files with the labels of some shipments, and more with labels of others. Returns the places of
 * the own ones.
 */
async function fillPanel(stage: Stage, isOnPaper: boolean): Promise<readonly number[]> {
  const { random, grouping, scenario } = stage;
  const coded = [...grouping.shipments.entries()].filter(
    ([, { dispatch, refusal: none }]) => dispatch.logistica.codigoRastreio !== '' && none === null,
  );
  if (coded.length === 0 || stage.panel !== null) return [];
  const own = coded.filter(() => random.chance(0.5));
  const strangers = drawStrangers(
    stage,
    coded.map(([, { dispatch }]) => ({
      id: dispatch.id,
      tracking: dispatch.logistica.codigoRastreio,
      invoice: dispatch.notaFiscal.numero,
      order: dispatch.venda.numero,
    })),
  );
  const labels: Label[] = [
    ...strangers,
    ...own.map(([, record]) => ({
      name: '',
      make: (format: Format) => makeLabel(stage.sandbox.world.describe(grouping, record), format),
    })),
  ]
    .map((label) => ({ label, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ label }) => label);
  const formats: readonly Format[] = isOnPaper ? ['zpl'] : ['pdf', 'pdf', 'zpl', 'png'];
  const together = labels.splice(random.int(0, labels.length));
  const files = [
    ...(await Promise.all(
      labels.map(({ name, make }, nth) => makeFile(`${nth}_${name}`, random.pick(formats), make)),
    )),
    ...(await joinFiles(together, isOnPaper ? 'zpl' : random.pick(formats))),
  ];
  stage.panel = {
    scenario,
    files,
    marks: strangers.map(({ mark }) => mark),
    own: new Map(
      own.map(([, { dispatch }]) => [dispatch.id, dispatch.logistica.codigoRastreio] as const),
    ),
  };
  return own.map(([place]) => place);
}

async function makeFile(name: string, format: Format, make: Label['make']) {
  const called = name.replace(/\.\w+$/, '');
  return { name: `${called}.${extensions[format]}`, bytes: await make(format) };
}

/** One PDF, one file of ZPL, or an archive of pictures. */
async function joinFiles(labels: readonly Label[], format: Format) {
  if (labels.length === 0) return [];
  const files = await Promise.all(labels.map(({ make }) => make(format)));
  if (format === 'zpl') return [{ name: 'lote.txt', bytes: Buffer.concat(files) }];
  if (format === 'png') {
    const entries = files.map((content, nth) => ({ name: `lote ${nth}.png`, content }));
    return [{ name: 'lote.zip', bytes: makeZip(entries) }];
  }
  const all = await PDFDocument.create();
  for (const file of files) {
    const one = await PDFDocument.load(file);
    for (const page of await all.copyPages(one, one.getPageIndices())) all.addPage(page);
  }
  return [{ name: 'lote.pdf', bytes: await all.save() }];
}

function drawStrangers(stage: Stage, rows: Parameters<typeof drawStrangerLabel>[0]) {
  const { random } = stage;
  const drawn = fc.sample(drawStrangerLabel(rows), {
    numRuns: random.int(2, 5),
    seed: random.int(0, 0x7fff_ffff),
  });
  return drawn.map(({ text, codes, name }) => {
    const letters = Array.from({ length: 10 }, () => random.pick(consonants));
    const mark = `ESTRANHO${letters.join('')}`;
    const elements = layOut(text, codes, mark);
    return {
      name,
      mark,
      make: async (format: Format): Promise<Uint8Array> => {
        if (format === 'zpl') return writeZpl(elements);
        const pdf = await writePdf(elements, 'Etiqueta');
        return format === 'pdf' ? pdf : drawPng(pdf);
      },
    };
  });
}

/** What a QR code of the training ERP's size takes. */
const longestCode = 42;

/** The mark is a code too, because a picture has no text. */
function layOut(text: string, codes: readonly string[], mark: string): readonly LabelElement[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return [
    ...[mark, ...lines].map((line, nth) => makeText(40, 60 + nth * 60, 30, line)),
    ...[mark, ...codes.filter(({ length }) => length <= longestCode)].map((code, nth) => ({
      ...({ kind: 'qr', moduleDots: 6 } as const),
      x: 40 + (nth % 2) * 400,
      y: 400 + Math.floor(nth / 2) * 380,
      text: code,
    })),
  ];
}
