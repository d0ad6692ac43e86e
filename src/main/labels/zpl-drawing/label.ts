import { readCommands, splitParameters, type ZplCommand } from '../../zpl/index.ts';
import { decodeFieldText, unescapeHex } from './encoding.ts';

/** Clockwise, as `^FW` names them: upright, by 90°, 180° and 270°. */
type Orientation = 'N' | 'R' | 'I' | 'B';

/** A field's position, in dots from the label's upper left corner. */
interface Place {
  readonly x: number;
  readonly y: number;
  /**
   * By `^FT`: the base line of its text, or the foot of its bars or picture, instead of its upper
   * left corner.
   */
  readonly onBaseLine: boolean;
  /** `x` is its right end. */
  readonly toRight: boolean;
  /**
   * It has no position of its own (`^FT` without one): it begins at the end of the field before it.
   */
  readonly follows: boolean;
}

/** A font as a field names it; sizes in dots, null if not stated. */
export interface FontChoice {
  readonly letter: string;
  readonly height: number | null;
  readonly width: number | null;
}

/** The rectangle that text is set in (`^FB`, `^TB`), in dots. */
export interface Block {
  readonly width: number;
  readonly lines: number;
  readonly lineGap: number;
  readonly align: 'L' | 'C' | 'R' | 'J';
  readonly indent: number;
  /** Text without room is left out (`^TB`) instead of printed over the last line (`^FB`). */
  readonly cutsOff: boolean;
}

/** One drawing of a label. Parameters of codes and shapes are as written, trimmed. */
export type Content =
  | {
      readonly kind: 'text';
      readonly font: FontChoice;
      readonly block: Block | null;
      readonly direction: Direction;
    }
  | CodeContent
  | { readonly kind: 'shape'; readonly command: string; readonly parameters: readonly string[] }
  | { readonly kind: 'symbol'; readonly height: number; readonly width: number }
  | {
      readonly kind: 'graphic';
      readonly graphic: PackedGraphic;
      readonly scaleX: number;
      readonly scaleY: number;
    }
  /** A printable thing that is not drawn here, in words. */
  | { readonly kind: 'undrawable'; readonly what: string };

/** A picture as its command has it (`^GF`, `~DG`). */
export interface PackedGraphic {
  readonly content: string;
  readonly rowBytes: number;
  readonly totalBytes: number;
}

/** A bar code of any kind, by its command and the settings in force. */
export interface CodeContent {
  readonly kind: 'code';
  readonly command: string;
  readonly parameters: readonly string[];
  readonly bars: BarDefaults;
  /** Its sizes are in dots, not in inches or millimetres (`^MU`). */
  readonly isInDots: boolean;
}

/** The direction of a text's letters (`^FP`), and the dots between them. */
interface Direction {
  readonly way: 'H' | 'V' | 'R';
  readonly gap: number;
}

export interface BarDefaults {
  readonly moduleDots: number;
  /** Of a wide bar to a narrow one. */
  readonly ratio: number;
  readonly heightDots: number;
}

export interface Field {
  readonly place: Place;
  readonly orientation: Orientation;
  /** Black on white parts of the label, and white on black ones. */
  readonly isReversed: boolean;
  readonly content: Content;
  /** Its data, decoded as text. */
  readonly text: string;
  /** Its data in the form for codes: one character per byte. */
  readonly data: string;
}

/** One label of `splitZpl`, ready to be drawn: its drawings in order. Sizes in dots. */
export interface ZplLabel {
  readonly fields: readonly Field[];
  /** As stated (`^PW`, `^LL`); null for the paper's. */
  readonly width: number | null;
  readonly height: number | null;
  readonly isInverted: boolean;
  readonly isMirrored: boolean;
}

type Draft = { -readonly [Key in keyof Field]: Field[Key] | null } & { number: number | null };

/** More than any command has, except pictures and texts, which may contain any number of commas. */
const mostParameters = 10;
const start: Place = { x: 0, y: 0, onBaseLine: false, toRight: false, follows: false };
/** More dots than any label has, and few enough for every sum. */
export const maxDots = 32_000;
/** More fields than any label has. */
const maxFields = 20_000;
/** They change the content of fields, in ways that labels do not use. */
const beyondReach = new Set(['^FE', '^SF', '^IL']);

export function readLabel(text: string, dotsPerMm: number): ZplLabel {
  const reader = new ZplLabelReader(dotsPerMm);
  for (const command of readCommands(text)) reader.take(command);
  return reader.end();
}

