import { constants, crc32, deflateRawSync } from 'node:zlib';
import { encode } from 'fast-png';
import { PNG } from 'pngjs';
import { afterAll, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { ghostscript, rasterise } from '../../support/pdf-pixels.ts';
import type { Raster } from '../../support/pdf-pixels.ts';
import { randomBytes } from '../../support/pdf-random.ts';
import { describeWithTools } from '../../support/tools.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

/**
 * Paper on which each pixel of a picture of 60 × 90 becomes four by four of the raster, at 240 / 72
 * pixels a point.
 */
const paper = { widthMm: 25.4, heightMm: 38.1 };
const dpi = 240;

type Rgb = readonly number[];

const rendered = async (file: Uint8Array): Promise<Raster> => {
  const [page] = rasterise(await bench.pdf([await bench.accept(file, { paper })]), dpi);
  return page!;
};

/** The colour in the middle of pixel (x, y) of a picture of 60 × 90. */
const at = ({ rgb, width }: Raster, x: number, y: number): Rgb => {
  const offset = ((y * 4 + 2) * width + x * 4 + 2) * 3;
  return [...rgb.subarray(offset, offset + 3)];
};

const width = 60;
const height = 90;
const spots = [
  [0, 0],
  [59, 0],
  [0, 89],
  [59, 89],
  [17, 31],
  [44, 70],
] as const;

describeWithTools(['pdftoppm', 'gs'], 'a PNG on its paper', () => {
  const kinds = [
    { name: 'grey', channels: 1, depth: 8 },
    { name: 'grey with alpha', channels: 2, depth: 8 },
    { name: 'colour', channels: 3, depth: 8 },
    { name: 'colour with alpha', channels: 4, depth: 8 },
    { name: 'grey of 16 bits with alpha', channels: 2, depth: 16 },
    { name: 'colour of 16 bits with alpha', channels: 4, depth: 16 },
  ] as const;

  test.each(kinds)('has each pixel as it was: $name', async ({ channels, depth }) => {
    const bytes = randomBytes(width * height * channels * (depth / 8), channels);
    const data =
      depth === 16 ? new Uint16Array(bytes.buffer.slice(0), 0, width * height * channels) : bytes;
    const samples = Uint8Array.from(data, (value) =>
      depth === 16 ? Math.round((value / 65535) * 255) : value,
    );
    const page = await rendered(encode({ width, height, channels, depth, data }));
    const colors = channels < 3 ? 1 : 3;
    for (const [x, y] of spots) {
      const pixel = (y * width + x) * channels;
      const alpha = channels % 2 === 0 ? samples[pixel + channels - 1]! / 255 : 1;
      const expected = [0, 1, 2].map((index) => {
        const value = samples[pixel + (colors === 1 ? 0 : index)]!;
        return value * alpha + 255 * (1 - alpha);
      });
      at(page, x, y).forEach((value, index) => {
        expect(Math.abs(value - expected[index]!)).toBeLessThanOrEqual(2);
      });
    }
  });

  test('interlaced is the same as not', async () => {
    const data = randomBytes(width * height * 3, 9);
    const plain = await rendered(encode({ width, height, channels: 3, data }));
    const interlaced = await rendered(
      encode({ width, height, channels: 3, data }, { interlace: 'Adam7' }),
    );
    expect(interlaced.rgb.equals(plain.rgb)).toBe(true);
  });

  test('with a palette is the same as in full colour', async () => {
    const picture = ghostscript(
      '/Helvetica findfont 9 scalefont setfont 1 0 0 setrgbcolor 5 40 moveto (Remessa) show showpage',
      'png16',
      '-g60x90',
    );
    const page = await rendered(picture);
    const expected = PNG.sync.read(picture).data;
    for (let y = 0; y < height; y += 3) {
      for (let x = 0; x < width; x += 3) {
        const pixel = (y * width + x) * 4;
        expect(at(page, x, y)).toEqual([...expected.subarray(pixel, pixel + 3)]);
      }
    }
  });

  test('in landscape is turned clockwise', async () => {
    const data = randomBytes(width * height, 21);
    const page = await rendered(encode({ width: height, height: width, channels: 1, data }));
    for (const [x, y] of spots) {
      const gray = data[(width - 1 - x) * height + y];
      expect(at(page, x, y)[0]).toBe(gray);
    }
  });

  test('of another shape is centred on white', async () => {
    const black = new Uint8Array(3600).fill(255, 0, 1);
    const page = await rendered(encode({ width: 60, height: 60, channels: 1, data: black }));
    expect([
      at(page, 30, 5)[0],
      at(page, 30, 20)[0],
      at(page, 30, 70)[0],
      at(page, 30, 85)[0],
    ]).toEqual([255, 0, 0, 255]);
  });

  test.each([
    ['white', 60, 90, 1, 255],
    ['nearly white', 60, 90, 3, 250],
    ['black', 60, 90, 1, 0],
    ['of one pixel', 1, 1, 3, 40],
    ['all transparent', 60, 90, 4, 0],
    ['grey and opaque', 60, 90, 2, 255],
  ] as const)('%s is refused as blank paper is', async (_, wide, high, channels, value) => {
    const data = new Uint8Array(wide * high * channels).fill(value);
    for (const interlace of ['null', 'Adam7'] as const)
      expect(
        await bench.refusal(encode({ width: wide, height: high, channels, data }, { interlace })),
      ).toBe('label-corrupt');
  });

  test('with a palette of one colour is refused, and so is one bit of white', async () => {
    for (const device of ['png16', 'pngmono'])
      expect(await bench.refusal(ghostscript('showpage', device, '-g60x90'))).toBe('label-corrupt');
  });

  test('with a single dot is a picture', async () => {
    for (const channels of [1, 2, 3, 4] as const) {
      const data = new Uint8Array(width * height * channels).fill(255);
      data[data.length - channels] = 0;
      expect(await bench.refusal(encode({ width, height, channels, data }))).toBe('prepared');
    }
  });

  test('of A4 at 600 dpi in colour with alpha is read within the memory of a label', async () => {
    const file = bench.put(largePng(4960, 7016));
    const before = process.memoryUsage().rss;
    let peak = before;
    const looking = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10);
    const reply = await bench.prepare(file);
    clearInterval(looking);
    expect(reply).toMatchObject({ type: 'prepared', label: { format: 'png', pages: 1 } });
    expect((peak - before) / 1024 / 1024).toBeLessThan(256);
  }, 180_000);

  test('of more pixels than that is refused before it is unpacked', async () => {
    const png = Buffer.from(
      encode({ width, height, channels: 1, data: randomBytes(width * height, 2) }),
    );
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    expect(await bench.refusal(png)).toBe('label-too-large');
  });

  test('cut, or with a changed byte, is refused', async () => {
    const png = Buffer.from(
      encode({ width, height, channels: 3, data: randomBytes(width * height * 3, 2) }),
    );
    for (let cut = 10; cut < png.length; cut += 997)
      expect(await bench.refusal(png.subarray(0, cut))).toBe('label-corrupt');
    const changed = Buffer.from(png);
    changed[2000] = (changed[2000]! + 1) & 255;
    expect(await bench.refusal(changed)).toBe('label-corrupt');
  });
});

