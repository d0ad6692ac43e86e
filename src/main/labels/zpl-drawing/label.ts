import { readCommands, splitParameters, type ZplCommand } from '../../zpl/index.ts';
import { decodeFieldText, unescapeHex } from './encoding.ts';

/** Clockwise, as `^FW` names them: upright, by 90°, 180° and 270°. */
const orientations = ['N', 'R', 'I', 'B'] as const;
type Orientation = (typeof orientations)[number];

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

/** The rectangle that text is set in (`^FB`), in dots. */
export interface Block {
  readonly width: number;
  readonly lines: number;
  readonly lineGap: number;
  readonly align: 'L' | 'C' | 'R' | 'J';
  readonly indent: number;
}

/** One drawing of a label. Parameters of codes and shapes are as written, trimmed. */
export type Content =
  | {
      readonly kind: 'text';
      readonly font: FontChoice;
      readonly block: Block | null;
      /** Between its letters (`^FP`), in dots. */
      readonly letterGap: number;
    }
  | CodeContent
  | { readonly kind: 'shape'; readonly command: string; readonly parameters: readonly string[] }
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
}

/** A field's data, or null for none yet. */
interface Decoded {
  readonly text: string | null;
  readonly data: string | null;
}

/** A field that may still get its data by its number (`^FN`). */
interface Draft extends Decoded, Omit<Field, keyof Decoded> {
  readonly number: number | null;
}

/** More than any command has, except pictures and texts, which may contain any number of commas. */
const mostParameters = 10;
/** More dots than any label has, and few enough for every sum. */
export const maxDots = 32_000;
/** More fields than any label has. */
const maxFields = 20_000;
const oneTooMany = {
  content: { kind: 'undrawable', what: 'more fields than a label has' },
  text: '',
  data: '',
} as const;
/** They draw, or change what others draw, in ways that no carrier's labels use. */
const beyondReach = new Set(['^FE', '^SF', '^IL', '^TB']);
/** The same for settings that are not these ones. */
const usual: Readonly<Record<string, RegExp>> = {
  '^FP': /^H?(?:,|$)/i,
  '^MU': /^D?(?:,|$)/i,
  '^PM': /^N?$/i,
};

export function readLabel(text: string): ZplLabel {
  const reader = new ZplLabelReader();
  for (const command of readCommands(text)) reader.take(command);
  return reader.end();
}

/** What the commands of one field say. */
function beginField() {
  return {
    place: null as Place | null,
    orientation: null as Orientation | null,
    content: null as Exclude<Content, { kind: 'text' }> | null,
    font: null as FontChoice | null,
    block: null as Block | null,
    letterGap: 0,
    isReversed: false,
    isSymbol: false,
    escape: null as string | null,
    number: null as number | null,
    data: null as string | null,
  };
}