class ZplLabelReader {
  readonly #dotsPerMm: number;
  readonly #fields: Draft[] = [];
  /** Fields that get their data by number. */
  readonly #numbered = new Map<number, Draft[]>();
  readonly #graphics = new Map<string, PackedGraphic>();
  readonly #formats = new Map<string, ZplCommand[]>();
  #storing: ZplCommand[] | null = null;
  #isRecalled = false;
  #homeX = 0;
  #homeY = 0;
  #shift = 0;
  #dotsPerUnit = 1;
  #orientation: Orientation = 'N';
  #toRight = false;
  #font: FontChoice = { letter: 'A', height: null, width: null };
  #bars: BarDefaults = { moduleDots: 2, ratio: 3, heightDots: 10 };
  #encoding: number | null = null;
  #isReversed = false;
  #width: number | null = null;
  #height: number | null = null;
  #isInverted = false;
  #isMirrored = false;
  // The field that is being read.
  #place: Place = start;
  #own: Orientation | null = null;
  #content: Exclude<Content, { kind: 'text' }> | null = null;
  #ownFont: FontChoice | null = null;
  #block: Block | null = null;
  #direction: Direction = { way: 'H', gap: 0 };
  #reversed = false;
  #escape: string | null = null;
  #number: number | null = null;
  #data: string | null = null;

  constructor(dotsPerMm: number) {
    this.#dotsPerMm = dotsPerMm;
  }

