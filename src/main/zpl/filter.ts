import {
  draws,
  readGraphicDownload,
  readGraphicField,
  readObjectName,
  restingValues,
} from './allowed.ts';
import { readCommands, type ZplCommand } from './commands.ts';
import { escapeField, escapeToAscii, isUtf16, toLatin1 } from './encoding.ts';

/** Damage in a ZPL file that no printer would print whole. */
export class ZplDamage extends Error {}

/** A ZPL file that cannot be read as a printer would. */
class ZplRefused extends Error {}

/**
 * Returns the file with its drawing commands alone: others are left out, and so is text between
 * labels. Stored graphics and formats stay if the file recalls only its own; those that it does not
 * delete are deleted behind it, and permanently stored formats become temporary. A file that only
 * draws comes out byte for byte, but in ASCII if it came as UTF-16, which no printer reads.
 * `leftOut` has commands once each, such as `~JR`, and `?` for text that is not ZPL; `isMended`: a
 * label has control characters that no program writes, by damage in transit. Linear in its length.
 *
 * Throws `ZplDamage` for a label without end, `ZplRefused` for a change of signs that is not
 * supported.
 */
export function filterZpl(file: Uint8Array) {
  const filter = new ZplFilter();
  for (const command of readCommands(useUsualPrefix(toLatin1(file)))) filter.take(command);
  const { text, leftOut, isMended } = filter.end();
  return {
    zpl: Buffer.from(isUtf16(file) ? escapeToAscii(text) : text, 'latin1'),
    leftOut,
    isMended,
  };
}

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
// eslint-disable-next-line no-control-regex
const noData = /[\x00-\x03\x05-\x08\x0b\x0c\x0e-\x1b\x7f]/g;

class ZplFilter {
  readonly #kept: string[] = [];
  /** The pieces of the label that is being read; null between labels. */
  #format: string[] | null = null;
  #isStored = false;
  /** The escape character of the field that is being read (`^FH`). */
  #escape: string | null = null;
  /** Stored by this file and not deleted yet. */
  readonly #own = new Set<string>();
  /** Settings that differ from the values that other labels rely on. */
  readonly #unrest = new Set<string>();
  readonly #leftOut = new Set<string>();
  #isMended = false;

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
    const settings = [...this.#unrest].map((name) => restingValues[name]?.command ?? '');
    const objects = [...this.#own].map((name) => `^IDR:${name}^FS`);
    if (settings.length + objects.length > 0)
      this.#kept.push('^XA', settings.join(''), objects.join(''), '^XZ');
    return { text: this.#kept.join(''), leftOut: [...this.#leftOut], isMended: this.#isMended };
  }

  #begin(data: string): void {
    // A printer ignores a second one within a label.
    if (this.#format !== null) {
      this.#takeText(data, null);
      return;
    }
    this.#format = ['^XA'];
    this.#isStored = false;
    this.#escape = null;
    this.#takeText(data, this.#format);
  }

  #finish(data: string): void {
    const format = this.#format;
    this.#format = null;
    // A label without any content left does nothing.
    const isEmpty = format?.every((piece, at) => at === 0 || blank.test(piece)) ?? true;
    if (format !== null && !isEmpty) {
      for (const piece of format) this.#kept.push(piece);
      this.#kept.push('^XZ');
    }
    this.#takeText(data, isEmpty ? null : this.#kept);
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
    if (resting?.isAtRest.test(data.replaceAll(/\s/g, '')) === true) this.#unrest.delete(name);
    else if (resting !== undefined) this.#unrest.add(name);
    return name + data;
  }

  #keepField(name: string, data: string): string {
    const escape = this.#escape;
    this.#escape = null;
    return escapeField(
      name,
      data.replaceAll(bareCaret, '^').replaceAll(noData, ''),
      escape,
      unsafe,
    );
  }

  /** A format that is not stored would be printed. Any memory becomes the volatile one. */
  #keepStoring(name: string, data: string): string {
    const object = readObjectName(data, 'ZPL');
    if (object === null || this.#isStored)
      throw new ZplRefused('ZPL that stores a format in a way that is not known');
    this.#isStored = true;
    this.#own.add(object);
    return name + toVolatile(data);
  }

  #keepRecall(name: string, data: string, extension: 'GRF' | 'ZPL'): string | null {
    const [path = ''] = data.split(',', 1);
    const object = readObjectName(path, extension);
    const isWhole =
      object !== null && this.#own.has(object) && /^[\d,\s]*$/.test(data.slice(path.length));
    return isWhole ? name + toVolatile(data) : null;
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

/** Returns an object's name, moved to the memory that a printer loses when it is switched off. */
function toVolatile(path: string): string {
  return path.replace(/^(\s*)[ABE]:/i, '$1R:');
}
