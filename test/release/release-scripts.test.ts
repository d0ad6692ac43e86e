import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checksums } from '../../scripts/release/checksums.ts';
import {
  changeLogNames,
  needNotes,
  readReleaseNotes,
  releaseNotes,
} from '../../scripts/release/release-notes.ts';
import { readNotes } from '../../src/main/updates/index.ts';
import { type Language, languages } from '#shared/faults/languages.ts';
import { sbom } from '../../scripts/release/sbom.ts';
import {
  macInspections,
  publisherObjection,
  windowsInspections,
} from '../../scripts/release/signatures.ts';
import { findSigntool, windowsPowerShellEnv } from '../../scripts/release/windows-tools.ts';
import { withStaging } from '../../scripts/release/staging.ts';

describe("the publisher's name", () => {
  const publisher = 'Example Logistics, "Doca" Ltda';
  const signed = (commonName: string): string => `Valid\r\nCN=${commonName}, O=Example, C=BR\r\n`;

  it('is the common name of the certificate, letter by letter', () => {
    expect(publisherObjection(signed('"Example Logistics, ""Doca"" Ltda"'), publisher)).toBeNull();
    expect(publisherObjection(signed('Plain Name'), 'Plain Name')).toBeNull();
    expect(publisherObjection('Valid\nO=First, CN=Plain Name', 'Plain Name')).toBeNull();
  });

  it.each([
    ['another one', signed('Somebody'), /signed by Somebody/],
    ['a longer one', signed('Plain Name Ltda'), /signed by Plain Name Ltda/],
    ['one in another field', 'Valid\nCN=Somebody, O=Plain Name', /signed by Somebody/],
    ['no signature', 'NotSigned\n', /NotSigned/],
    ['a broken signature', 'HashMismatch\nCN=Plain Name', /HashMismatch/],
    ['nothing', '', /missing/],
  ])('is not %s', (_what, output, objection) => {
    expect(publisherObjection(output, 'Plain Name')).toMatch(objection);
  });

  it('is called without a file name inside the command', () => {
    const [, powershell] = windowsInspections("C:\\it's\\Doca.exe", 'x', 'signtool.exe');
    expect(powershell?.args.at(-1)).toContain("'C:\\it''s\\Doca.exe'");
  });
});

describe("Windows' own tools", () => {
  let folder = '';
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'doca-tools-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
  const put = (path: string): string => {
    const whole = join(folder, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, '');
    return whole;
  };
  const env = (): Record<string, string> => ({
    'ProgramFiles(x86)': join(folder, 'x86'),
    ProgramFiles: join(folder, 'own'),
    LOCALAPPDATA: join(folder, 'local'),
  });

  it('signtool is the newest of the Windows SDK, by its numbers', () => {
    put(`local/electron-builder/Cache/win-codesign/kits/${arch}/signtool.exe`);
    put(`x86/Windows Kits/10/bin/10.0.9600.0/${arch}/signtool.exe`);
    const newest = put(`x86/Windows Kits/10/bin/10.0.26100.0/${arch}/signtool.exe`);
    put('x86/Windows Kits/10/bin/10.0.26100.0/x86/signtool.exe');
    expect(findSigntool(env())).toBe(newest);
  });

  it('signtool is electron-builder’s download if there is no SDK', () => {
    const fetched = put(`local/electron-builder/Cache/win-codesign/kits/${arch}/signtool.exe`);
    expect(findSigntool(env())).toBe(fetched);
  });

  it('signtool is the one that was named', () => {
    put(`x86/Windows Kits/10/bin/10.0.26100.0/${arch}/signtool.exe`);
    const named = put('named/signtool.exe');
    expect(findSigntool({ ...env(), SIGNTOOL_PATH: named })).toBe(named);
    expect(() => findSigntool({ ...env(), SIGNTOOL_PATH: join(folder, 'no') })).toThrow(
      'there is no such file',
    );
  });

  it('a missing signtool is reported with the searched places and the remedy', () => {
    expect(() => findSigntool(env())).toThrow(
      /looked for .*Windows Kits.*electron-builder.*SIGNTOOL_PATH/,
    );
  });

  it('Windows PowerShell does not get the modules of PowerShell 7, however the variable is written', () => {
    expect(windowsPowerShellEnv({ PSModulePath: 'a', PSMODULEPATH: 'b', Path: 'c' })).toEqual({
      Path: 'c',
    });
  });
});