  take(command: ZplCommand): void {
    const { name, data } = command;
    if (name === '~DG')
      this.#graphics.set(readObject(data.split(',', 1)[0] ?? '', 'GRF'), packGraphic(data, 3));
    else if (name === '^DF') {
      this.#storing = [];
      this.#formats.set(readObject(data), this.#storing);
    } else if (name === '^XZ') {
      this.#endField();
      this.#storing = null;
    } else if (this.#storing !== null) this.#storing.push(command);
    else this.#takeInFormat(name, data);
  }

  end(): ZplLabel {
    this.#endField();
    const fields = this.#fields.filter(isWhole);
    return {
      fields,
      width: this.#width,
      height: this.#height,
      isInverted: this.#isInverted,
      isMirrored: this.#isMirrored,
    };
  }

  #takeInFormat(name: string, data: string): void {
    if (beyondReach.has(name)) this.#giveUp(name);
    const parameters = splitParameters(data, mostParameters);
    const [first = '', second = '', third = ''] = parameters;
    switch (name) {
      // Settings for all later fields.
      case '^LH':
        this.#homeX = this.#toDots(first) ?? 0;
        this.#homeY = this.#toDots(second) ?? 0;
        break;
      case '^LS':
        this.#shift = this.#toDots(first) ?? 0;
        break;
      case '^PW':
        this.#width = this.#toDots(first);
        break;
      case '^LL':
        this.#height = this.#toDots(first);
        break;
      case '^PO':
        this.#isInverted = /^I/i.test(first);
        break;
      case '^PM':
        this.#isMirrored = /^Y/i.test(first);
        break;
      case '^LR':
        this.#isReversed = /^Y/i.test(first);
        break;
      case '^MU':
        this.#dotsPerUnit = this.#readUnit(first);
        break;
      case '^CI':
        this.#encoding = readWhole(first) ?? 0;
        break;
      case '^FW':
        this.#orientation = readOrientation(first) ?? this.#orientation;
        this.#toRight = second === '1';
        break;
      case '^CF':
        this.#font = {
          letter: first.toUpperCase() || 'A',
          height: this.#toDots(second),
          width: this.#toDots(third),
        };
        break;
      case '^BY':
        this.#bars = {
          moduleDots: readWhole(first) ?? this.#bars.moduleDots,
          ratio: readRatio(second) ?? this.#bars.ratio,
          heightDots: this.#toDots(third) ?? this.#bars.heightDots,
        };
        break;
      // Of one field.
      case '^FO':
      case '^FT':
        this.#place = this.#readPlace(first, second, third, name === '^FT');
        break;
      case '^A':
        this.#ownFont = {
          letter: data.charAt(0).toUpperCase(),
          height: this.#toDots(second),
          width: this.#toDots(third),
        };
        this.#own = readOrientation(data.slice(1)) ?? this.#own;
        break;
      case '^FB':
      case '^TB':
        this.#block =
          name === '^FB' ? this.#readBlock(parameters) : this.#readTextBlock(parameters);
        if (name === '^TB') this.#own = readOrientation(first) ?? this.#own;
        break;
      case '^FP':
        this.#direction = {
          way: readWay(first),
          gap: this.#toDots(second) ?? 0,
        };
        break;
      case '^FR':
        this.#reversed = true;
        break;
      case '^FH':
        this.#escape = data === '' || /\s/.test(data.charAt(0)) ? '_' : data.charAt(0);
        break;
      case '^FN':
        this.#number = readWhole(first) ?? 0;
        break;
      case '^FD':
      case '^FV':
        this.#data = data.replaceAll(/[\r\n]/g, '');
        break;
      case '^SN':
        this.#data = first;
        break;
      case '^FS':
        this.#endField();
        break;
      case '^XF':
        this.#recall(readObject(first));
        break;
      case '^GS': {
        this.#own = readOrientation(first) ?? this.#own;
        const height = this.#toDots(second) ?? this.#font.height ?? 24;
        this.#content = {
          kind: 'symbol',
          height,
          width: this.#toDots(third) ?? this.#font.width ?? height,
        };
        break;
      }
      case '^GF':
      case '^XG':
      case '^IM':
        this.#content = this.#readPicture(name, parameters, data);
        // Drawn when it is read, with or without an `^FS` after it.
        if (name === '^GF') this.#endField();
        break;
      default:
        if (/^\^G[BCDE]$/.test(name))
          this.#content = { kind: 'shape', command: name, parameters: this.#inDots(parameters) };
        else if (/^\^B[0-9A-Z]$/.test(name)) {
          this.#content = {
            kind: 'code',
            command: name,
            parameters,
            bars: this.#bars,
            isInDots: this.#dotsPerUnit === 1,
          };
          this.#own = readOrientation(first) ?? this.#own;
        }
    }
  }

  #endField(): void {
    const content = this.#content ?? {
      kind: 'text' as const,
      font: this.#ownFont ?? this.#font,
      block: this.#block,
      direction: this.#direction,
    };
    // Shapes, pictures and QR codes are never turned.
    const isTurned =
      content.kind === 'code'
        ? content.command !== '^BQ'
        : content.kind === 'text' || content.kind === 'symbol';
    const draft: Draft = {
      place: this.#place,
      orientation: isTurned ? (this.#own ?? this.#orientation) : 'N',
      isReversed: this.#reversed || this.#isReversed,
      content,
      ...this.#decode(),
      number: this.#number,
    };
    const known = this.#number === null ? undefined : this.#numbered.get(this.#number);
    if (this.#number !== null && known !== undefined && this.#data !== null && this.#isRecalled) {
      for (const one of known) {
        one.text = draft.text;
        one.data = draft.data;
      }
    } else if (this.#number !== null || this.#data !== null || this.#content !== null) {
      if (this.#fields.length >= maxFields) return;
      const isLast = this.#fields.length === maxFields - 1;
      this.#fields.push(
        isLast
          ? { ...draft, content: { kind: 'undrawable', what: 'more fields than a label has' } }
          : draft,
      );
      if (known !== undefined) known.push(draft);
      else if (this.#number !== null) this.#numbered.set(this.#number, [draft]);
    }
    this.#place = { ...start, toRight: this.#toRight };
    this.#own = null;
    this.#content = null;
    this.#ownFont = null;
    this.#block = null;
    this.#direction = { way: 'H', gap: 0 };
    this.#reversed = false;
    this.#escape = null;
    this.#number = null;
    this.#data = null;
  }

  #decode(): { readonly text: string | null; readonly data: string | null } {
    if (this.#data === null) return { text: null, data: null };
    const data = unescapeHex(this.#data, this.#escape);
    return { text: decodeFieldText(data, this.#encoding), data };
  }

  #readPlace(x: string, y: string, align: string, onBaseLine: boolean): Place {
    return {
      x: this.#homeX - this.#shift + (this.#toDots(x) ?? 0),
      y: this.#homeY + (this.#toDots(y) ?? 0),
      onBaseLine,
      toRight: align === '' ? this.#toRight : align === '1',
      follows: onBaseLine && x === '' && y === '',
    };
  }

  #readBlock([
    width = '',
    lines = '',
    gap = '',
    align = '',
    indent = '',
  ]: readonly string[]): Block {
    const way = align.toUpperCase();
    return {
      width: this.#toDots(width) ?? 0,
      lines: Math.max(1, readWhole(lines) ?? 1),
      lineGap: this.#toDots(gap) ?? 0,
      align: way === 'C' || way === 'R' || way === 'J' ? way : 'L',
      indent: this.#toDots(indent) ?? 0,
      cutsOff: false,
    };
  }

  #readTextBlock([, width = '', height = '']: readonly string[]): Block {
    const size = this.#ownFont?.height ?? this.#font.height ?? 9;
    const lines = Math.max(1, Math.floor((this.#toDots(height) ?? 1) / Math.max(1, size)));
    return {
      width: this.#toDots(width) ?? 0,
      lines,
      lineGap: 0,
      align: 'L',
      indent: 0,
      cutsOff: true,
    };
  }

  #readPicture(
    name: string,
    parameters: readonly string[],
    data: string,
  ): Extract<Content, { kind: 'graphic' | 'undrawable' }> {
    if (name === '^GF')
      return { kind: 'graphic', graphic: packGraphic(data, 4), scaleX: 1, scaleY: 1 };
    const [object = '', x = '', y = ''] = parameters;
    const graphic = this.#graphics.get(readObject(object, 'GRF'));
    if (graphic === undefined)
      return { kind: 'undrawable', what: `${name} of a graphic that is not there` };
    const scale = (text: string) =>
      name === '^XG' ? Math.min(10, Math.max(1, readWhole(text) ?? 1)) : 1;
    return { kind: 'graphic', graphic, scaleX: scale(x), scaleY: scale(y) };
  }

  /** The fields of a stored format come at its recall; their data after it. */
  #recall(name: string): void {
    const commands = this.#formats.get(name);
    this.#endField();
    if (commands === undefined) this.#giveUp('^XF of a format that is not there');
    for (const command of commands ?? []) {
      if (command.name === '^XF') this.#giveUp('^XF in a stored format');
      else this.take(command);
    }
    this.#endField();
    this.#isRecalled = true;
  }

  #giveUp(what: string): void {
    this.#content = { kind: 'undrawable', what };
    this.#data ??= '';
    this.#endField();
  }

  /** The sizes among a shape's parameters, which come before its colour. */
  #inDots(parameters: readonly string[]): readonly string[] {
    return this.#dotsPerUnit === 1
      ? parameters
      : parameters.map((one) => (/^[.\d]/.test(one) ? String(this.#toDots(one)) : one));
  }

  /** Returns the dots of an inch, a millimetre or a dot (`^MU`). */
  #readUnit(text: string): number {
    if (/^I/i.test(text)) return this.#dotsPerMm * 25.4;
    return /^M/i.test(text) ? this.#dotsPerMm : 1;
  }

  #toDots(text: string): number | null {
    const found = /^[+-]?\d*\.?\d+/.exec(text.trim());
    if (found === null) return null;
    return Math.max(-maxDots, Math.min(maxDots, Math.round(Number(found[0]) * this.#dotsPerUnit)));
  }
}

function isWhole(draft: Draft): draft is Field & { number: number | null } {
  if (draft.content?.kind !== 'text' && draft.content?.kind !== 'code') {
    draft.text ??= '';
    draft.data ??= '';
  }
  return draft.data !== null;
}

/**
 * `commas` precede the dots; the last two numbers before them are the bytes in total and per row.
 */
function packGraphic(data: string, commas: number): PackedGraphic {
  const parameters = splitParameters(data, commas + 1);
  const [total, row, content = ''] = parameters.slice(commas - 2);
  return { content, rowBytes: readWhole(row) ?? 0, totalBytes: readWhole(total) ?? 0 };
}

function readOrientation(text: string): Orientation | null {
  const sign = text.charAt(0).toUpperCase();
  return sign === 'N' || sign === 'R' || sign === 'I' || sign === 'B' ? sign : null;
}

/** Returns the integer at a parameter's beginning, or null. */
export function readWhole(text: string | undefined): number | null {
  const found = /^\d{1,8}/.exec(text ?? '');
  return found === null ? null : Number(found[0]);
}

function readWay(text: string): Direction['way'] {
  const sign = text.charAt(0).toUpperCase();
  return sign === 'V' || sign === 'R' ? sign : 'H';
}

function readRatio(text: string): number | null {
  const found = /^\d(?:\.\d+)?/.exec(text);
  return found === null ? null : Math.min(3, Math.max(2, Number(found[0])));
}

/** A stored object's name without its memory, in capitals and with its extension. */
function readObject(place: string, extension = 'ZPL'): string {
  const name = place
    .trim()
    .toUpperCase()
    .replace(/^[A-Z]:/, '');
  return name.includes('.') ? name : `${name}.${extension}`;
}
