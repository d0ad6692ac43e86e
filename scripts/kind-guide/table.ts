import { type LabelFormat, labelFormats } from '../../src/shared/domain/labels.ts';
import { faultText } from '../../src/shared/faults/fault-text.ts';
import { languages } from '../../src/shared/faults/languages.ts';
import { unknownKind, unreadKinds } from '../../src/main/labels/formats/unread-kinds.ts';

const begin = '<!-- kinds: written by npm run docs:kinds -->';
const end = '<!-- /kinds -->';

/**
 * The description of each kind of file that Doca reads; the compiler demands one for a new kind.
 */
const readKinds: Readonly<Record<LabelFormat, string>> = {
  pdf: 'the label-sized pages, or the first of several A4 pages',
  png: 'laid on the label paper as large as fits',
  jpeg: 'the same; goes into the print byte for byte',
  zpl: 'goes to ZPL printers as it is, without what does more than draw; drawn for the others',
  zip: 'the label of it: ZPL first, then what is not named a declaration, control, invoice or list; also a ZIP inside, two deep',
  gzip: 'what is in it',
  base64: 'what it stands for, also as a data URL',
};

/** Returns the guide with its table of kinds rebuilt from the program's kinds. */
export function withKinds(guide: string): string {
  const [from, to] = [guide.indexOf(begin), guide.indexOf(end)];
  if (from === -1 || to < from) throw new Error('the guide has no place for the kinds');
  return `${guide.slice(0, from + begin.length)}\n\n${kindTable()}\n\n${guide.slice(to)}`;
}

function kindTable(): string {
  const read = labelFormats.map((format) => `- **${format.toUpperCase()}**: ${readKinds[format]}`);
  const faults = [...new Set(unreadKinds.map(({ fault = unknownKind }) => fault))];
  const unread = faults.map((kind) => {
    const names = unreadKinds
      .filter(({ fault = unknownKind }) => fault === kind)
      .map(({ name }) => name);
    const sentences = languages.map((language) => faultText(kind, language).what).join(' · ');
    return `- **${names.join(', ')}** (\`${kind}\`): ${sentences}`;
  });
  return `Read and printed:\n\n${read.join('\n')}\n\nNot read, and what is said of it:\n\n${unread.join('\n')}`;
}
