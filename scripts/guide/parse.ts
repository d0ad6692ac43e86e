import { writePlain } from '../../src/renderer/guide/blocks.ts';
import type { Block, Guide, Inline } from '../../src/renderer/guide/blocks.ts';

/** Reads the Markdown that the guides are written in, and no more of it: what it does not know, it refuses. */
export function parseGuide(markdown: string): Guide {
  const lines = markdown.replaceAll(/<!--.*?-->/gs, '').split('\n');
  const pieces = cutBlocks(lines);
  const reader = new BlockReader(new Map(pieces.flatMap(readReferences)));
  return pieces.filter((piece) => readReferences(piece).length === 0).map((piece) => reader.read(piece));
}

/** Where the references of a guide lead, by their names. */
type Addresses = ReadonlyMap<string, string>;

const reference = /^\[([^\]]+)\]: (\S+)$/;
const item = /^(?:[-*]|\d+\.) +/;
const special = /^(?:#|```|\||[-*] |\d+\. )/;

function readReferences(lines: readonly string[]): readonly (readonly [string, string])[] {
  if (!lines.every((line) => reference.test(line))) return [];
  return lines.map((line) => {
    const [, name = '', address = ''] = reference.exec(line) ?? [];
    return [name, address];
  });
}

function cutBlocks(lines: readonly string[]): readonly (readonly string[])[] {
  const pieces: (readonly string[])[] = [];
  for (let at = 0; at < lines.length;) {
    if (isEmpty(lines[at])) {
      at += 1;
      continue;
    }
    const end = findEnd(lines, at);
    pieces.push(lines.slice(at, end));
    at = end;
  }
  return pieces;
}

function isEmpty(line: string | undefined): boolean {
  return (line ?? '').trim() === '';
}

/** Where the block that begins here ends. */
function findEnd(lines: readonly string[], from: number): number {
  const first = lines[from] ?? '';
  if (first.startsWith('#')) return from + 1;
  if (first.startsWith('```')) {
    const close = lines.indexOf('```', from + 1);
    if (close === -1) throw new Error(`a code block without end: ${first}`);
    return close + 1;
  }
  if (item.test(first)) return findListEnd(lines, from);
  const goesOn = (line: string): boolean => (first.startsWith('|') ? line.startsWith('|') : !special.test(line));
  let end = from + 1;
  while (end < lines.length && !isEmpty(lines[end]) && goesOn(lines[end] ?? '')) end += 1;
  return end;
}

/** A list goes on over empty lines, as long as what follows is set in or is an item of the same kind. */
function findListEnd(lines: readonly string[], from: number): number {
  const ordered = isOrdered(lines[from]);
  let end = from + 1;
  for (let at = end; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isEmpty(line)) continue;
    if (!line.startsWith('  ') && !(item.test(line) && isOrdered(line) === ordered)) break;
    end = at + 1;
  }
  return end;
}

function isOrdered(line: string | undefined): boolean {
  return /^\d/.test(line ?? '');
}

/** The lines of each item, without its mark and as far to the left as if they stood alone. */
function cutItems(lines: readonly string[]): readonly (readonly string[])[] {
  const items: string[][] = [];
  let inset = /^/;
  for (const line of lines) {
    const [mark = ''] = item.exec(line) ?? [];
    if (mark !== '') {
      inset = new RegExp(`^ {0,${mark.length}}`);
      items.push([line.slice(mark.length)]);
    } else items.at(-1)?.push(line.replace(inset, ''));
  }
  return items;
}

/** A stroke in code, or behind a backslash, does not end a cell. */
function splitRow(line: string): readonly string[] {
  const cells = line.trim().match(/(?:`[^`]*`|\\\||[^|])+/g) ?? [];
  return cells
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
    .filter((cell, at, all) => cell !== '' || at < all.length);
}

const tokens =
  /`([^`]+)`|\*\*((?:[^*`]|`[^`]+`|\*(?!\*))+)\*\*|(?<![\p{L}\p{N}])_([^_]+)_(?![\p{L}\p{N}])|\[([^\]]+)\](?:\(([^)\s]+)\)|\[([^\]]+)\])|\\([\\`*_[\]<>#|~-])/gu;

class BlockReader {
  readonly #addresses: Addresses;

  constructor(addresses: Addresses) {
    this.#addresses = addresses;
  }

  read(lines: readonly string[]): Block {
    const [first = ''] = lines;
    const heading = /^(#{1,4}) (.+)$/.exec(first);
    if (heading !== null) {
      const [, marks = '', text = ''] = heading;
      const parts = this.#parseInline(text);
      return { kind: 'heading', level: marks.length, id: makeAnchor(writePlain(parts)), parts };
    }
    if (first.startsWith('```')) return { kind: 'code', text: lines.slice(1, -1).join('\n') };
    if (first.startsWith('|')) return this.#readTable(lines);
    if (item.test(first))
      return { kind: 'list', ordered: isOrdered(first), items: cutItems(lines).map((one) => this.#readItem(one)) };
    const text = lines.map((line) => line.trim()).join(' ');
    const picture = /^!\[([^\]]*)\]\(([^)\s]+)\)$/.exec(text);
    if (picture !== null) return { kind: 'picture', alt: picture[1] ?? '', src: picture[2] ?? '' };
    if (text.startsWith('<') || text.startsWith('>')) throw new Error(`not known in a guide: ${text.slice(0, 60)}`);
    return { kind: 'paragraph', parts: this.#parseInline(text) };
  }

  #readItem(lines: readonly string[]): readonly Block[] {
    return cutBlocks(lines).map((piece) => {
      const block = this.read(piece);
      // The contents know no sections in items, the build no pictures, and a reference counts for the whole guide.
      if (block.kind === 'heading' || block.kind === 'picture' || readReferences(piece).length > 0)
        throw new Error(`not known in an item of a list: ${piece.join(' ').slice(0, 60)}`);
      return block;
    });
  }

  #readTable(lines: readonly string[]): Block {
    const [head = [], rule = [], ...rows] = lines.map(splitRow);
    if (!rule.every((cell) => /^:?-+:?$/.test(cell))) throw new Error(`a table without its rule: ${lines[0] ?? ''}`);
    const parse = (cell: string): Inline[] => this.#parseInline(cell);
    return { kind: 'table', head: head.map(parse), rows: rows.map((row) => row.map(parse)) };
  }

  #parseInline(text: string): Inline[] {
    const parts: Inline[] = [];
    let from = 0;
    const addText = (plain: string): void => {
      if (plain !== '') parts.push({ kind: 'text', text: plain });
    };
    for (const match of text.matchAll(tokens)) {
      addText(text.slice(from, match.index));
      from = match.index + match[0].length;
      const [whole, code, strong, em, words, address, name, escaped] = match;
      if (code !== undefined) parts.push({ kind: 'code', text: code });
      else if (strong !== undefined) parts.push({ kind: 'strong', parts: this.#parseInline(strong) });
      else if (em !== undefined) parts.push({ kind: 'em', parts: this.#parseInline(em) });
      else if (words !== undefined) {
        const to = address ?? this.#addresses.get(name ?? '');
        if (to === undefined) throw new Error(`a reference that leads nowhere: ${whole}`);
        parts.push({ kind: 'link', to, parts: this.#parseInline(words) });
      } else addText(escaped ?? '');
    }
    addText(text.slice(from));
    return parts;
  }
}

/** As the pages of a repository name their headings. */
function makeAnchor(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
