import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectFormat, endsAsItShould } from '../../src/main/labels/formats/detect-format.ts';
import { judgeUnread } from '../../src/main/labels/formats/unread-kinds.ts';
import { labelFormats } from '#shared/domain/labels.ts';
import { faultText } from '#shared/faults/fault-text.ts';
import { languages } from '#shared/faults/languages.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

function utf16(text: string, order: 'le' | 'be'): Buffer {
  const buffer = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'le' ? buffer : buffer.swap16();
}

describe('detectFormat', () => {
  it.each([
    ['pdf', '%PDF-1.4\n'],
    ['pdf', '\r\n\r\n%PDF-1.7'],
    ['pdf', '<br />Notice: undefined index in /srv/a.php<br />\n%PDF-1.3\n'],
    ['pdf', `${' '.repeat(1019)}%PDF-1.3`],
    ['zip', 'PK\x03\x04\x14\x00'],
    ['zip', 'PK\x05\x06\0\0\0\0'],
    ['gzip', '\x1f\x8b\x08\0'],
    ['base64', 'JVBERi0xLjQKMSAwIG9iag'],
    ['base64', '\r\nXlhBXkZEeF5G\r\nU15YWg==\r\n'],
    ['base64', 'data:application/pdf;base64,JVBERi0xLjQKMSAwIG9iag=='],
    ['png', '\r\n\x89PNG\r\n\x1a\n'],
    ['zip', '\n PK\x03\x04\x14'],
    ['jpeg', '\xef\xbb\xbf\xff\xd8\xff\xe0'],
    ['png', '\x89PNG\r\n\x1a\n'],
    ['jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
    ['jpeg', '\xff\xd8\xff\xe1Exif'],
    ['zpl', '^XA^FO0,0^XZ'],
    ['zpl', '^xa^fo0,0^xz'],
    ['zpl', '\xef\xbb\xbf\r\n ^XA^XZ'],
    ['zpl', '\x02^XA^XZ\x03'],
    ['zpl', '${^XA^XZ}$'],
    ['zpl', 'CT~~CD,~CC^~CT~\n^XA~TA000~JSN^XZ'],
    ['zpl', '~DGR:LOGO.GRF,80000,100,FFFF'],
    ['zpl', '~DYR:LOGO,P,P,100,,:B64:'],
    ['zpl', '~SD20\n^XA^XZ'],
    ['zpl', '^FX prepared by the carrier\n^XA^XZ'],
    ['zpl', '! U1 setvar "media.type" "label"\r\n! U1 do "x" ""\r\n^XA^XZ'],
  ] as const)('sees %s in %j', (format, head) => {
    expect(detectFormat(bytes(head))).toBe(format);
  });

  it('sees ZPL in UTF-16 of both orders', () => {
    expect(detectFormat(utf16('^XA^FDolá^FS^XZ', 'le'))).toBe('zpl');
    expect(detectFormat(utf16('\r\n^XA^FDolá^FS^XZ', 'be'))).toBe('zpl');
  });

  it.each([
    '',
    'P',
    'PK',
    'PK\x01\x02',
    '\xff\xd8',
    '%PD',
    '<!DOCTYPE html><html><body>Link expirado</body></html>',
    '{"mensagem":"expirado"}',
    'GIF89a\x3c\0',
    'BM is not a picture by itself',
    'RIFF\0\0\0\0WAVE',
    'TGluayBleHBpcmFkbyBuZXN0ZSBtb21lbnRv',
    'Semetiquetaparaestaexpedicao',
    'Etiqueta ^XA inside of a text',
    '^ caret',
    '~ tilde',
    '^FX a comment and nothing more',
    `${' '.repeat(1025)}%PDF-1.4`,
  ])('detects nothing in %j', (head) => {
    expect(detectFormat(bytes(head))).toBeNull();
  });

  it('answers any bytes at all, and looks at the first ones only', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 64 }),
        fc.constantFrom('\x89PNG', 'PK\x03\x04', '^XA', '%PDF-'),
        (tail, mark) => {
          expect([...labelFormats, null]).toContain(detectFormat(tail));
          const known = detectFormat(bytes(mark));
          expect(known).not.toBeNull();
          expect(detectFormat(Buffer.concat([bytes(mark), tail]))).toBe(known);
        },
      ),
    );
  });

  it('finds a PDF after any printable junk that is no other format', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 1019 }), (junk) => {
        fc.pre(detectFormat(bytes(junk)) === null);
        const head = Buffer.concat([
          Buffer.from(junk, 'latin1').subarray(0, 1019),
          bytes('%PDF-1.4'),
        ]);
        expect(detectFormat(head)).toBe('pdf');
      }),
    );
  });
});

