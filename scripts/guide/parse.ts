import { writePlain } from '../../src/renderer/guide/blocks.ts';
import type { Block, Guide, Inline } from '../../src/renderer/guide/blocks.ts';

/** Reads the Markdown that the guides are written in, and no more of it: what it does not know, it refuses. */
export function parseGuide(markdown: string): Guide {
  const lines = markdown.replaceAll(/<!--.*?-->/gs, '').split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at += 1;
      continue;
    }
    const end = findEnd(lines, at);
    blocks.push(readBlock(lines.slice(at, end)));
    at = end;
  }
  return blocks;
}

const item = /^(?:[-*]|\d+\.) +/;
const special = /^(?:#|```|\||[-*] |\d+\. )/;

/** Where the block that begins here ends. */
function findEnd(lines: readonly string[], from: number): number {
  const first = lines[from] ?? '';
  if (first.startsWith('#')) return from + 1;
  if (first.startsWith('```')) {
    const close = lines.indexOf('```', from + 1);
    if (close === -1) throw new Error(`a code block without end: ${first}`);
    return close + 1;
  }
  const goesOn = (line: string): boolean => {
    if (line.trim() === '') return false;
    if (first.startsWith('|')) return line.startsWith('|');
    return item.test(first) ? item.test(line) || line.startsWith('  ') : !special.test(line);
  };
  let end = from + 1;
  while (end < lines.length && goesOn(lines[end] ?? '')) end += 1;
  return end;
}

function readBlock(lines: readonly string[]): Block {
  const [first = ''] = lines;
  const heading = /^(#{1,4}) (.+)$/.exec(first);
  if (heading !== null) {
    const [, marks = '', text = ''] = heading;
    const parts = parseInline(text);
    return { kind: 'heading', level: marks.length, id: makeAnchor(writePlain(parts)), parts };
  }
  if (first.startsWith('```')) return { kind: 'code', text: lines.slice(1, -1).join('\n') };
  if (first.startsWith('|')) return readTable(lines);
  if (item.test(first)) return readList(lines);
  const text = lines.join(' ');
  const picture = /^!\[([^\]]*)\]\(([^)\s]+)\)$/.exec(text);
  if (picture !== null) return { kind: 'picture', alt: picture[1] ?? '', src: picture[2] ?? '' };
  if (text.startsWith('<') || text.startsWith('>')) throw new Error(`not known in a guide: ${text.slice(0, 60)}`);
  return { kind: 'paragraph', parts: parseInline(text) };
}

function readList(lines: readonly string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    if (item.test(line)) items.push(line.replace(item, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return { kind: 'list', ordered: /^\d/.test(lines[0] ?? ''), items: items.map(parseInline) };
}

function readTable(lines: readonly string[]): Block {
  const [head = [], rule = [], ...rows] = lines.map(splitRow);
  if (!rule.every((cell) => /^:?-+:?$/.test(cell))) throw new Error(`a table without its rule: ${lines[0] ?? ''}`);
  return { kind: 'table', head: head.map(parseInline), rows: rows.map((row) => row.map(parseInline)) };
}

/** A stroke in code, or behind a backslash, does not end a cell. */
function splitRow(line: string): readonly string[] {
  const cells = line.trim().match(/(?:`[^`]*`|\\\||[^|])+/g) ?? [];
  return cells
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
    .filter((cell, at, all) => cell !== '' || at < all.length);
}

const tokens =
  /`([^`]+)`|\*\*((?:[^*`]|`[^`]+`|\*(?!\*))+)\*\*|(?<![\p{L}\p{N}])_([^_]+)_(?![\p{L}\p{N}])|\[([^\]]+)\]\(([^)\s]+)\)|\\([\\`*_[\]<>#|~-])/gu;

function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  const addText = (plain: string): void => {
    if (plain !== '') parts.push({ kind: 'text', text: plain });
  };
  for (const match of text.matchAll(tokens)) {
    addText(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [, code, strong, em, words, to, escaped] = match;
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (strong !== undefined) parts.push({ kind: 'strong', parts: parseInline(strong) });
    else if (em !== undefined) parts.push({ kind: 'em', parts: parseInline(em) });
    else if (words !== undefined && to !== undefined) parts.push({ kind: 'link', to, parts: parseInline(words) });
    else addText(escaped ?? '');
  }
  addText(text.slice(from));
  return parts;
}

/** As the pages of a repository name their headings. */
function makeAnchor(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
