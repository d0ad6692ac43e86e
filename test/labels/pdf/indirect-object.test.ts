import { expect, test } from 'vitest';
import { readIndirectObject } from '../../../src/main/labels/pdf/document/indirect-object.ts';
import type { FileContext } from '../../../src/main/labels/pdf/document/indirect-object.ts';
import { PdfName, PdfStream } from '../../../src/main/labels/pdf/syntax/objects.ts';
import { ReadBudget } from '../../../src/main/labels/pdf/syntax/read-budget.ts';

test.each([
  ['', 'DATA'],
  ['/Filter/Crypt', 'data'],
  ['/Filter[/Crypt]/DecodeParms[<</Name/Identity>>]', 'data'],
  ['/Filter/Crypt/DecodeParms<</Name/StdCF>>', 'DATA'],
])(
  'a stream of an encrypted file with %j is decrypted or not, however many names were read before',
  (keys, expected) => {
    // More than are kept, as a long day and hostile files bring them.
    for (let nth = 0; nth < 5_000; nth += 1) PdfName.of(`N${nth}`);
    const file = Buffer.from(`1 0 obj<<${keys}/Length 4>>stream\ndata\nendstream endobj`);
    const decryption = {
      decryptString: (_: unknown, text: Uint8Array) => text,
      decryptStream: (_: unknown, data: Uint8Array) => Buffer.from(Buffer.from(data).toString().toUpperCase()),
    } as unknown as FileContext['decryption'];
    const context: FileContext = {
      file,
      budget: new ReadBudget(file.length),
      decryption,
      resolve: (value) => value ?? null,
    };
    const value = readIndirectObject(context, 0)!.value;
    expect(value).toBeInstanceOf(PdfStream);
    expect(Buffer.from((value as PdfStream).data).toString()).toBe(expected);
  },
);
