import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeManifestContent } from '../../src/main/papers/manifest/content.ts';
import { drawManifest } from '../../src/main/papers/manifest/pdf.ts';
import type { JobSnapshot } from '#shared/domain/job.ts';
import type { Language } from '#shared/faults/languages.ts';
import { parseId } from '../../src/renderer/app/screens.ts';
import { popplerRasterise, scan } from '../printing/support/raster.ts';
import { describeWithTools } from '../support/tools.ts';
import { entry, shipment, snapshot } from '../desk/support/snapshots.ts';

describeWithTools(['pdftoppm', 'pdftotext', 'pdfinfo', 'qpdf'], 'the manifest as a PDF', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'doca-manifest-'));
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  const write = async (job: JobSnapshot, language: Language = 'pt-BR'): Promise<string> => {
    const nowMs = Date.UTC(2026, 2, 25, 17, 30);
    const path = join(dir, 'manifest.pdf');
    writeFileSync(
      path,
      await drawManifest(
        makeManifestContent({
          snapshot: job,
          company: null,
          language,
          nowMs,
          issuer: 'Bia Ramos · Bancada 2',
        }),
        nowMs,
      ),
    );
    return path;
  };
  const textOf = (path: string, ...more: string[]): string =>
    execFileSync('pdftotext', ['-layout', ...more, path, '-'], { encoding: 'utf8' });
  const pagesOf = (path: string): number =>
    Number(/Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', [path], { encoding: 'utf8' }))?.[1]);

  it('lists shipments and carriers, on A4, in both languages', async () => {
    const path = await write(snapshot([entry(1), entry(2)]));
    expect(execFileSync('pdfinfo', [path], { encoding: 'utf8' })).toContain('(A4)');
    execFileSync('qpdf', ['--check', path]);
    const text = textOf(path);
    for (const word of [
      'Romaneio de coleta',
      'Destinatária Sintética 2',
      'AA000000002BR',
      'Placa',
      'Página 1 de 1',
    ]) {
      expect(text).toContain(word);
    }
    expect(textOf(await write(snapshot([entry(1)]), 'en'))).toContain('Pick-up manifest');
  });

  it('has every parcel once, in order, over as many pages as it takes, and totals and signatures on one page', async () => {
    for (const count of [0, 1, 30, 34, 38, 40, 44, 50, 150]) {
      const path = await write(
        snapshot(Array.from({ length: count }, (_, index) => entry(index + 1))),
      );
      const codes = [...textOf(path).matchAll(/AA(\d{9})BR/g)].map((match) => Number(match[1]));
      expect(codes).toEqual(Array.from({ length: count }, (_, index) => index + 1));
      const last = textOf(path, '-f', String(pagesOf(path)));
      expect(last).toContain(`Expedições: ${count}`);
      expect(last).toContain('Assinatura da empresa');
      expect(last).toContain(`Página ${pagesOf(path)} de ${pagesOf(path)}`);
    }
  });

  it('has the code by which the Desk opens the grouping', async () => {
    const grouping = { ...snapshot([]).grouping, id: 912_345_678, identification: '8412' };
    const path = await write(snapshot([entry(1)], { grouping }));
    const text = textOf(path);
    expect(text).toContain('Leia na Mesa');
    for (const dpi of [200, 600]) {
      const [code, ...others] = await scan((await popplerRasterise(path, 1, dpi))!);
      expect(others).toEqual([]);
      expect(parseId(code!.replace('Code128 ', ''))).toBe(grouping.id);
    }
  });

  it('says on each sheet of a training grouping that it is one, and only there', async () => {
    const all = snapshot(Array.from({ length: 60 }, (_, index) => entry(index + 1)));
    for (const training of [true, false]) {
      const path = join(dir, 'training.pdf');
      const common = {
        snapshot: all,
        company: null,
        language: 'pt-BR',
        nowMs: 0,
        issuer: '',
      } as const;
      writeFileSync(path, await drawManifest(makeManifestContent({ ...common, training }), 0));
      expect(textOf(path).match(/TREINAMENTO, SEM VALOR/g) ?? []).toHaveLength(
        training ? pagesOf(path) : 0,
      );
    }
  });

  it('cuts no name, no town, no carrier and no tracking code', async () => {
    const { recipient, logistics } = shipment(1);
    const name = 'Comercial de Ferragens e Materiais Elétricos Irmãos Wassermann';
    const city = 'Vila Bela da Santíssima Trindade de Todos os Santos';
    const carrier = {
      id: 1,
      name: 'Transportes Rodoviários Intermunicipais do Vale do Jequitinhonha',
    };
    const long = shipment(1, {
      recipient: { ...recipient!, name, address: { ...recipient!.address!, city, state: 'MT' } },
      logistics: { ...logistics!, trackingCode: 'LONG12345678901234567890123456END', carrier },
    });
    const path = await write(
      snapshot(Array.from({ length: 40 }, (_, index) => entry(index + 1, { shipment: long }))),
    );
    const text = execFileSync('pdftotext', ['-raw', path, '-'], { encoding: 'utf8' });
    const plain = text.replace(/\s+/g, ' ');
    for (const whole of [name, `${city}/MT`, long.logistics!.trackingCode!])
      expect(plain.split(whole), whole).toHaveLength(41);
    expect(plain).toContain(carrier.name);
    expect(text).not.toContain('…');
  });

  it('divides a name without end, so that it fills no sheet', async () => {
    const { recipient } = shipment(1);
    for (const name of ['Nome '.repeat(2_000), 'W'.repeat(5_000)]) {
      const endless = shipment(1, { recipient: { ...recipient!, name } });
      const path = await write(snapshot([entry(1, { shipment: endless }), entry(2)]));
      expect(textOf(path)).toContain('…');
      expect(pagesOf(path)).toBe(1);
    }
  });
});
