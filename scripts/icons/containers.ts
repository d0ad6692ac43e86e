export interface IconImage {
  readonly sizePx: number;
  readonly png: Uint8Array;
}

/** A Windows icon: a directory of PNG images. */
export function ico(images: readonly IconImage[]): Buffer {
  const header = Buffer.alloc(6 + images.length * 16);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, { sizePx, png }] of images.entries()) {
    const entry = 6 + index * 16;
    // 256 is written as 0.
    header.writeUInt8(sizePx % 256, entry);
    header.writeUInt8(sizePx % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
}

/**
 * Apple's names for PNG images by size; the second of a size is the one for high-resolution
 * screens.
 */
const icnsTypes: readonly (readonly [type: string, sizePx: number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

/** An Apple icon: blocks of type, length and PNG. */
export function icns(images: readonly IconImage[]): Buffer {
  const blocks = icnsTypes.map(([type, sizePx]) => {
    const image = images.find((one) => one.sizePx === sizePx);
    if (image === undefined) throw new Error(`no image of ${sizePx} px`);
    return block(type, image.png);
  });
  return block('icns', Buffer.concat(blocks));
}

function block(type: string, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([header, content]);
}
