import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAccepted } from '../../scripts/licences/collect.ts';
import { notice } from '../../scripts/licences/report.ts';

const resources = join(import.meta.dirname, '../../resources');

describe('licences', () => {
  it.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-or-later)', 'MIT AND ISC', 'GPL-2.0 OR MIT'])(
    'takes %s',
    (licence) => {
      expect(isAccepted(licence)).toBe(true);
    },
  );

  it.each([
    'GPL-3.0',
    'AGPL-3.0-only',
    'LGPL-2.1',
    'MIT AND GPL-2.0',
    'SSPL-1.0',
    'UNLICENSED',
    'none given',
    '',
  ])('refuses %s', (licence) => {
    expect(isAccepted(licence)).toBe(false);
  });

  it('writes each text once, with everybody under it', () => {
    const text = notice([
      { name: 'a', version: '1.0.0', licence: 'MIT', text: 'Permission' },
      { name: 'b', version: '2.0.0', licence: 'MIT', text: 'Permission' },
      { name: 'c', version: '3.0.0', licence: 'ISC', text: null },
    ]);
    expect(text.match(/Permission/g)).toHaveLength(1);
    expect(text).toContain('a 1.0.0 (MIT)\nb 2.0.0 (MIT)\n\nPermission');
    expect(text).toContain('c 3.0.0 (ISC)\n\nLicensed under ISC.');
  });

  it('the stored notice names the packages that matter most', () => {
    const stored = readFileSync(join(resources, 'third-party-licences.txt'), 'utf8');
    for (const name of [
      '@cantoo/pdf-lib',
      '@github/keytar',
      'bwip-js',
      'pdfjs-dist',
      'svelte',
      'zod',
      '@fontsource/ibm-plex-mono',
    ]) {
      expect(stored).toContain(`\n${name} `);
    }
  });
});
