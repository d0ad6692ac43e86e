import { deflateSync } from 'node:zlib';
import { labelPaper } from '../../../shared/index.ts';
import type { PageEngine } from '../pdf/look/look.ts';
import { LabelReader } from './label-reader.ts';

/** Without these the first label would take longer than they take. */
const firstRounds = 20;
/** After these, a usual label's code is compiled: 300 labels of many programs take half the time. */
const allRounds = 150;

/** Reads made-up labels so that code is compiled when real ones come: some at once, the rest while nothing is to do. */
export class WarmUp {
  #round = 0;
  #file: Buffer = Buffer.alloc(0);
  /** In memory alone: there is no spill file to remove. */
  readonly #reader: LabelReader;

  constructor(engine: PageEngine) {
    const settings = { spillPath: '', maxMemoryBytes: Number.MAX_SAFE_INTEGER };
    this.#reader = new LabelReader(settings, { read: () => this.#file }, engine);
  }

  get isOver(): boolean {
    return this.#round >= allRounds;
  }

  /** A label has come. */
  stop(): void {
    this.#round = allRounds;
  }

  /** Reads the labels that must come before the first real one. */
  async begin(): Promise<void> {
    while (this.#round < firstRounds) await this.readOn();
  }

  /** Takes some milliseconds. */
  async readOn(): Promise<void> {
    for (const make of [makePlainFile, makePackedFile]) {
      this.#file = make(this.#round);
      const path = `${make.name} ${this.#round}`;
      const reply = await this.#reader.handle({
        type: 'prepare',
        path,
        paper: labelPaper,
        pages: 'auto',
        crop: 'auto',
      });
      if (reply.type !== 'prepared') throw new Error(`the sample label was not read: ${JSON.stringify(reply)}`);
    }
    this.#round += 1;
  }
}

/**
 * The objects of a label as usual programs make them, numbered from 1. V8 compiles for the values it has met: a kind of
 * value or operator that is missing here means another compilation with the first label that has it.
 */
function listObjects(round: number): readonly string[] {
  const widths = Array.from({ length: 95 }, (_, index) => 500 + index).join(' ');
  const content = makeStream('', makeContent(round));
  const pixels = Buffer.alloc(3 * 16 * 16, `${round} pixels`);
  const picture =
    '/Type/XObject/Subtype/Image/Width 16/Height 16/BitsPerComponent 8/ColorSpace/DeviceRGB/SMask null/Interpolate true';
  return [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages /Count 1 /Kids [ 3 0 R ]\n/MediaBox [0 0 283.46 425.2] /Rotate 0>>',
    '<</Type/Page/Parent 2 0 R/Contents 6 0 R/Group<</S/Transparency/I true>>/Resources<</ProcSet[/PDF/Text]' +
      '/Font<</F1 4 0 R>>/XObject<</I1 7 0 R/X1 9 0 R>>/ExtGState<</G1 8 0 R>>/ColorSpace<</C1[/ICCBased 11 0 R]>>>>>>',
    `<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Doca/FirstChar 32/LastChar 126/Widths[${widths}]/FontDescriptor 5 0 R>>`,
    '<</Type/FontDescriptor/FontName/ABCDEF+Doca/Flags 32/FontBBox[-544 -303.5 1302 980]/ItalicAngle 0/Ascent 900' +
      '/CharSet(/A/B/space)/FontFile2 10 0 R>>',
    content,
    makeStream(picture, pixels),
    '<</Type/ExtGState/ca 0.5/CA .5/LW 1/OP false/SMask/None>>',
    makeStream('/Type/XObject/Subtype/Form/BBox[0 0 10 10]/Resources<<>>', `0 0 ${round} 10 re f`),
    makeStream('/Length1 4000', Buffer.alloc(4000, `font ${round % 3}`)),
    makeStream('/N 3/Alternate/DeviceRGB', Buffer.alloc(300, 'profile')),
    `<</Producer(Doca \\(1.2\\))/CreationDate(D:20260101${String(100000 + round)}Z)/Title<FEFF0041>>>`,
  ];
}

function makeStream(dict: string, data: Buffer | string): string {
  const packed = deflateSync(data);
  return `<<${dict}/Filter/FlateDecode/Length ${packed.length}>> stream\n${packed.toString('latin1')}\nendstream`;
}

/** As long as that of a label with two codes: most of the time for a label goes into its content. */
function makeContent(round: number): string {
  const bar = `${round}.5 20 1.25 40.5 re f\n200 150 6 60 re\nf\n`;
  const triangle = 'q 1 0 0 1 2.5 0 cm 0 0 m 10.25 0 l 10 -10 l h f Q\n';
  const text =
    "BT /F1 9 Tf 1 0 0 1 20 20 Tm (Doca) Tj 16 TL (R. \\(2\\)) ' [(A) -20.5 (B)] TJ T* 20 16 Td <41> Tj ET\n";
  const rare =
    'q 0.1 0 0 0.1 0 0 cm /G1 gs /C1 cs 0 0 1 scn 1 0 0 rg 0 g 0 G 0.5 w [2 1] 0 d 1 J 1 j 0 0 9 9 re W n ' +
    '0 0 m 5 5 6 6 9 9 c S q 40 0 0 40 10 10 cm /I1 Do Q /X1 Do Q\n';
  return `${text}${rare}`.repeat(4) + (triangle + bar).repeat(40);
}

/** With a table at its end. */
function makePlainFile(round: number): Buffer {
  const objects = listObjects(round);
  let text = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n';
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const [index, object] of objects.entries()) {
    table += `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const trailer = `trailer\n<</Root 1 0 R/Info ${objects.length} 0 R/Size ${objects.length + 1}>>`;
  return Buffer.from(`${text}${table}${trailer}\nstartxref\n${text.length}\n%%EOF\n`, 'latin1');
}

/** With objects in an object stream, and a stream as table. */
function makePackedFile(round: number): Buffer {
  const objects = listObjects(round);
  const packNumber = objects.length + 1;
  const rows: number[][] = [[0, 0, 0]];
  let text = '%PDF-1.5\n';
  let [head, packed, count] = ['', '', 0];
  const write = (number: number, object: string): void => {
    rows[number] = [1, text.length, 0];
    text += `${number} 0 obj\n${object}\nendobj\n`;
  };
  for (const [index, object] of objects.entries()) {
    const number = index + 1;
    if (object.includes('stream')) write(number, object);
    else {
      rows[number] = [2, packNumber, count];
      head += `${number} ${packed.length} `;
      packed += `${object}\n`;
      count += 1;
    }
  }
  write(packNumber, makeStream(`/Type/ObjStm/N ${count}/First ${head.length}`, head + packed));
  const start = text.length;
  rows.push([1, start, 0]);
  const table = Buffer.from(rows.flatMap(([type = 0, one = 0, two = 0]) => [type, one >> 8, one & 255, two]));
  const entries = `/Type/XRef/W[1 2 1]/Size ${rows.length}/Root 1 0 R/Info ${objects.length} 0 R`;
  text += `${rows.length - 1} 0 obj\n${makeStream(entries, table)}\nendobj\n`;
  return Buffer.from(`${text}startxref\n${start}\n%%EOF\n`, 'latin1');
}
