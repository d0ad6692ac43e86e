import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';
import { randomBytes } from '../../support/pdf-random.ts';
import { hasTool } from '../../support/tools.ts';
import { size } from '../size.ts';

/** The number of files, and the number of those with a second page. */
export const foreignFiles = size(300, 9);
const secondPages = size(36, 2);
const tools = ['gs', 'pdftocairo', 'qpdf', 'mutool'] as const;
/** Names of three carriers, which have their own logo and fonts. */
const carriers = [
  { name: 'Jadlog', fonts: ['Helvetica', 'Helvetica-Bold'] },
  { name: 'Correios', fonts: ['Times-Roman', 'Courier-Bold'] },
  { name: 'Loggi', fonts: ['NewCenturySchlbk-Roman', 'AvantGarde-Demi'] },
] as const;

/**
 * Writes labels as many programs write them: embedded subsets of fonts, pictures with and without a
 * colour profile, object streams, uncompressed objects, hundreds of small ones. Takes some seconds.
 * Returns null if a program is missing.
 */
export async function writeForeignLabels(folder: string): Promise<readonly string[] | null> {
  if (!tools.every((tool) => hasTool(tool))) return null;
  mkdirSync(folder, { recursive: true });
  const drawn = drawPages(folder);
  const paths: string[] = [];
  for (let index = 0; index < foreignFiles; index += 1) {
    const path = join(folder, `foreign-${index}.pdf`);
    const sources = index < secondPages ? [index, foreignFiles + index] : [index];
    const [first = ''] = sources.map((number) => drawn[number] ?? '');
    if (sources.length > 1) {
      const joined = join(folder, `joined-${index}.pdf`);
      const pages = sources.map((number) => drawn[number] ?? '');
      execFileSync('qpdf', ['--deterministic-id', '--empty', '--pages', ...pages, '--', joined]);
      await rewrite(joined, path, index);
    } else await rewrite(first, path, index);
    paths.push(path);
  }
  return paths;
}

/**
 * One file a page, by Ghostscript: each has its own subset of the fonts, and every third a colour
 * profile.
 */
function drawPages(folder: string): readonly string[] {
  const count = foreignFiles + secondPages;
  const perCarrier = Math.ceil(count / carriers.length);
  const drawn: string[] = [];
  carriers.forEach((_, carrier) => {
    const program = join(folder, `carrier-${carrier}.ps`);
    const pages = Array.from({ length: perCarrier }, (__, page) =>
      drawPage(carrier, page * carriers.length + carrier),
    );
    writeFileSync(program, `%!PS\n${defineLogo(carrier)}${pages.join('')}`, 'latin1');
    const colours = carrier === 0 ? ['-sColorConversionStrategy=UseDeviceIndependentColor'] : [];
    const args = ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', '-dEncodeColorImages=true'];
    execFileSync('gs', [
      ...args,
      ...colours,
      '-sOutputFile=' + join(folder, `drawn-${carrier}-%d.pdf`),
      program,
    ]);
    for (let page = 0; page < perCarrier; page += 1) {
      drawn[page * carriers.length + carrier] = join(folder, `drawn-${carrier}-${page + 1}.pdf`);
    }
  });
  return drawn.slice(0, count);
}

const logoSize = 120;
const photoSize = 80;

/** A logo that does not compress, the same on all labels of a carrier. */
function defineLogo(carrier: number): string {
  const pixels = randomBytes(logoSize * logoSize * 3, carrier + 1).toString('hex');
  return `/pixels <${pixels}> def\n`;
}

function drawPage(carrier: number, number: number): string {
  const [body, head] = carriers[carrier]?.fonts ?? ['Helvetica', 'Helvetica-Bold'];
  const digits = randomBytes(400, number + 1);
  const lines = [
    `${carriers[carrier]?.name} ${String(number).padStart(8, '0')}`,
    `Rua das Laranjeiras, ${digits[0]} apto ${digits[1]}`,
    `CEP ${10000 + number}-${100 + (number % 900)}`,
    `Peso ${digits[2]} g  Volume 1/${1 + (number % 5)}`,
  ];
  let text = '<</PageSize [283 425]>> setpagedevice\n';
  text += `gsave 20 340 translate 72 72 scale ${logoSize} ${logoSize} 8 [${logoSize} 0 0 -${logoSize} 0 ${logoSize}] `;
  text += '{pixels} false 3 colorimage grestore\n';
  const photo = randomBytes(photoSize ** 2 * 3, number + 17).toString('hex');
  text += `gsave 200 230 translate 60 60 scale ${photoSize} ${photoSize} 8 [${photoSize} 0 0 -${photoSize} 0 ${photoSize}] `;
  text += `currentfile /ASCIIHexDecode filter false 3 colorimage\n${photo}>\ngrestore\n`;
  lines.forEach((line, index) => {
    text += `/${index === 0 ? head : body} findfont 12 scalefont setfont 20 ${320 - 16 * index} moveto (${line}) show\n`;
  });
  // Bars of a code, and the modules of a square one.
  let x = 20;
  for (const digit of digits.subarray(0, 100)) {
    const bar = 0.6 + (digit & 3) * 0.6;
    text += `${x.toFixed(2)} 150 ${bar.toFixed(2)} 60 rectfill\n`;
    x += bar + 0.6 + ((digit >> 2) & 3) * 0.3;
    if (x > 255) break;
  }
  for (let row = 0; row < 24; row += 1) {
    for (let column = 0; column < 24; column += 1) {
      const bit = (digits[100 + row * 12 + (column >> 1)] ?? 0) >> (column & 7);
      if ((bit & 1) === 1) text += `${120 + column * 3} ${30 + row * 3} 3 3 rectfill\n`;
    }
  }
  return `${text}showpage\n`;
}

/** Rewrites the page with the next program in turn. */
async function rewrite(from: string, to: string, index: number): Promise<void> {
  const run = (tool: (typeof tools)[number], ...args: readonly string[]): void => {
    execFileSync(tool, args, { stdio: 'ignore' });
  };
  switch (index % 10) {
    case 0:
    case 1:
      copyFileSync(from, to);
      break;
    case 2:
    case 3:
      run('pdftocairo', '-pdf', from, to);
      break;
    case 4:
      run('qpdf', '--deterministic-id', '--object-streams=generate', from, to);
      break;
    case 5:
      run('qpdf', '--deterministic-id', '--qdf', from, to);
      break;
    case 6:
      run('mutool', 'clean', '-gg', '-z', from, to);
      break;
    case 7:
      run('mutool', 'clean', '-d', from, to);
      break;
    case 8:
      run('mutool', 'merge', '-o', to, from);
      break;
    default:
      writeFileSync(to, await drawByPdfLib(index));
  }
}

/** Form objects in object streams: each of the many has its own small dictionary. */
async function drawByPdfLib(index: number): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let count = index < secondPages ? 2 : 1; count > 0; count -= 1) {
    const page = document.addPage([283.46, 425.2]);
    page.drawText(`Transportadora ${index}/${count}`, { x: 20, y: 380, size: 14, font });
    const digits = randomBytes(150, index * 2 + count);
    for (const [at, digit] of digits.entries()) {
      const opacity = 0.25 + (digit & 15) / 32;
      page.drawRectangle({
        x: 20 + (at % 25) * 9,
        y: 100 + 9 * Math.floor(at / 25),
        width: 8,
        height: 8,
        color: rgb(0, 0, 0),
        opacity,
      });
    }
  }
  return document.save();
}
