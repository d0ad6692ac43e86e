import { once } from 'node:events';
import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { answerBytes, answerStorageError } from '../../../src/training-erp/http/answers.ts';
import type { Answer, Delivery } from '../../../src/training-erp/http/answers.ts';
import type { PendingRequest } from '../../../src/training-erp/index.ts';
import { pdfBombs } from '../label-bombs.ts';
import { makeZip } from '../zip.ts';

export type BadFile =
  | 'truncated-pdf'
  | 'empty'
  | 'html'
  | 'oversize'
  | 'gzip-bomb'
  | 'zip-bomb'
  | 'zip-traversal'
  | 'zip-without-label'
  | 'password-pdf'
  | 'pdf-bomb';

const mebibyte = 1024 * 1024;
const bombMebibytes = 512;

/**
 * Half a gibibyte of zeros behind half a mebibyte of gzip: members of the same mebibyte, one after
 * the other.
 */
function gzipBomb(): Uint8Array {
  const member = gzipSync(new Uint8Array(mebibyte));
  return Buffer.concat(Array.from({ length: bombMebibytes }, () => member));
}

/**
 * The same in a ZIP: flushed deflate blocks can be repeated, so that no such amount is ever in
 * memory.
 */
function zipBomb(): Uint8Array {
  const zeros = new Uint8Array(mebibyte);
  const block = deflateRawSync(zeros, { finishFlush: constants.Z_FULL_FLUSH });
  const lastBlock = deflateRawSync(new Uint8Array());
  let crc = 0;
  for (let count = 0; count < bombMebibytes; count++) crc = crc32(zeros, crc);
  const data = Buffer.concat([...Array.from({ length: bombMebibytes }, () => block), lastBlock]);
  return makeZip([
    {
      name: 'Etiqueta de envio.txt',
      content: '',
      packed: data,
      size: bombMebibytes * mebibyte,
      crc,
    },
  ]);
}

async function passwordPdf(label: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(label);
  document.encrypt({ userPassword: 'segredo', ownerPassword: 'outro segredo' });
  return document.save();
}

function file(
  bytes: Uint8Array,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): Delivery {
  return { answer: answerBytes(200, bytes, { 'Content-Type': contentType, ...headers }) };
}

/** Status 200, and then these bytes repeatedly until the other side gives up. */
function sendEndlessly({ status, headers, body }: Answer): Delivery {
  return {
    async send(response) {
      response.writeHead(status, headers);
      const gone = once(response, 'close').then(() => 'gone' as const);
      while (!response.destroyed) {
        if (response.write(body)) await new Promise(setImmediate);
        else if ((await Promise.race([once(response, 'drain'), gone])) === 'gone') return;
      }
    },
  };
}

/**
 * A file that is broken in the named way; the ERP itself has no files, and answers with a page for
 * all of them.
 */
export async function makeBadFile(how: BadFile, { label }: PendingRequest): Promise<Delivery> {
  if (label === null) return { answer: answerStorageError() };
  const pdf = 'application/pdf';
  const zip = 'application/zip';
  switch (how) {
    case 'truncated-pdf': {
      const bytes = await label('pdf');
      return file(bytes.subarray(0, Math.floor(bytes.length / 2)), pdf);
    }
    case 'empty':
      return file(new Uint8Array(), pdf);
    case 'html':
      return { answer: answerStorageError() };
    case 'oversize': {
      const bytes = Buffer.alloc(mebibyte, 0x20);
      bytes.write('%PDF-1.7\n');
      return sendEndlessly(answerBytes(200, bytes, { 'Content-Type': pdf }));
    }
    case 'gzip-bomb':
      return file(gzipBomb(), pdf, { 'Content-Encoding': 'gzip' });
    case 'zip-bomb':
      return file(zipBomb(), zip);
    case 'zip-traversal':
      return file(
        makeZip([{ name: '../../Etiqueta de envio.txt', content: await label('zpl') }]),
        zip,
      );
    case 'zip-without-label':
      return file(
        makeZip([{ name: 'Leia-me.txt', content: 'As etiquetas seguem por e-mail.\n' }]),
        zip,
      );
    case 'pdf-bomb':
      return file(pdfBombs['numbers']!(), pdf);
    case 'password-pdf':
      return file(await passwordPdf(await label('pdf')), pdf);
  }
}
