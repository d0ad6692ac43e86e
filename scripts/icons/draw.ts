/** `npm run icons`: draws the icon set into resources/. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { icns, ico } from './containers.ts';
import { rasterise } from './rasterise.ts';
import { drawing } from './shapes.ts';

const resources = join(import.meta.dirname, '../../resources');
const sizesPx = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const images = sizesPx.map((sizePx) => ({ sizePx, png: rasterise(drawing(sizePx), sizePx) }));

mkdirSync(join(resources, 'icons'), { recursive: true });
for (const { sizePx, png } of images)
  writeFileSync(join(resources, 'icons', `${sizePx}x${sizePx}.png`), png);
writeFileSync(join(resources, 'icon.ico'), ico(images.filter(({ sizePx }) => sizePx <= 256)));
writeFileSync(join(resources, 'icon.icns'), icns(images));
