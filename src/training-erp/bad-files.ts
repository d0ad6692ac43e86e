import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { assertNever } from '../shared/index.ts';
import { writeZip } from './art/zip.ts';
import { answerBytes, answerText } from './http/answers.ts';
import type { Delivery } from './http/answers.ts';
import type { SandboxFault } from './types.ts';

const mebibyte = 1024 * 1024;
const bombMebibytes = 512;

export const storageErrorPage =
  '<!DOCTYPE html><html lang="pt-BR"><head><title>Serviço indisponível</title></head>' +
  '<body><h1>Não foi possível gerar a etiqueta</h1><p>Tente novamente mais tarde.</p></body></html>\n';

/** Half a gibibyte of zeros behind half a mebibyte of gzip: members of the same mebibyte, one after the other. */
function gzipBomb(): Uint8Array {
  const member = gzipSync(new Uint8Array(mebibyte));
  return Buffer.concat(Array.from({ length: bombMebibytes }, () => member));
}

/** The same in a ZIP: flushed deflate blocks can be repeated, so nothing of that size is ever held in memory. */
function zipBomb(): Uint8Array {
  const zeros = new Uint8Array(mebibyte);
  const block = deflateRawSync(zeros, { finishFlush: constants.Z_FULL_FLUSH });
  const lastBlock = deflateRawSync(new Uint8Array());
  let crc = 0;
  for (let count = 0; count < bombMebibytes; count++) crc = crc32(zeros, crc);
  const data = Buffer.concat([...Array.from({ length: bombMebibytes }, () => block), lastBlock]);
  return writeZip([
    { name: 'Etiqueta de envio.txt', bytes: new Uint8Array(), packed: { data, size: bombMebibytes * mebibyte, crc } },
  ]);
}

async function passwordPdf(label: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(label);
  document.encrypt({ userPassword: 'segredo', ownerPassword: 'outro segredo' });
  return document.save();
}

function file(bytes: Uint8Array, headers: Readonly<Record<string, string>>): Delivery {
  return { manner: 'whole', answer: answerBytes(200, bytes, headers) };
}

/** A file that is broken in the named way. `pdf` and `zpl` give the good label that it is made from. */
export async function badFile(
  how: Extract<SandboxFault, { type: 'bad-file' }>['how'],
  good: { readonly pdf: () => Promise<Uint8Array>; readonly zpl: () => Promise<Uint8Array> },
): Promise<Delivery> {
  const pdf = { 'Content-Type': 'application/pdf' };
  const zip = { 'Content-Type': 'application/zip' };
  switch (how) {
    case 'truncated-pdf': {
      const bytes = await good.pdf();
      return file(bytes.subarray(0, Math.floor(bytes.length / 2)), pdf);
    }
    case 'empty':
      return file(new Uint8Array(), pdf);
    case 'html':
      return { manner: 'whole', answer: answerText(200, 'text/html; charset=utf-8', storageErrorPage) };
    case 'oversize': {
      const bytes = Buffer.alloc(mebibyte, 0x20);
      bytes.write('%PDF-1.7\n');
      return { manner: 'endless', answer: answerBytes(200, bytes, pdf) };
    }
    case 'gzip-bomb':
      return file(gzipBomb(), { ...pdf, 'Content-Encoding': 'gzip' });
    case 'zip-bomb':
      return file(zipBomb(), zip);
    case 'zip-traversal':
      return file(writeZip([{ name: '../../Etiqueta de envio.txt', bytes: await good.zpl() }]), zip);
    case 'zip-without-label':
      return file(writeZip([{ name: 'Leia-me.txt', bytes: Buffer.from('As etiquetas seguem por e-mail.\n') }]), zip);
    case 'password-pdf':
      return file(await passwordPdf(await good.pdf()), pdf);
    default:
      return assertNever(how);
  }
}
