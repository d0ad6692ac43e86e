import { expect, it } from 'vitest';
import { readGuide } from '../../scripts/guide/plugin.ts';

it('cuts a guide at its headings, and names each as a repository’s pages do', () => {
  expect(
    readGuide('<!-- made -->\n\n# A guide\n\nText\n\n## The `code`, *here*\n\n- one\n'),
  ).toEqual([
    {
      id: 'a-guide',
      title: 'A guide',
      level: 1,
      html: '<h2 class="huge">A guide</h2>\n<p>Text</p>\n',
    },
    {
      id: 'the-code-here',
      title: 'The code, here',
      level: 2,
      html: '<h3 class="large">The <code>code</code>, <strong>here</strong></h3>\n<ul>\n<li>one</li>\n</ul>\n',
    },
  ]);
});

it('leads to sections of guides, and shows only the words of any other link', () => {
  const [section] = readGuide(
    '# G\n\n[in](#g) [other][ref] [out](https://example.com) [doc](privacy.md)\n\n[ref]: it-guide.md#network',
  );
  expect(section?.html).toContain(
    '<p><button type="button" class="bare" data-to="#g">in</button> <button type="button" class="bare" data-to="it-guide.md#network">other</button> out doc</p>',
  );
});

it.each(['# G\n\n<b>bold</b>', '# G\n\n- one <img src=x onerror=alert(1)>', 'Text first.\n\n# G'])(
  'refuses %j',
  (text) => {
    expect(() => readGuide(text)).toThrow();
  },
);
