import { describe, expect, it } from 'vitest';
import { parseGuide } from '../../scripts/guide/parse.ts';

const write = (words: string) => ({ kind: 'text', text: words });
const paragraph = (words: string) => ({ kind: 'paragraph', parts: [write(words)] });
const parse = (...lines: readonly string[]) => parseGuide(lines.join('\n'));

describe('a list', () => {
  it('goes on over lines that are set in, with a block of code and a paragraph in an item', () => {
    expect(
      parse(
        '- Sign it,',
        '  for example:',
        '',
        '  ```json',
        '  [',
        '    "sign",',
        '',
        '    "- no item"',
        '  ]',
        '  ```',
        '',
        '  Not tried.',
        '',
        '- Or not.',
        '',
        'After.',
      ),
    ).toEqual([
      {
        kind: 'list',
        ordered: false,
        items: [
          [
            paragraph('Sign it, for example:'),
            { kind: 'code', text: '[\n  "sign",\n\n  "- no item"\n]' },
            paragraph('Not tried.'),
          ],
          [paragraph('Or not.')],
        ],
      },
      paragraph('After.'),
    ]);
  });

  it('keeps its numbers over a list in a list', () => {
    expect(parse('1. First', '2. then', '   1. one,', '      still one;', '   2. two.', '3. Last')).toEqual([
      {
        kind: 'list',
        ordered: true,
        items: [
          [paragraph('First')],
          [
            paragraph('then'),
            { kind: 'list', ordered: true, items: [[paragraph('one, still one;')], [paragraph('two.')]] },
          ],
          [paragraph('Last')],
        ],
      },
    ]);
  });

  it('ends where a list of another kind begins', () => {
    expect(parse('- a point', '', '1. a step')).toMatchObject([{ ordered: false }, { ordered: true }]);
    expect(parse('- a point', '1. a step')).toMatchObject([{ ordered: false }, { ordered: true }]);
  });

  it.each(['## Heading', '![Picture](picture.png)', '[ref]: https://example.com'])('refuses %s in an item', (line) => {
    expect(() => parse('- Item', '', `  ${line}`)).toThrow(line);
  });
});

describe('a link by reference', () => {
  it('leads where the reference says, wherever that stands, and the reference is not shown', () => {
    const link = (words: string, to: string) => ({ kind: 'link', to, parts: [write(words)] });
    expect(
      parse('See [one, 2026][a-1] ([two][b]).', '', '[a-1]: https://example.com/1', '[b]: it-guide.md#network'),
    ).toEqual([
      {
        kind: 'paragraph',
        parts: [
          write('See '),
          link('one, 2026', 'https://example.com/1'),
          write(' ('),
          link('two', 'it-guide.md#network'),
          write(').'),
        ],
      },
    ]);
  });

  it('works in tables and lists', () => {
    const link = { kind: 'link', to: 'https://example.com' };
    expect(parse('| a |', '| - |', '| [x][r] |', '', '- **[x][r]**', '', '[r]: https://example.com')).toMatchObject([
      { rows: [[[link]]] },
      { items: [[{ parts: [{ kind: 'strong', parts: [link] }] }]] },
    ]);
  });

  it('is refused when nobody says where it leads', () => {
    expect(() => parse('See [one][nowhere].')).toThrow('[one][nowhere]');
  });

  it('is left alone in code', () => {
    expect(parse('`a[0][1]`', '', '```', '[r]: https://example.com', '```')).toEqual([
      { kind: 'paragraph', parts: [{ kind: 'code', text: 'a[0][1]' }] },
      { kind: 'code', text: '[r]: https://example.com' },
    ]);
  });
});