class ZplLabelReader {
  readonly #fields: Draft[] = [];
  /** The data of fields without a place, for others with the same number. */
  readonly #numbered = new Map<number, Decoded>();
  readonly #graphics = new Map<string, PackedGraphic>();
  readonly #formats = new Map<string, ZplCommand[]>();
  #storing: ZplCommand[] | null = null;
  #homeX = 0;
  #homeY = 0;
  #shift = 0;
  #orientation: Orientation = 'N';
  #toRight = false;
  #font: FontChoice = { letter: 'A', height: null, width: null };
  #bars: BarDefaults = { moduleDots: 2, ratio: 3, heightDots: 10 };
  #encoding: number | null = null;
  #isReversed = false;
  #width: number | null = null;
  #height: number | null = null;
  #isInverted = false;
  #field = beginField();

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
    return {
      fields: this.#fields
        .map((draft) => ({ ...draft, ...this.#numbered.get(draft.number ?? -1) }))
        .filter((draft): draft is Field & Draft => draft.data !== null),
      width: this.#width,
      height: this.#height,
      isInverted: this.#isInverted,
    };
  }

  #takeInFormat(name: string, data: string): void {
    if (beyondReach.has(name) || usual[name]?.test(data.trim()) === false) this.#giveUp(name);
    const parameters = splitParameters(data, mostParameters);
    const [first = '', second = '', third = ''] = parameters;
    const field = this.#field;
    const turn = (text: string) => {
      field.orientation = readSign(text, orientations) ?? field.orientation;
    };
    switch (name) {
      // Settings for all later fields.
      case '^LH':
        this.#homeX = toDots(first) ?? 0;
        this.#homeY = toDots(second) ?? 0;
        break;
      case '^LS':
        this.#shift = toDots(first) ?? 0;
        break;
      case '^PW':
        this.#width = toDots(first);
        break;
      case '^LL':
        this.#height = toDots(first);
        break;
      case '^PO':
        this.#isInverted = /^I/i.test(first);
        break;
      case '^LR':
        this.#isReversed = /^Y/i.test(first);
        break;
      case '^CI':
        this.#encoding = readWhole(first) ?? 0;
        break;
      case '^FW':
        this.#orientation = readSign(first, orientations) ?? this.#orientation;
        this.#toRight = second === '1';
        break;
      case '^CF':
        this.#font = this.#readFont(first.toUpperCase() || 'A', second, third);
        break;
      case '^BY':
        this.#bars = {
          moduleDots: readWhole(first) ?? this.#bars.moduleDots,
          ratio: readRatio(second) ?? this.#bars.ratio,
          heightDots: toDots(third) ?? this.#bars.heightDots,
        };
        break;
      // Of one field.
      case '^FO':
      case '^FT':
        field.place = this.#readPlace(first, second, third, name === '^FT');
        break;
      case '^A':
        field.font = this.#readFont(data.charAt(0).toUpperCase(), second, third);
        turn(data.slice(1));
        break;
      case '^FB':
        field.block = readBlock(parameters);
        break;
      case '^FP':
        field.letterGap = toDots(second) ?? 0;
        break;
      case '^FR':
        field.isReversed = true;
        break;
      case '^FH':
        field.escape = data === '' || /\s/.test(data.charAt(0)) ? '_' : data.charAt(0);
        break;
      case '^FN':
        field.number = readWhole(first) ?? 0;
        break;
      case '^FD':
      case '^FV':
        field.data = data.replaceAll(/[\r\n]/g, '');
        break;
      case '^SN':
        field.data = first;
        break;
      case '^FS':
        this.#endField();
        break;
      case '^XF':
        this.#recall(readObject(first));
        break;
      case '^GS':
        turn(first);
        field.font = this.#readFont('GS', second, third);
        field.isSymbol = true;
        break;
      case '^GF':
      case '^XG':
      case '^IM':
        field.content = this.#readPicture(name, parameters, data);
        // Drawn when it is read, with or without an `^FS` after it.
        if (name === '^GF') this.#endField();
        break;
      default:
        if (/^\^G[BCDE]$/.test(name)) field.content = { kind: 'shape', command: name, parameters };
        else if (/^\^B[0-9A-Z]$/.test(name)) {
          field.content = { kind: 'code', command: name, parameters, bars: this.#bars };
          turn(first);
        }
    }
  }

  #endField(): void {
    const { place, content: own, font, block, letterGap, number, data, ...begun } = this.#field;
    const content = own ?? { kind: 'text' as const, font: font ?? this.#font, block, letterGap };
    // Shapes, pictures and QR codes are never turned.
    const isTurned = content.kind === 'code' ? content.command !== '^BQ' : content.kind === 'text';
    const needsData = content.kind === 'text' || content.kind === 'code';
    const decoded = this.#decode(data ?? (needsData ? null : ''));
    if (number !== null && data !== null && place === null) this.#numbered.set(number, decoded);
    else if (number !== null || data !== null || own !== null) {
      if (this.#fields.length >= maxFields) return;
      const isLast = this.#fields.length === maxFields - 1;
      const draft: Draft = {
        place: place ?? this.#readPlace('', '', '', false),
        orientation: isTurned ? (begun.orientation ?? this.#orientation) : 'N',
        isReversed: begun.isReversed || this.#isReversed,
        content,
        number,
        ...decoded,
      };
      this.#fields.push(isLast ? { ...draft, ...oneTooMany } : draft);
    }
    this.#field = beginField();
  }

  #decode(raw: string | null): Decoded {
    if (raw === null) return { text: null, data: null };
    const data = unescapeHex(raw, this.#field.escape);
    const text = decodeFieldText(data, this.#encoding);
    return { text: this.#field.isSymbol ? text.replace(/\S.*/s, toSymbol) : text, data };
  }

  /** Without sizes, in those of the default (`^CF`). */
  #readFont(letter: string, height: string, width: string): FontChoice {
    if (height === '' && width === '') return { ...this.#font, letter };
    return { letter, height: toDots(height), width: toDots(width) };
  }

  #readPlace(x: string, y: string, align: string, onBaseLine: boolean): Place {
    return {
      x: this.#homeX - this.#shift + (toDots(x) ?? 0),
      y: this.#homeY + (toDots(y) ?? 0),
      onBaseLine,
      toRight: align === '' ? this.#toRight : align === '1',
      follows: onBaseLine && x === '' && y === '',
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
  }

  #giveUp(what: string): void {
    this.#field.content = { kind: 'undrawable', what };
    this.#endField();
  }
}

function readBlock([
  width = '',
  lines = '',
  gap = '',
  align = '',
  indent = '',
]: readonly string[]): Block {
  return {
    width: toDots(width) ?? 0,
    lines: Math.max(1, readWhole(lines) ?? 1),
    lineGap: toDots(gap) ?? 0,
    align: readSign(align, ['C', 'R', 'J']) ?? 'L',
    indent: toDots(indent) ?? 0,
  };
}

function toDots(text: string): number | null {
  const found = /^[+-]?\d*\.?\d+/.exec(text);
  if (found === null) return null;
  return Math.max(-maxDots, Math.min(maxDots, Math.round(Number(found[0]))));
}

/**
 * `commas` precede the dots; the last two numbers before them are the bytes in total and per row.
 */
function packGraphic(data: string, commas: number): PackedGraphic {
  const parameters = splitParameters(data, commas + 1);
  const [total, row, content = ''] = parameters.slice(commas - 2);
  return { content, rowBytes: readWhole(row) ?? 0, totalBytes: readWhole(total) ?? 0 };
}

/** The symbols of `^GS` by their letters. */
const symbols: Readonly<Record<string, string>> = { A: '®', B: '©', C: '™', D: 'UL', E: 'CSA' };

/** The first letter alone says which one. */
function toSymbol(letters: string): string {
  return symbols[letters.charAt(0)] ?? '';
}

/** Returns the capital that a text begins with, or null if it is none of these. */
function readSign<T extends string>(text: string, signs: readonly T[]): T | null {
  return signs.find((sign) => sign === text.charAt(0).toUpperCase()) ?? null;
}

/** Returns the integer at a parameter's beginning, or null. */
export function readWhole(text: string | undefined): number | null {
  const found = /^\d{1,8}/.exec(text ?? '');
  return found === null ? null : Number(found[0]);
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