describe('a printer language that is not printed', () => {
  it.each([
    ['EPL', '\r\nN\r\nq812\r\nQ1218,24\r\nA50,50,0,4,1,1,N,"Doca"\r\nP1\r\n'],
    ['EPL', 'OD\nN\nB30,30,0,1,3,7,200,B,"123"\nP1\n'],
    ['EPL', '\nI8,A,001\n\n\nQ1199,024\nq831\nrN\nS3\nGW0,0,100,1199,\x01\x02\nP1,1\n'],
    [
      'TSPL',
      'SIZE 100 mm,150 mm\r\nGAP 3 mm,0\r\nCLS\r\nTEXT 10,10,"3",0,1,1,"Doca"\r\nPRINT 1\r\n',
    ],
    ['TSPL', '\nCLS\nBARCODE 10,10,"128",100,1,0,2,2,"1"\nPRINT 1,1\n'],
    ['CPCL', '! 0 200 200 1200 1\r\nTEXT 4 0 30 40 Doca\r\nFORM\r\nPRINT\r\n'],
    ['CPCL', '! U1 setvar "device.languages" "cpcl"\r\n! 0 200 200 210 1\r\nPRINT\r\n'],
  ])('recognises %s, which is refused by its name', (name, head) => {
    expect(detectFormat(bytes(head))).toBeNull();
    expect(judgeUnread(bytes(head))).toMatchObject({ kind: 'label-kind-language', detail: name });
  });

  it.each(languages)('is called by its name, with what to do, in %s', (own) => {
    const { kind, detail } = judgeUnread(bytes('CLS\nBAR 0,0,800,4\nPRINT 1\n'));
    const { what, next } = faultText(kind, own, detail);
    expect(what).toContain('TSPL');
    expect(next).toContain('PDF');
    expect(next).toContain('ZPL');
  });
});

describe('judgeUnread', () => {
  it.each([
    ['label-unknown-format', 'text/html', '\n<!doctype html><title>x</title>'],
    ['label-unknown-format', 'text/html', '<script></script><html lang="pt">'],
    [
      'label-unknown-format',
      'text/xml',
      '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
    ],
    ['label-unknown-format', 'application/json', ' {"erro":1}'],
    ['label-unknown-format', 'text/plain', 'Link expirado'],
    ['label-unknown-format', 'text/plain', 'No label\nfor this order'],
    ['label-unknown-format', 'text/plain', 'Size of the label is not known'],
    ['label-unknown-format', 'text/html', '<!doctype html><body><svg width="9"></svg></body>'],
    ['label-kind-picture', 'GIF', 'GIF89a\x3c\0'],
    ['label-kind-picture', 'GIF', '\r\nGIF87a\x3c\0'],
    ['label-kind-picture', 'TIFF', 'II*\0\x08\0'],
    ['label-kind-picture', 'SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    [
      'label-kind-picture',
      'SVG',
      '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['label-kind-language', 'SBPL', '\x1bA\x1bV100'],
    ['label-kind-language', 'PCL', '\x1b%-12345X@PJL'],
    ['label-kind-unknown', 'PostScript', '%!PS-Adobe-3.0\n'],
    ['label-kind-unknown', 'Word or Excel', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    ['label-kind-unknown', 'binary data', '\0\x01\x02'],
  ])('reports %s for %s', (kind, name, head) => {
    expect(judgeUnread(bytes(head))).toMatchObject({ kind, detail: name });
  });
});

describe('a picture that is not read', () => {
  it.each(languages)('is called by its format, with what to do, in %s', (language) => {
    const { kind, detail } = judgeUnread(bytes('GIF89a\x3c\0'));
    const { what, next } = faultText(kind, language, detail);
    expect(what).toContain('GIF');
    expect(next).toContain('PDF');
    expect(next).toContain('PNG');
  });
});

describe('endsAsItShould', () => {
  const whole = {
    pdf: '%PDF-1.4\n… startxref\n9\n%%EOF\n',
    png: '\x89PNG…\0\0\0\0IEND\xaeB`\x82',
    gzip: '\x1f\x8b\x08…\0\0\0\0\0',
    base64: 'XlhBXkZEeF5GU15YWg==',
    jpeg: '\xff\xd8\xff…\xff\xd9',
    zpl: '^XA^FDx^FS^XZ\n',
    zip: 'PK\x03\x04…PK\x05\x06' + '\0'.repeat(18),
  };

  it.each(labelFormats)('accepts a whole %s, padded or with a note appended', (format) => {
    expect(endsAsItShould(format, bytes(whole[format]))).toBe(true);
    expect(endsAsItShould(format, bytes(whole[format] + '\0'.repeat(5000)))).toBe(true);
    expect(endsAsItShould(format, bytes(`${whole[format]}\n<!-- served in 12 ms -->\n`))).toBe(
      true,
    );
  });

  it.each(labelFormats)('refuses half a %s', (format) => {
    expect(endsAsItShould(format, bytes(whole[format].slice(0, 4)))).toBe(false);
    expect(endsAsItShould(format, Buffer.alloc(0))).toBe(false);
  });

  it('accepts ZPL in UTF-16', () => {
    expect(endsAsItShould('zpl', utf16('^XA^XZ', 'le'))).toBe(true);
    expect(endsAsItShould('zpl', utf16('^XA^XZ', 'be'))).toBe(true);
  });

  it('does not take the first half of a linearised PDF, with its early end mark, for the whole', () => {
    const half = `%PDF-1.4\n…startxref\n0\n%%EOF\n${'x'.repeat(4000)}`;
    expect(endsAsItShould('pdf', bytes(half))).toBe(false);
  });
});