describeWithTools(['pdftoppm', 'gs'], 'a JPEG on its paper', () => {
  const program =
    '1 0 0 setrgbcolor 0 0 20 30 rectfill 0 0 1 setrgbcolor 40 60 20 30 rectfill showpage';
  const near = (actual: Rgb, expected: Rgb): boolean =>
    actual.every((value, index) => Math.abs(value - expected[index]!) < 40);

  test.each(['jpeg', 'jpegcmyk'])('of device %s has its own colours', async (device) => {
    const page = await rendered(ghostscript(program, device, '-g60x90', '-dJPEGQ=100'));
    const [red, blue, white] = [at(page, 8, 80), at(page, 50, 10), at(page, 8, 10)];
    expect(red[0]! - Math.max(red[1]!, red[2]!)).toBeGreaterThan(100);
    expect(blue[2]! - Math.max(blue[0]!, blue[1]!)).toBeGreaterThan(60);
    expect(Math.min(...white)).toBeGreaterThan(240);
  });

  test('in grey is grey', async () => {
    const page = await rendered(ghostscript(program, 'jpeggray', '-g60x90', '-dJPEGQ=100'));
    const [first, second, white] = [at(page, 8, 80), at(page, 50, 10), at(page, 8, 10)];
    expect([new Set(first).size, new Set(second).size]).toEqual([1, 1]);
    expect(first[0]!).toBeGreaterThan(second[0]!);
    expect(first[0]!).toBeLessThan(200);
    expect(Math.min(...white)).toBeGreaterThan(240);
  });

  test.each(['jpeg', 'jpeggray', 'jpegcmyk'])(
    'of device %s that is white is refused',
    async (device) => {
      expect(await bench.refusal(ghostscript('showpage', device, '-g60x90'))).toBe('label-corrupt');
      const gray = '0.5 setgray clippath fill showpage';
      expect(await bench.refusal(ghostscript(gray, device, '-g64x96'))).toBe('label-corrupt');
    },
  );

  test.each(['jpeg', 'jpeggray'])(
    'of device %s with a dot at its end is a picture',
    async (device) => {
      const dot = ghostscript('57 0 3 3 rectfill showpage', device, '-g60x90');
      expect(await bench.refusal(dot)).toBe('prepared');
    },
  );

  test('is stored byte for byte', async () => {
    const jpeg = ghostscript(program, 'jpeg', '-g60x90');
    expect((await bench.pdf([await bench.accept(jpeg, { paper })])).includes(jpeg)).toBe(true);
  });

  /** The position of the red corner (bottom left) for each EXIF orientation of the same pixels. */
  test.each([
    [1, 'bottom left'],
    [2, 'bottom right'],
    [3, 'top right'],
    [4, 'top left'],
  ])('of orientation %i has the red corner at the %s', async (orientation, corner) => {
    const page = await rendered(
      withOrientation(ghostscript(program, 'jpeg', '-g60x90', '-dJPEGQ=100'), orientation),
    );
    const x = corner.endsWith('left') ? 8 : 52;
    const y = corner.startsWith('top') ? 8 : 82;
    expect(near(at(page, x, y), [255, 0, 0])).toBe(true);
  });

  test.each([5, 6, 7, 8])(
    'of orientation %i, pixels in landscape, has the red at the expected end',
    async (orientation) => {
      const landscape = '1 0 0 setrgbcolor 0 0 30 60 rectfill showpage';
      const page = await rendered(
        withOrientation(ghostscript(landscape, 'jpeg', '-g90x60', '-dJPEGQ=100'), orientation),
      );
      // The left third of the pixels is red: up for 5 and 6, down for 7 and 8.
      const redIsUp = orientation === 5 || orientation === 6;
      expect(near(at(page, 30, 10), redIsUp ? [255, 0, 0] : [255, 255, 255])).toBe(true);
      expect(near(at(page, 30, 80), redIsUp ? [255, 255, 255] : [255, 0, 0])).toBe(true);
    },
  );

  test('cut is refused', async () => {
    const jpeg = ghostscript(program, 'jpeg', '-g60x90');
    expect(await bench.refusal(jpeg.subarray(0, jpeg.length - 40))).toBe('label-corrupt');
    expect(await bench.refusal(jpeg.subarray(0, 100))).toBe('label-corrupt');
  });

  test('cut is refused though the small picture of its EXIF has an end', async () => {
    const jpeg = withOrientation(ghostscript(program, 'jpeg', '-g60x90'), 1);
    const small = Buffer.from([0xff, 0xe1, 0, 8, 0xff, 0xd8, 0xff, 0xd9, 0, 0]);
    const whole = Buffer.concat([jpeg.subarray(0, 2), small, jpeg.subarray(2)]);
    expect(await bench.refusal(whole)).toBe('prepared');
    expect(await bench.refusal(whole.subarray(0, whole.length - 40))).toBe('label-corrupt');
  });
});

/**
 * In colour with alpha, something on it here and there; made in small pieces, because the test
 * measures memory.
 */
function largePng(wide: number, high: number): Buffer {
  const rows = Buffer.alloc((wide * 4 + 1) * 64, 255);
  for (let at = 0; at < rows.length; at += 4096) rows[at] = at >> 12;
  for (let row = 0; row < 64; row += 1) rows[row * (wide * 4 + 1)] = row % 5;
  const block = deflateRawSync(rows, { level: 1, finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: Math.ceil(high / 64) }, () => block);
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  header.writeUInt32BE(wide, 0);
  header.writeUInt32BE(Math.ceil(high / 64) * 64, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat([Buffer.from([0x78, 1]), ...blocks, Buffer.from([3, 0])])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type), body, Buffer.alloc(4)]);
  whole.writeUInt32BE(body.length, 0);
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4);
  return whole;
}

function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from('49492a000800000001001201030001000000000000000000000000000000', 'hex');
  tiff.writeUInt16LE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}