describe('the inspections of macOS', () => {
  const [, display, gatekeeper] = macInspections('Doca.app', 'TEAM123456');
  it('want the team, the hardened runtime and the notarisation', () => {
    expect(display?.objection('flags=0x10000(runtime)\nTeamIdentifier=TEAM123456')).toBeNull();
    expect(display?.objection('flags=0x10000(runtime)\nTeamIdentifier=OTHER')).toMatch(/team/);
    expect(display?.objection('flags=0x0(none)\nTeamIdentifier=TEAM123456')).toMatch(/hardened/);
    expect(gatekeeper?.objection('Doca.app: accepted\nsource=Notarized Developer ID')).toBeNull();
    expect(gatekeeper?.objection('Doca.app: accepted\nsource=Developer ID')).toMatch(/notarised/);
  });
});

describe('the release notes', () => {
  const log =
    '# Changelog\n\n## [1.1.0] - 2026-01-02\n\n### Added\n\n- This.\n\n## [1.0.0]\n\n- That.\n';
  it('are the section of the version', () => {
    expect(releaseNotes(log, '1.1.0')).toBe('### Added\n\n- This.');
    expect(releaseNotes(log, '1.0.0')).toBe('- That.');
    expect(releaseNotes(log, '1.1')).toBeNull();
  });
});

describe('the change logs', () => {
  const root = join(import.meta.dirname, '../..');
  const read = (language: Language): string =>
    readFileSync(join(root, changeLogNames[language]), 'utf8');
  const versionsOf = (text: string): readonly string[] =>
    [...text.matchAll(/^## .*$/gm)].map(([heading]) => heading);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
  };

  it('have the same versions and as many items in each, in both languages', () => {
    expect(versionsOf(read('pt-BR'))).toEqual(versionsOf(read('en')));
    for (const heading of versionsOf(read('en'))) {
      const of = /^## \[?([^\]\s]+)/.exec(heading)?.[1] ?? '';
      const items = languages.map(
        (language) => (releaseNotes(read(language), of)?.match(/^(- |### )/gm) ?? []).length,
      );
      expect(new Set(items).size, `${of}: ${items.join(' and ')} items`).toBe(1);
    }
  });

  it('mention this version, and the update shows all of it', () => {
    const notes = needNotes(readReleaseNotes(root, version), version);
    expect(readNotes(JSON.stringify(notes))).toEqual(notes);
  });

  it('lack a section that is empty or missing', () => {
    expect(releaseNotes('## [1.0.0]\n\n## [0.9.0]\n\n- That.\n', '1.0.0')).toBeNull();
    expect(() => needNotes({ 'pt-BR': null, en: null }, '1.0.0')).toThrow(
      'CHANGELOG.pt-BR.md and CHANGELOG.md: no section for 1.0.0',
    );
  });
});

describe('staging', () => {
  it('sets, changes and lifts the share, and leaves the rest', () => {
    const staged = withStaging('version: 1.1.0\nfiles: []\n', 10);
    expect(staged).toBe('version: 1.1.0\nfiles: []\nstagingPercentage: 10\n');
    expect(withStaging(staged, 50)).toBe('version: 1.1.0\nfiles: []\nstagingPercentage: 50\n');
    expect(withStaging(staged, 100)).toBe('version: 1.1.0\nfiles: []\n');
  });
  it.each([-1, 101, 1.5, Number.NaN])('refuses %s', (percent) => {
    expect(() => withStaging('', percent)).toThrow();
  });
});

describe('the files beside the installers', () => {
  it('checksums that sha256sum reads', () => {
    const folder = mkdtempSync(join(tmpdir(), 'doca-sums-'));
    writeFileSync(join(folder, 'b'), 'abc');
    writeFileSync(join(folder, 'a'), '');
    mkdirSync(join(folder, 'folder'));
    writeFileSync(join(folder, 'SHA256SUMS'), 'old');
    expect(checksums(folder)).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n' +
        'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b\n',
    );
    rmSync(folder, { recursive: true });
  });

  it('the list of parts', () => {
    const parts = sbom({ name: 'doca', version: '1.0.0' }, [
      { name: '@scope/a', version: '2.0.0', licence: 'MIT', text: null },
      { name: 'electron', version: '45.0.0', licence: 'MIT', text: null },
      {
        name: 'zlib',
        version: '1',
        licence: 'Zlib',
        text: null,
        within: '@scope/a',
        purl: 'pkg:generic/zlib',
      },
    ]);
    expect(parts).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { purl: 'pkg:npm/doca@1.0.0' } },
      components: [
        { type: 'library', purl: 'pkg:npm/%40scope/a@2.0.0', licenses: [{ expression: 'MIT' }] },
        { type: 'framework', name: 'electron' },
        {
          purl: 'pkg:generic/zlib',
          properties: [{ name: 'doca:compiled-into', value: '@scope/a' }],
        },
      ],
    });
  });
});
