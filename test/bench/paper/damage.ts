import type { Random } from '../../../src/training-erp/data/random.ts';

type Damage = (bytes: Buffer, random: Random) => Buffer;

/** Damage as from bad disks, broken transfers and careless programs. */
export const damages: Readonly<Record<string, Damage>> = {
  truncated: (bytes, random) =>
    bytes.subarray(0, random.int(Math.floor(bytes.length / 4), bytes.length - 1)),
  'bits flipped': (bytes, random) => {
    for (let flips = random.int(1, 16); flips > 0; flips -= 1) {
      const at = random.int(0, bytes.length - 1);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 7));
    }
    return bytes;
  },
  'range removed': (bytes, random) => {
    const [from, to] = pickRange(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  'blocks swapped': (bytes, random) => {
    const size = Math.min(random.pick([64, 512, 4096]), bytes.length >> 2);
    const at = random.int(0, (bytes.length >> 1) - size);
    const other = random.int(bytes.length >> 1, bytes.length - size);
    const kept = Buffer.from(bytes.subarray(at, at + size));
    bytes.copy(bytes, at, other, other + size);
    kept.copy(bytes, other);
    return bytes;
  },
  'stream zeroed in part': (bytes, random) => {
    const { from, to } = random.pick(findStreams(bytes));
    const [begin, end] = pickRange(bytes.subarray(from, to), random);
    return bytes.fill(0, from + begin, from + end);
  },
};

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the data of all streams; the whole file if there are none. */
function findStreams(bytes: Buffer): readonly Range[] {
  const begins = bytes.toString('latin1').matchAll(/(?<!end)stream\r?\n/g);
  const streams = [...begins].flatMap(({ index, 0: { length } }) => {
    const from = index + length;
    const to = bytes.indexOf('endstream', from);
    return to > from ? [{ from, to }] : [];
  });
  return streams.length > 0 ? streams : [{ from: 0, to: bytes.length }];
}

/** At most a quarter of it. */
function pickRange(bytes: Buffer, random: Random): readonly [from: number, to: number] {
  const length = Math.min(
    bytes.length,
    random.int(1, random.pick([8, 100, Math.max(8, bytes.length >> 2)])),
  );
  const from = random.int(0, bytes.length - length);
  return [from, from + length];
}
