/** The run of zeros and the bits of the value that a JPEG's Huffman codes stand for, by length and code. */
type Codes = ReadonlyMap<number, number>;

/**
 * Returns true if a JPEG has a single colour: no block of its first component differs from the one before. Most
 * pictures with a drawing are recognised by their first rows. Anything that cannot be decoded counts as a picture;
 * damage is not detected here.
 */
export function isBlankJpeg(file: Buffer): boolean {
  const tables = new Map<number, Codes>();
  let isProgressive = false;
  /** For each component its blocks per unit, in the order of the frame. */
  let components: { readonly id: number; readonly blocks: number }[] = [];
  let units = 0;
  let restart = 0;
  for (let at = 2; at + 4 <= file.length;) {
    while (file[at] === 0xff && file[at + 1] === 0xff) at += 1;
    const marker = file[at + 1] ?? 0;
    const body = file.subarray(at + 4, at + 2 + file.readUInt16BE(at + 2));
    at += 4 + body.length;
    if (marker === 0xc4) readTables(body, tables);
    else if (marker === 0xdd && body.length >= 2) restart = body.readUInt16BE(0);
    else if (marker >= 0xc0 && marker <= 0xc2 && body.length >= 6) {
      isProgressive = marker === 0xc2;
      const count = body[5] ?? 0;
      // A single component has one block per unit, whatever is stated.
      const sides = Array.from({ length: count }, (_, index) => (count === 1 ? 0x11 : (body[7 + index * 3] ?? 0x11)));
      components = sides.map((side, index) => ({ id: body[6 + index * 3] ?? 0, blocks: (side >> 4) * (side & 15) }));
      const across = Math.max(...sides.map((side) => side >> 4)) * 8;
      const down = Math.max(...sides.map((side) => side & 15)) * 8;
      units = Math.ceil(body.readUInt16BE(3) / across) * Math.ceil(body.readUInt16BE(1) / down);
    } else if (marker === 0xda) {
      const count = body[0] ?? 0;
      // Pictures whose first scan has one component store it row by row of its own blocks: not worth decoding.
      if (count !== components.length) return false;
      const parts = components.map(({ id, blocks }, index) => {
        const table = body[2 + index * 2] ?? 0;
        if (body[1 + index * 2] !== id) return null;
        const [dc, ac] = [tables.get(table >> 4), isProgressive ? new Map() : tables.get(0x10 | (table & 15))];
        return dc === undefined || ac === undefined ? null : { blocks, dc, ac };
      });
      const known = parts.filter((part) => part !== null);
      if (known.length < parts.length || units > 10_000_000) return false;
      return isFlat(new Bits(file, at), known, units, restart, isProgressive);
    }
  }
  return false;
}

interface Part {
  readonly blocks: number;
  readonly dc: Codes;
  readonly ac: Codes;
}

function isFlat(bits: Bits, parts: readonly Part[], units: number, restart: number, isProgressive: boolean): boolean {
  for (let unit = 0; unit < units; unit += 1) {
    const isFirst = unit === 0 || (restart > 0 && unit % restart === 0);
    if (isFirst && unit > 0) bits.skipRestart();
    for (const { blocks, dc, ac } of parts) {
      for (let block = 0; block < blocks; block += 1) {
        const size = bits.readCode(dc);
        if (size < 0 || size > 16) return false;
        // The first block of a stretch has the colour; every other has the difference.
        if (isFirst && block === 0) bits.skip(size);
        else if (size !== 0) return false;
        if (!isProgressive && bits.readCode(ac) !== 0) return false;
      }
    }
  }
  return true;
}

function readTables(body: Buffer, tables: Map<number, Codes>): void {
  for (let at = 0; at + 17 <= body.length;) {
    const id = body[at] ?? 0;
    const codes = new Map<number, number>();
    let code = 0;
    let value = at + 17;
    for (let length = 1; length <= 16; length += 1, code <<= 1) {
      for (let count = body[at + length] ?? 0; count > 0; count -= 1) {
        codes.set((length << 16) | code, body[value] ?? 0);
        code += 1;
        value += 1;
      }
    }
    tables.set(id, codes);
    at = value;
  }
}

class Bits {
  readonly #file: Buffer;
  #at: number;
  #left = 0;
  #byte = 0;

  constructor(file: Buffer, at: number) {
    this.#file = file;
    this.#at = at;
  }

  /** -1 if no code fits. */
  readCode(codes: Codes): number {
    let code = 0;
    for (let length = 1; length <= 16; length += 1) {
      code = (code << 1) | this.#readBit();
      const value = codes.get((length << 16) | code);
      if (value !== undefined) return value;
    }
    return -1;
  }

  skip(count: number): void {
    for (let index = 0; index < count; index += 1) this.#readBit();
  }

  skipRestart(): void {
    this.#left = 0;
    if (this.#file[this.#at] === 0xff) this.#at += 2;
  }

  #readBit(): number {
    if (this.#left === 0) {
      this.#byte = this.#file[this.#at] ?? 0;
      this.#at += this.#byte === 0xff && this.#file[this.#at + 1] === 0 ? 2 : 1;
      this.#left = 8;
    }
    this.#left -= 1;
    return (this.#byte >> this.#left) & 1;
  }
}
