import {
  draws,
  readGraphicDownload,
  readGraphicField,
  readObjectName,
  restingValues,
} from './allowed.ts';
import { readCommands, type ZplCommand } from './commands.ts';
import { escapeField, isUtf16, toLatin1 } from './encoding.ts';
import { isReset, printsSomething } from './formats.ts';

/** Damage in a ZPL file that no printer would print whole. */
export class ZplDamage extends Error {}

/** A ZPL file that cannot be read as a printer would. */
class ZplRefused extends Error {}

/**
 * Returns the file with its drawing commands alone: others are left out, and so is text between
 * labels. Stored graphics and formats stay if the file recalls only its own; those that it does not
 * delete are deleted behind it, and permanently stored formats become temporary. Settings that last
 * are reverted behind each label, and stated anew for the next. A file that only draws comes out
 * byte for byte, but in ASCII if it came as UTF-16, which no printer reads.
 * `leftOut` has commands once each, such as `~JR`, and `?` for text that is not ZPL; `isMended`: a
 * label has control characters that no program writes, by damage in transit. Linear in its length.
 *
 * Throws `ZplDamage` for a label without end, `ZplRefused` for a change of signs that is not
 * supported.
 */
export function filterZpl(file: Uint8Array) {
  const source = toLatin1(file);
  // It is UTF-8 now, which a printer expects only if it is told so.
  const isRecoded = isUtf16(file) && /[\x80-\xff]/.test(source);
  const filter = new ZplFilter(isRecoded, /\^CI/i.test(source));
  for (const command of readCommands(useUsualPrefix(source))) filter.take(command);
  const { text, leftOut, isMended } = filter.end();
  return { zpl: Buffer.from(text, 'latin1'), leftOut, isMended };
}

/** The commands by their names, in their order. */
type Settings = Map<string, string>;

/** Stands for a caret that begins no command, because the file changed the prefix. */
const bareCaret = '\ue05e';

/** Returns the text with `^` as prefix if the file changed it (`^CC`), up to binary data. */
function useUsualPrefix(text: string): string {
  return text.replaceAll(
    /\^CC([^\w\s^~,])(.*?)(?:\1CC\^|$)/gis,
    (_, sign: string, changed: string) => {
      if (/GF\s*[BC]\s*,|~DY/i.test(changed))
        throw new ZplRefused('ZPL that changes its own signs before binary data');
      return changed.replaceAll('^', bareCaret).replaceAll(sign, '^');
    },
  );
}

/** Their data may be any bytes. */
const binary: ReadonlySet<string> = new Set(['^GF', '~DG', '~DY']);
const blank = /^[\t\r\n ]*$/;
/**
 * Drivers put these around labels, as Latin-1: a byte order mark, a bracket, the start of
 * `CT~~CD,~CC^~CT~`.
 */
const wrapping = new Set(['', '\xef\xbb\xbf', 'CT', '\xef\xbb\xbfCT', '${', '}$']);
const defaults: Readonly<Record<string, string>> = { CC: '^', CD: ',', CT: '~' };
/** Enough to recognise a kind of file. */
const maxNamed = 40;

/**
 * Characters that a printer could take for controls, a prefix, or other languages (`! U1`, `! 0`,
 * `{}{`).
 */
// eslint-disable-next-line no-control-regex
const unsafe = /[\^\x04\x1c-\x1f]|!(?=\s|U1|$)|\{(?=\})/gi;
const unsafeOrWide = new RegExp(`[\\x80-\\xff]|${unsafe.source}`, 'gi');
// eslint-disable-next-line no-control-regex
const noData = /[\x00-\x03\x05-\x08\x0b\x0c\x0e-\x1b\x7f]/g;

