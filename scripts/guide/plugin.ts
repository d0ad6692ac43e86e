import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { parseGuide } from './parse.ts';

const ending = '.md?guide';

/** Makes `import guide from '….md?guide'` a guide as data, with the addresses of its pictures. */
export function readGuides(): Plugin {
  return {
    name: 'doca-guides',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(ending)) return null;
      const path = id.slice(0, -'?guide'.length);
      this.addWatchFile(path);
      const guide = parseGuide(await readFile(path, 'utf8'));
      const pictures = [...new Set(guide.flatMap((block) => (block.kind === 'picture' ? [block.src] : [])))];
      const imports = pictures.map(
        (src, at) =>
          `import picture${at} from ${JSON.stringify(`${join(dirname(path), src).replaceAll('\\', '/')}?url`)};`,
      );
      const names = pictures.map((src, at) => `${JSON.stringify(src)}: picture${at}`);
      return [
        ...imports,
        `const pictures = { ${names.join(', ')} };`,
        `const guide = JSON.parse(${JSON.stringify(JSON.stringify(guide))});`,
        `export default guide.map((block) => (block.kind === 'picture' ? { ...block, src: pictures[block.src] } : block));`,
      ].join('\n');
    },
  };
}
