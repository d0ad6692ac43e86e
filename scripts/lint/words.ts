/**
 * `npm run words`: how often comments say "where" (mostly for "if"), "what" as a noun or not,
 * "gives", "nobody" and its like, and "returns", for each 1,000 of their words, room by room. It
 * prints and judges nothing.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|<!--[\s\S]*?-->/gm;
const measures = {
  where: /\bwhere\b/gi,
  what: /\bwhat(?:ever)?\b/gi,
  gives: /\bgives?\b/gi,
  nobody: /\b(?:whoever|nobody)\b/gi,
  returns: /\breturns?\b/gi,
};

const rooms = Map.groupBy(globSync('src/**/*.{ts,svelte}', { cwd: root }).sort(), (path) =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .slice(0, path.startsWith(join('src', 'main')) ? 3 : 2)
    .join('/'),
);
const texts = [...rooms].map(
  ([room, paths]) => [room, paths.map(readComments).join('\n')] as const,
);
const all = ['all', texts.map(([, text]) => text).join('\n')] as const;
for (const [room, text] of [...texts, all]) {
  const words = text.match(/[\p{L}']+/gu)?.length ?? 1;
  const shares = Object.entries(measures).map(
    ([name, pattern]) =>
      `${name} ${(((text.match(pattern)?.length ?? 0) * 1000) / words).toFixed(1).padStart(4)}`,
  );
  console.log(`${room.padEnd(24)}${String(words).padStart(6)} words  ${shares.join('  ')}`);
}

function readComments(path: string): string {
  return (readFileSync(join(root, path), 'utf8').match(comment) ?? [])
    .join('\n')
    .replaceAll(/^\s*\*|\/\*+|\*\//gm, ' ');
}