class ZplFilter {
  readonly #escaped: RegExp;
  readonly #encoding: string;
  readonly #kept: string[] = [];
  /** The pieces of the label that is being read; null between labels. */
  #format: string[] | null = null;
  /** The escape character of the field that is being read (`^FH`). */
  #escape: string | null = null;
  /** Stored by this file and not deleted yet. */
  readonly #own = new Set<string>();
  /** Settings that differ from the values that other labels rely on, as the file means them. */
  readonly #asked: Settings = new Map();
  /** Those that are reverted already, behind their label. */
  #reverted: Settings = new Map();
  /** Those in each stored format: they count from its recall on. */
  readonly #stored = new Map<string, Settings>();
  /** Those of the stored format that is being read; null in others. */
  #storing: Settings | null = null;
  /** The settings of earlier labels for the one that is being read. */
  #restated = '';
  #hasSettings = false;
  readonly #leftOut = new Set<string>();
  #isMended = false;

  constructor(isRecoded: boolean, saysEncoding: boolean) {
    this.#escaped = isRecoded ? unsafeOrWide : unsafe;
    this.#encoding = isRecoded && !saysEncoding ? '^CI28' : '';
  }

  take({ name, data }: ZplCommand): void {
    const code = name.slice(1);
    if (this.#format !== null && name !== '^XZ' && !binary.has(name) && data.search(noData) >= 0)
      this.#isMended = true;
    // A lone prefix before the next command.
    if (name !== '' && code === '' && blank.test(data)) return;
    const expected = defaults[code];
    if (expected !== undefined) {
      if (data !== expected && data !== '')
        throw new ZplRefused(`ZPL that changes its own signs (${name})`);
    } else if (name === '')
      this.#takeText(data, this.#format === null && this.#kept.length === 0 ? this.#kept : null);
    else if (name === '^XA') this.#begin(data);
    else if (name === '^XZ') this.#finish(data);
    else if (name === '~DG') this.#store(data);
    else if (this.#format === null) this.#leaveOut(name);
    else this.#takeInside(this.#format, name, data);
  }

  end() {
    if (this.#format !== null) throw new ZplDamage('a format without ^XZ');
    const settings = [...this.#asked.keys()].filter((name) => !this.#reverted.has(name));
    const objects = [...this.#own].map((name) => `^IDR:${name}^FS`);
    if (settings.length + objects.length > 0)
      this.#kept.push('^XA', listResets(settings), objects.join(''), '^XZ');
    return { text: this.#kept.join(''), leftOut: [...this.#leftOut], isMended: this.#isMended };
  }

  #begin(data: string): void {
    // A printer ignores a second one within a label.
    if (this.#format !== null) {
      this.#takeText(data, null);
      return;
    }
    this.#format = ['^XA'];
    this.#storing = null;
    this.#escape = null;
    this.#restated = [...this.#reverted.values()].join('');
    this.#hasSettings = this.#asked.size > this.#reverted.size;
    this.#takeText(data, this.#format);
  }

  #finish(data: string): void {
    const text = this.#format?.join('') ?? '^XA';
    this.#format = null;
    // A label without any content left does nothing.
    const isEmpty = blank.test(text.slice(3));
    if (printsSomething(text)) this.#keepLabel(text);
    else if (!isEmpty && (this.#hasSettings || !isReset(`${text}^XZ`)))
      this.#kept.push(text, '^XZ');
    this.#takeText(data, isEmpty ? null : this.#kept);
  }

  /** Each label means the same without those before it, and leaves nothing to those behind it. */
  #keepLabel(text: string): void {
    this.#kept.push('^XA', this.#encoding, this.#restated, text.slice(3), '^XZ');
    if (this.#asked.size > 0) this.#kept.push('^XA', listResets(this.#asked.keys()), '^XZ');
    this.#reverted = new Map(this.#asked);
  }

  /** Text between commands, which a printer skips: allowed line breaks stay. */
  #takeText(text: string, where: string[] | null): void {
    if (blank.test(text)) where?.push(text);
    // eslint-disable-next-line no-control-regex
    else if (!wrapping.has(text.replaceAll(/[\x00-\x20]/g, ''))) this.#leftOut.add('?');
  }

  #takeInside(format: string[], name: string, data: string): void {
    if (name === '^FS' || name === '^FR') {
      if (name === '^FS') this.#escape = null;
      format.push(name);
      this.#takeText(data, format);
      return;
    }
    const kept = this.#keep(name, data);
    if (kept === null) this.#leaveOut(name);
    else format.push(kept);
  }

  /** Returns the command as it stays in a label; null if it is left out. */
  #keep(name: string, data: string): string | null {
    switch (name) {
      case '^FD':
      case '^FV':
        return this.#keepField(name, data);
      case '^FH':
        this.#escape = /^[\x21-\x7d]/.exec(data.trim())?.[0] ?? '_';
        return blank.test(data.replace(this.#escape, '')) ? name + data : name + this.#escape;
      case '^FX':
        // A comment.
        return '';
      case '^GF': {
        const graphic = readGraphicField(data);
        return graphic === null ? null : name + graphic;
      }
      case '^DF':
        return this.#keepStoring(name, data);
      case '^ID': {
        const object = readObjectName(data, 'GRF');
        return object !== null && this.#own.delete(object) ? name + data : null;
      }
      case '^XG':
      case '^IM':
      case '^IL':
        return this.#keepRecall(name, data, 'GRF');
      case '^XF':
        return this.#keepRecall(name, data, 'ZPL');
      default:
        return this.#keepDrawing(name, data);
    }
  }

  #keepDrawing(name: string, data: string): string | null {
    if (!draws(name, data)) return null;
    const resting = restingValues[name];
    if (resting !== undefined)
      this.#set(name, resting.isAtRest.test(data.replaceAll(/\s/g, '')) ? null : name + data);
    return name + data;
  }

  #set(name: string, command: string | null): void {
    const settings = this.#storing ?? this.#asked;
    settings.delete(name);
    if (this.#storing === null) this.#reverted.delete(name);
    if (command !== null) settings.set(name, command);
  }

  #keepField(name: string, data: string): string {
    const escape = this.#escape;
    this.#escape = null;
    return escapeField(
      name,
      data.replaceAll(bareCaret, '^').replaceAll(noData, ''),
      escape,
      this.#escaped,
    );
  }

  /** A format that is not stored would be printed. Any memory becomes the volatile one. */
  #keepStoring(name: string, data: string): string {
    const object = readObjectName(data, 'ZPL');
    if (object === null || this.#storing !== null)
      throw new ZplRefused('ZPL that stores a format in a way that is not known');
    this.#storing = new Map();
    this.#stored.set(object, this.#storing);
    this.#own.add(object);
    return name + toVolatile(data);
  }

  #keepRecall(name: string, data: string, extension: 'GRF' | 'ZPL'): string | null {
    const [path = ''] = data.split(',', 1);
    const object = readObjectName(path, extension);
    const isWhole =
      object !== null && this.#own.has(object) && /^[\d,\s]*$/.test(data.slice(path.length));
    if (!isWhole) return null;
    for (const setting of this.#stored.get(object) ?? []) this.#set(...setting);
    return name + toVolatile(data);
  }

  #store(data: string): void {
    const graphic = readGraphicDownload(data);
    if (graphic === null) {
      this.#leaveOut('~DG');
      return;
    }
    this.#own.add(graphic.name);
    (this.#format ?? this.#kept).push(`~DG${graphic.data}`);
  }

  #leaveOut(name: string): void {
    if (this.#leftOut.size < maxNamed && name !== '^FX') this.#leftOut.add(name);
  }
}

function listResets(names: Iterable<string>): string {
  return Array.from(names, (name) => restingValues[name]?.command).join('');
}

/** Returns an object's name, moved to the memory that a printer loses when it is switched off. */
function toVolatile(path: string): string {
  return path.replace(/^(\s*)[ABE]:/i, '$1R:');
}
