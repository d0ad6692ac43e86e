import type { Paper } from '#shared/domain/records.ts';
import { throwFault } from '../../os/errors.ts';
import { wrapWords } from '../../os/text/wrap-words.ts';
import { restingSettings } from '../../zpl/index.ts';
import { readCode128 } from '../zpl-drawing/code128.ts';
import { findFont, measureText, toFontBytes } from '../zpl-drawing/fonts.ts';
import type { Invoice, Party } from './invoice.ts';

/*
 * DANFE Simplificado - Etiqueta, by technical note NT 2020.004: at least 55 mm wide; letters of at
 * least 6 points, titles in bold capitals; the key and its code in the upper right. The code by the
 * manual (MOC): at least 60 by 8 mm.
 */

/**
 * A text or a code in its place, in dots of an eighth of a millimetre from the upper left corner.
 */
export interface Item {
  readonly kind: 'text' | 'code' | 'box';
  /** The field's name for people, in capitals. */
  readonly title: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Of a text, that of its line. */
  readonly height: number;
}

const dotsPerMm = 8;
const width = 100 * dotsPerMm;
/** More than a code's quiet zone of ten bars. */
const margin = 24;
const inner = width - 2 * margin;
const pad = 8;
/** Two dots for a code's narrowest bar: every printer of 203 dpi prints them exactly. */
const moduleDots = 2;
/** 6 points. */
const smallest = 17;

const sizes = {
  square: { height: 800, heading: 34, top: 16, code: 92, row: 64, title: 17, value: 30, note: 18 },
  tall: { height: 1200, heading: 40, top: 24, code: 140, row: 78, title: 20, value: 38, note: 22 },
} as const;
type Sizes = (typeof sizes)[keyof typeof sizes];

type Cell = readonly [title: string, value: string, share: number, isName?: boolean];

/**
 * Lays out everything that the paper shows. Throws fault `danfe-refused` if anything but a
 * name or a note has no room.
 */
export function layOutDanfe(invoice: Invoice, { heightMm }: Paper): readonly Item[] {
  const size = heightMm <= 100 ? sizes.square : sizes.tall;
  const codeDots =
    (11 * (readCode128(writeKeyData(invoice.key))?.data.length ?? 0) + 24) * moduleDots;
  const items: Item[] = [
    makeText('', 'DANFE SIMPLIFICADO - ETIQUETA', margin, size.top, inner, size.heading),
    {
      kind: 'code',
      title: 'CHAVE DE ACESSO',
      text: invoice.key,
      x: width - margin - codeDots,
      y: size.top + size.heading + 8,
      width: codeDots,
      height: size.code,
    },
  ];
  let y = size.top + size.heading + 8 + size.code + 12;
  for (const cells of listRows(invoice)) {
    items.push(...layOutRow(cells, y, size));
    y += size.row;
  }
  return [...items, ...layOutNotes(invoice.notes, y + pad, size)];
}

function listRows(invoice: Invoice): readonly (readonly Cell[])[] {
  const { key, protocol, direction, number, series, issued, issuer, recipient, total, isTest } =
    invoice;
  const listParty = (
    title: string,
    { name, idTitle, id, registration, state }: Party,
  ): readonly (readonly Cell[])[] => [
    [[`${title} - NOME/RAZÃO SOCIAL`, name, 1, true]],
    [
      [idTitle, id, 45],
      ['INSCRIÇÃO ESTADUAL', registration, 41],
      ['UF', state, 14],
    ],
  ];
  return [
    [['CHAVE DE ACESSO', key.replaceAll(/.{4}(?=.)/g, '$& '), 1]],
    [['PROTOCOLO DE AUTORIZAÇÃO DE USO', protocol, 1]],
    [
      ['OPERAÇÃO', direction, 27],
      ['NÚMERO', number, 30],
      ['SÉRIE', series, 14],
      ['EMISSÃO', issued, 29],
    ],
    ...listParty('EMITENTE', issuer),
    ...listParty('DESTINATÁRIO', recipient),
    [
      ['VALOR TOTAL DA NOTA', total, 45],
      ...(isTest ? [['HOMOLOGAÇÃO', 'SEM VALOR FISCAL', 55] as const] : []),
    ],
  ];
}

