import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../src/main/labels/formats/archive.ts';
import { findLabelEntries } from '../../src/main/labels/formats/label-entries.ts';
import type { LabelFormat } from '#shared/domain/labels.ts';
import { makeZip } from '../support/zip.ts';

const zpl = '^XA^FO50,50^A0N,40,40^FDDoca^FS^XZ';
const pdf = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n9\n%%EOF\n';
const limits = { maxEntries: 20, maxUnpackedBytes: 100_000 };

async function faultOf(zip: Buffer): Promise<string> {
  const result = await openArchive(zip, limits);
  return result.ok ? 'none' : result.fault.kind;
}

async function namesOf(zip: Buffer): Promise<readonly string[]> {
  const result = await openArchive(zip, limits);
  if (!result.ok) throw new Error(result.fault.kind);
  return result.value.map((entry) => `${entry.format} ${entry.name}`);
}

describe('openArchive', () => {
  it("returns the label files in the archive's order, packed and stored, with their bytes", async () => {
    const zip = makeZip([
      { name: 'Etiqueta de envio.txt', content: zpl },
      { name: 'leia-me.html', content: '<html></html>' },
      { name: 'Controle.pdf', content: pdf, store: true },
    ]);
    const result = await openArchive(zip, limits);
    expect(
      result.ok &&
        result.value.map(({ name, format, bytes }) => [
          name,
          format,
          Buffer.from(bytes).toString(),
        ]),
    ).toEqual([
      ['Etiqueta de envio.txt', 'zpl', zpl],
      ['Controle.pdf', 'pdf', pdf],
    ]);
  });

  it('opens a view into a larger buffer', async () => {
    const zip = makeZip([{ name: 'a.zpl', content: zpl }]);
    const larger = Buffer.concat([Buffer.from('before'), zip, Buffer.from('behind')]);
    expect(await namesOf(larger.subarray(6, 6 + zip.length))).toEqual(['zpl a.zpl']);
  });

  it('ignores folders and macOS resource forks', async () => {
    const zip = makeZip([
      { name: 'etiquetas/', content: '', store: true },
      { name: '__MACOSX/etiquetas/._a.pdf', content: pdf },
      { name: 'etiquetas/._a.pdf', content: pdf },
      { name: 'etiquetas/a.pdf', content: pdf },
    ]);
    expect(await namesOf(zip)).toEqual(['pdf etiquetas/a.pdf']);
  });

  it('opens archives in archives, gzip and base64, in place', async () => {
    const inner = makeZip([
      { name: 'b.zpl', content: zpl },
      { name: 'c.gz', content: gzipSync(pdf) },
    ]);
    const zip = makeZip([
      { name: 'mais.zip', content: inner },
      { name: 'a.pdf', content: pdf },
      { name: 'd.b64', content: Buffer.from(pdf).toString('base64') },
      { name: 'e.zip.gz', content: gzipSync(makeZip([{ name: 'f.pdf', content: pdf }])) },
    ]);
    expect(await namesOf(zip)).toEqual([
      'zpl b.zpl',
      'pdf c.gz',
      'pdf a.pdf',
      'pdf d.b64',
      'pdf f.pdf',
    ]);
  });

  it('opens three archives in each other and not four', async () => {
    const pack = (content: Buffer): Buffer => makeZip([{ name: 'a.zip', content }]);
    const one = makeZip([{ name: 'a.zpl', content: zpl }]);
    expect(await faultOf(pack(pack(one)))).toBe('none');
    expect(await faultOf(pack(pack(pack(one))))).toBe('label-archive-unsafe');
  });

  it('counts the contents of inner archives', async () => {
    const many = makeZip(
      Array.from({ length: 15 }, (_, i) => ({ name: `${i}.zpl`, content: zpl })),
    );
    const large = makeZip([{ name: 'a.zpl', content: zpl.padEnd(60_000) }]);
    const files = (content: Buffer) => [1, 2].map((index) => ({ name: `${index}.zip`, content }));
    expect(await faultOf(makeZip(files(many)))).toBe('label-archive-unsafe');
    expect(await faultOf(makeZip(files(large)))).toBe('label-archive-unsafe');
    expect(await faultOf(makeZip(files(gzipSync('x'.repeat(60_000)))))).toBe(
      'label-archive-unsafe',
    );
    expect(await faultOf(makeZip([{ name: 'a.gz', content: gzipSync('x'.repeat(200_000)) }]))).toBe(
      'label-archive-unsafe',
    );
  });

  it('names the error inside', async () => {
    const cut = makeZip([{ name: 'a.zpl', content: zpl }]).subarray(0, 40);
    expect(await faultOf(makeZip([{ name: 'a.zip', content: cut }]))).toBe('label-corrupt');
    expect(await faultOf(makeZip([{ name: 'a.gz', content: gzipSync(pdf).subarray(0, -9) }]))).toBe(
      'label-corrupt',
    );
  });

  it('reads names in UTF-8, declared or not, and in code page 437', async () => {
    const zip = makeZip([
      { name: 'Declaração.pdf', content: pdf },
      { name: 'Endereço.pdf', content: pdf, flags: 0 },
      { name: Buffer.from('Endere\x87o.pdf', 'latin1'), content: pdf, flags: 0 },
    ]);
    expect(await namesOf(zip)).toEqual([
      'pdf Declaração.pdf',
      'pdf Endereço.pdf',
      'pdf Endereço.pdf',
    ]);
  });

  it.each([
    '../a.zpl',
    'x/../../a.zpl',
    '/a.zpl',
    'C:/a.zpl',
    'c:a.zpl',
    '..\\a.zpl',
    'x\\..\\..\\a.zpl',
    '\\a.zpl',
    'C:\\a.zpl',
    'a\0.zpl',
    '..',
  ])('refuses the name %j', async (name) => {
    expect(
      await faultOf(
        makeZip([
          { name: 'ok.zpl', content: zpl },
          { name, content: zpl },
        ]),
      ),
    ).toBe('label-archive-unsafe');
  });

  it('opens the folders of archives that Windows PowerShell makes', async () => {
    const zip = makeZip([
      { name: 'etiquetas\\', content: '' },
      { name: 'etiquetas\\lista.pdf', content: pdf },
      { name: 'etiquetas\\Thumbs.db', content: 'x' },
      { name: 'etiquetas\\a.zpl', content: zpl },
    ]);
    expect(await namesOf(zip)).toEqual(['pdf etiquetas/lista.pdf', 'zpl etiquetas/a.zpl']);
  });

  it('accepts two dots inside a name', async () => {
    expect(await faultOf(makeZip([{ name: 'a..b/..c.zpl', content: zpl }]))).toBe('none');
  });

  it('refuses too many entries', async () => {
    const zip = makeZip(Array.from({ length: 21 }, (_, i) => ({ name: `${i}.zpl`, content: zpl })));
    expect(await faultOf(zip)).toBe('label-archive-unsafe');
  });

  it.each([
    ['one huge entry', [{ name: 'a.zpl', content: zpl + ' '.repeat(200_000) }]],
    [
      'many entries that are large together',
      [1, 2, 3].map((i) => ({ name: `${i}.zpl`, content: zpl + ' '.repeat(40_000) })),
    ],
    ['a stored huge entry', [{ name: 'a.zpl', content: zpl + ' '.repeat(200_000), store: true }]],
    [
      'a huge entry that is no label',
      [
        { name: 'a.bin', content: Buffer.alloc(200_000) },
        { name: 'b.zpl', content: zpl },
      ],
    ],
  ])('refuses %s', async (_, entries) => {
    expect(await faultOf(makeZip(entries))).toBe('label-archive-unsafe');
  });

  it('unpacks exactly to its limit and not one byte more', async () => {
    const exactly = zpl.padEnd(limits.maxUnpackedBytes);
    expect(await faultOf(makeZip([{ name: 'a.zpl', content: exactly }]))).toBe('none');
    expect(await faultOf(makeZip([{ name: 'a.zpl', content: `${exactly} ` }]))).toBe(
      'label-archive-unsafe',
    );
    expect(
      await faultOf(
        makeZip([
          { name: 'a.zpl', content: exactly },
          { name: 'b', content: '' },
        ]),
      ),
    ).toBe('none');
    expect(
      await faultOf(
        makeZip([
          { name: 'a.zpl', content: exactly },
          { name: 'b', content: 'x' },
        ]),
      ),
    ).toBe('label-archive-unsafe');
  });

  it('stops a bomb of two gigabytes early', async () => {
    const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024), {
      finishFlush: constants.Z_FULL_FLUSH,
    });
    const packed = Buffer.concat([
      ...Array.from({ length: 2048 }, () => megabyte),
      deflateRawSync(Buffer.alloc(0)),
    ]);
    const zip = makeZip([{ name: 'bomb.zpl', content: '', packed, size: 34 }]);
    const peakKb = process.resourceUsage().maxRSS;
    expect(await faultOf(zip)).toBe('label-corrupt');
    expect(process.resourceUsage().maxRSS - peakKb).toBeLessThan(32 * 1024);
  });

  it.each([
    ['a wrong checksum', makeZip([{ name: 'a.zpl', content: zpl, crc: 1 }]), 'label-corrupt'],
    [
      'a stated size that is far too small',
      makeZip([{ name: 'a.zpl', content: zpl + ' '.repeat(200_000), size: 34 }]),
      'label-corrupt',
    ],
    [
      'a stated size that is too small',
      makeZip([{ name: 'a.zpl', content: zpl, size: 10 }]),
      'label-corrupt',
    ],
    [
      'a stated size that is too large',
      makeZip([{ name: 'a.zpl', content: zpl, size: 99 }]),
      'label-corrupt',
    ],
    [
      'a stored entry of another size',
      makeZip([{ name: 'a.zpl', content: zpl, store: true, size: 10 }]),
      'label-corrupt',
    ],
    [
      'data that is not deflated',
      makeZip([{ name: 'a.zpl', content: zpl, packed: Buffer.from('\xff\xff\xff', 'latin1') }]),
      'label-corrupt',
    ],
    [
      'data that is cut off',
      makeZip([
        { name: 'a.zpl', content: zpl, packed: deflateRawSync(Buffer.from(zpl)).subarray(0, -4) },
      ]),
      'label-corrupt',
    ],
    [
      'an unknown compression',
      makeZip([{ name: 'a.zpl', content: zpl, method: 12 }]),
      'label-corrupt',
    ],
    [
      'an encrypted entry',
      makeZip([
        {
          name: 'a.zpl',
          content: zpl,
          // The cipher's header precedes the data.
          packed: Buffer.alloc(zpl.length + 12),
          store: true,
          flags: 1,
        },
      ]),
      'label-encrypted',
    ],
    [
      'a strongly encrypted entry',
      makeZip([{ name: 'a.zpl', content: zpl, flags: 0x41 }]),
      'label-encrypted',
    ],
    ['no entry', makeZip([]), 'label-archive-empty'],
    ['no label', makeZip([{ name: 'a.txt', content: 'hello' }]), 'label-archive-empty'],
    ['no bytes', Buffer.alloc(0), 'label-corrupt'],
  ])('answers an archive with %s', async (_, zip, kind) => {
    expect(await faultOf(zip)).toBe(kind);
  });

  describe('with a label of an unread kind', () => {
    const epl = 'N\nq812\nA50,50,0,4,1,1,N,"Doca"\nP1\n';
    const sbpl = '\x1bA\x1bV100\x1bH100\x1bZ';
    const binary = Buffer.from([1, 0x41, 0, 1, 2]);

    it.each([
      [
        'a drawing',
        'Etiqueta.svg',
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'label-kind-picture',
      ],
      ['a label in another language under any name', '123.prn', sbpl, 'label-kind-language'],
      ['a label in EPL under any name', 'x.gz', gzipSync(epl), 'label-kind-language'],
      ['a label of no known kind', '123.bin', binary, 'label-kind-unknown'],
      ['text that is named a label', 'Etiqueta.txt', 'hello', 'label-kind-unknown'],
    ])('reports it if a declaration is beside %s', async (_, name, content, kind) => {
      const declaration = { name: 'Declaração de Conteúdo.pdf', content: pdf };
      expect(await faultOf(makeZip([declaration, { name, content }]))).toBe(kind);
      expect(await faultOf(makeZip([{ name, content }, declaration]))).toBe(kind);
    });

    it.each([
      ['another file of no telling name', '123.pdf', 'label-kind-language'],
      ['a file that is named a label too', 'Etiqueta 2.pdf', 'none'],
      ['ZPL, which is the label', '123.zpl', 'none'],
    ])('that is named one counts before %s', async (_, name, kind) => {
      const content = name.endsWith('.zpl') ? zpl : pdf;
      const files = [
        { name, content },
        { name: 'Etiqueta.epl', content: epl },
      ];
      expect(await faultOf(makeZip(files))).toBe(kind);
      expect(await faultOf(makeZip(files.toReversed()))).toBe(kind);
    });

    it('reports it if there is nothing else', async () => {
      expect(
        await faultOf(
          makeZip([{ name: 'a', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' }]),
        ),
      ).toBe('label-kind-picture');
    });

    it('takes the label that it can read', async () => {
      const zip = makeZip([
        { name: 'etiqueta.epl', content: epl },
        { name: 'etiqueta.pdf', content: pdf },
        { name: 'Controle.pdf', content: pdf },
      ]);
      expect(await namesOf(zip)).toEqual(['pdf etiqueta.pdf', 'pdf Controle.pdf']);
    });

    it.each([
      ['leia-me.html', '<html></html>'],
      ['leia-me.txt', 'hello'],
      ['controle.epl', epl],
      ['.DS_Store', binary],
      ['x/Thumbs.db', binary],
    ])('is not deceived by %s', async (name, content) => {
      expect(
        await faultOf(
          makeZip([
            { name: 'Controle.pdf', content: pdf },
            { name, content },
          ]),
        ),
      ).toBe('none');
    });
  });

  it('bears a comment and junk after the end', async () => {
    const zip = makeZip([{ name: 'a.zpl', content: zpl }], 'feito pela transportadora');
    expect(await faultOf(zip)).toBe('none');
    expect(await faultOf(Buffer.concat([zip, Buffer.from('\r\n<!-- served -->\n')]))).toBe('none');
  });

  const good = makeZip([
    { name: 'Etiqueta de envio.txt', content: zpl.repeat(20) },
    { name: 'Controle.pdf', content: pdf, store: true },
  ]);

  it('calls every truncated archive corrupt', async () => {
    for (let length = 0; length < good.length; length += 1) {
      expect(await faultOf(good.subarray(0, length)), `${length} bytes`).toBe('label-corrupt');
    }
  });

  it('never throws on and never unpacks too much of a mutated archive', async () => {
    const change = fc.record({ at: fc.nat(good.length - 1), value: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const mutated = Buffer.from(good);
        for (const { at, value } of changes) mutated[at] = value;
        const result = await openArchive(mutated, limits);
        if (result.ok) {
          const total = result.value.reduce((sum, entry) => sum + entry.bytes.byteLength, 0);
          expect(total).toBeLessThanOrEqual(limits.maxUnpackedBytes);
        } else {
          expect(result.fault.kind).toMatch(
            /^label-(corrupt|encrypted|archive-unsafe|archive-empty|kind-unknown)$/,
          );
        }
      }),
      { numRuns: 1500 },
    );
  });

  it("never throws on arbitrary bytes between a ZIP's marks", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.uint8Array({ minLength: 18, maxLength: 18 }),
        async (body, end) => {
          const zip = Buffer.concat([
            Buffer.from('PK\x03\x04', 'latin1'),
            body,
            Buffer.from('PK\x05\x06', 'latin1'),
            end,
          ]);
          const result = await openArchive(zip, limits);
          if (!result.ok) expect(result.fault.kind).toMatch(/^label-/);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('restores any archive’s input', async () => {
    const content = fc
      .uint8Array({ maxLength: 2000 })
      .map((bytes) => Buffer.concat([Buffer.from(zpl), bytes]));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ content, store: fc.boolean() }), { minLength: 1, maxLength: 20 }),
        async (files) => {
          const result = await openArchive(
            makeZip(files.map((file, i) => ({ ...file, name: `${i}.zpl` }))),
            limits,
          );
          expect(result.ok && result.value.map((entry) => Buffer.from(entry.bytes))).toEqual(
            files.map((file) => file.content),
          );
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('labelEntries', () => {
  function chosen(...entries: readonly (readonly [LabelFormat, string])[]): readonly string[] {
    return findLabelEntries(entries.map(([format, name]) => ({ format, name }))).map(
      (entry) => entry.name,
    );
  }

  it('takes the ZPL alone if there is any', () => {
    expect(
      chosen(
        ['zpl', 'Etiqueta de envio.txt'],
        ['pdf', 'Controle.pdf'],
        ['pdf', 'Etiqueta.pdf'],
        ['zpl', '2.txt'],
      ),
    ).toEqual(['Etiqueta de envio.txt', '2.txt']);
  });

  it.each([
    'Controle.pdf',
    'CONTROLE DE POSTAGEM.PDF',
    'Declaração de Conteúdo.pdf',
    'DeclaracaoConteudo_1.pdf',
    'Declaraç╞o.pdf',
    'danfe-000123.pdf',
    'minhaNotaFiscal.pdf',
    'pasta/nota_fiscal.png',
    'Lista de etiquetas.pdf',
  ])('leaves %j out', (name) => {
    expect(chosen(['pdf', name], ['pdf', '123.pdf'])).toEqual(['123.pdf']);
  });

  it.each([
    'etiqueta-nota-123.pdf',
    'Etiqueta e declaração.pdf',
    'Anotada.pdf',
    'controle/123.pdf',
    'label.png',
  ])('keeps %j', (name) => {
    expect(chosen(['pdf', name], ['pdf', 'Controle.pdf'])).toEqual([name]);
  });

  it('takes all, in order, if every name differs', () => {
    expect(chosen(['pdf', 'Controle.pdf'], ['png', 'nota.png'])).toEqual([
      'Controle.pdf',
      'nota.png',
    ]);
  });
});
