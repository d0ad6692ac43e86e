import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Marked, Parser } from 'marked';
import type { Token, Tokens } from 'marked';
import type { Plugin } from 'vite';
import { findTarget } from '../../src/renderer/guide/links.ts';
import type { Section } from '../../src/renderer/guide/links.ts';

const ending = '.md?guide';
const parser = new Parser();
/** The window's own sizes; the guide's title comes first. */
const looks = ['', ' class="huge"', ' class="large"'];

const marked = new Marked({
  renderer: {
    heading({ depth, tokens }) {
      const level = Math.min(depth + 1, 4);
      return `<h${level}${looks[depth] ?? ''}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    em({ tokens }) {
      return `<strong>${this.parser.parseInline(tokens)}</strong>`;
    },
    // It would run in the window.
    html: ({ text }) => {
      if (text.startsWith('<!--')) return '';
      throw new Error(`HTML in a guide: ${text.slice(0, 60)}`);
    },
    // The window only follows links to sections of its own guides.
    link({ href, tokens }) {
      const shown = this.parser.parseInline(tokens);
      return findTarget(href) === null
        ? shown
        : `<button type="button" class="bare" data-to="${href}">${shown}</button>`;
    },
  },
});

/**
 * Returns the sections of a guide in Markdown, each with its heading. Throws if it has HTML or text
 * before its first heading.
 */
export function readGuide(markdown: string): readonly Section[] {
  const sections: { readonly heading: Tokens.Heading; readonly tokens: Token[] }[] = [];
  for (const token of marked.lexer(markdown)) {
    if (isHeading(token)) sections.push({ heading: token, tokens: [] });
    const section = sections.at(-1);
    if (section !== undefined) section.tokens.push(token);
    else if (!['space', 'html'].includes(token.type))
      throw new Error(`no heading above: ${token.raw.slice(0, 60)}`);
  }
  return sections.map(({ heading, tokens }) => {
    const title = parser.parseInline(heading.tokens, parser.textRenderer);
    return { id: makeAnchor(title), title, level: heading.depth, html: marked.parser(tokens) };
  });
}

/**
 * Makes `import guide from '….md?guide'` a guide's sections, with the addresses of its pictures.
 */
export function readGuides(): Plugin {
  return {
    name: 'doca-guides',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(ending)) return null;
      const path = id.slice(0, -'?guide'.length);
      this.addWatchFile(path);
      const pictures: string[] = [];
      const sections = readGuide(await readFile(path, 'utf8')).map((section) => ({
        ...section,
        html: section.html.replaceAll(
          /(?<=<img src=")[^"]+/g,
          (src) => `picture${pictures.push(src) - 1}`,
        ),
      }));
      const imports = pictures.map(
        (src, at) =>
          `import picture${at} from ${JSON.stringify(`${join(dirname(path), src).replaceAll('\\', '/')}?url`)};`,
      );
      return `${imports.join('\n')}
const pictures = [${pictures.map((_, at) => `picture${at}`).join(', ')}];
const guide = JSON.parse(${JSON.stringify(JSON.stringify(sections))});
export default guide.map((section) => ({
  ...section,
  html: section.html.replaceAll(/(?<=<img src=")picture(\\d+)/g, (_, at) => pictures[at]),
}));`;
    },
  };
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

/** Returns the anchor that a repository's page would use for the heading. */
function makeAnchor(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