function layOutRow(cells: readonly Cell[], y: number, size: Sizes): readonly Item[] {
  const whole = cells.reduce((sum, [, , share]) => sum + share, 0);
  let before = 0;
  return cells.flatMap(([title, value, share, isName = false]) => {
    const place = (shares: number) => margin + Math.round((inner * shares) / whole);
    const x = place(before);
    before += share;
    const own = place(before) - x;
    const left = x + pad;
    const room = own - 2 * pad;
    return [
      // Neighbours share a line.
      { kind: 'box', title, text: '', x, y, width: own + 2, height: size.row + 2 } as const,
      makeText('', title, left, y + pad, room, size.title),
      ...(value === ''
        ? []
        : [
            makeText(
              title,
              value,
              left,
              y + pad + size.title + 4,
              room,
              size.value,
              smallest,
              isName,
            ),
          ]),
    ];
  });
}

/** The issuer's words, as many as there is room for: the note does not demand them. */
function layOutNotes(notes: string, y: number, { height, note, title }: Sizes): readonly Item[] {
  const lines = Math.floor((height - margin - y - title - 6) / (note + 4));
  if (notes === '' || lines < 1) return [];
  const heading = 'INFORMAÇÕES COMPLEMENTARES';
  // No letter is as narrow as a dot: a line has fewer of them than dots.
  const wrapped = wrapWords(notes.slice(0, lines * inner), (text) => measure(text, note) <= inner);
  const last = wrapped
    .slice(lines - 1)
    .join(' ')
    .slice(0, inner);
  const shown = last === '' ? wrapped : [...wrapped.slice(0, lines - 1), last];
  return [
    makeText('', heading, margin, y, inner, title),
    ...shown.map((text, line) => {
      const top = y + title + 6 + line * (note + 4);
      return makeText(heading, text, margin, top, inner, note, note, true);
    }),
  ];
}

/** Makes a text as large as fits, down to `least`. What still has no room is cut if it may be. */
function makeText(
  title: string,
  text: string,
  x: number,
  y: number,
  room: number,
  most: number,
  least = smallest,
  mayCut = false,
): Item {
  let height = most;
  let shown = text;
  while (height > least && measure(shown, height) > room) height -= 1;
  if (measure(shown, height) > room) {
    if (!mayCut) throwFault('danfe-refused', { detail: `no room: ${title}` });
    while (measure(`${shown}…`, height) > room)
      shown = Array.from(shown).slice(0, -1).join('').trimEnd();
    shown += '…';
  }
  return {
    kind: 'text',
    title,
    text: shown,
    x,
    y,
    width: Math.ceil(measure(shown, height)),
    height,
  };
}

/**
 * A printer's own letters, and its hyphen above all, are wider than those that replace them here.
 */
const wider = 1.1;

function measure(text: string, height: number): number {
  return measureText(toFontBytes(text), findFont({ letter: '0', height, width: null })) * wider;
}

/** Digits in pairs; the letters that a CNPJ may have, one by one. */
function writeKeyData(key: string): string {
  const company = key.slice(6, 18);
  return /^\d+$/.test(company) ? `>;${key}` : `>;${key.slice(0, 6)}>6${company}>5${key.slice(18)}`;
}

/**
 * Writes the paper as ZPL for 203 dpi. The printer's encoding is afterwards as it is when it is
 * switched on.
 */
export function writeDanfe(items: readonly Item[], { heightMm }: Paper): string {
  const fields = items.map((item) => `^FO${item.x},${item.y}${writeItem(item)}^FS`);
  return `^XA${restingSettings}^CI28^PW${width}^LL${heightMm * dotsPerMm}\n${fields.join('\n')}\n^CI0^XZ\n`;
}

function writeItem({ kind, text, width: wide, height }: Item): string {
  if (kind === 'box') return `^GB${wide},${height},2`;
  if (kind === 'code') return `^BY${moduleDots}^BCN,${height},N,N,N^FD${writeKeyData(text)}`;
  // Everything that could be a command, or is not ASCII, by its bytes.
  const escaped = text.replaceAll(/[^A-Za-z0-9 .,:/$()-]+/gu, (signs) =>
    [...Buffer.from(signs)].map((byte) => `_${byte.toString(16).padStart(2, '0')}`).join(''),
  );
  return `^A0N,${height}^FH_^FD${escaped}`;
}
