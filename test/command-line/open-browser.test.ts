import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openInBrowser } from '../../src/main/command-line/workstation/open-browser.ts';

const address = 'https://accounts.example/auth?scope=openid%20profile&state=$(id);`id`&x="y"';
const source = new URL('../../src/main/command-line/workstation/open-browser.ts', import.meta.url)
  .href;
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-open-'));
  // In the place of each system's opener: notes its arguments, one a line.
  for (const name of ['xdg-open', 'open', 'rundll32']) {
    const script = join(folder, name);
    writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$@" >"${folder}/${name}.args"\n`);
    chmodSync(script, 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The openers of this test are scripts, which Windows does not start.
it.skipIf(process.platform === 'win32')(
  'gives each system the address as one argument, and no shell',
  async () => {
    const code = `const { openInBrowser } = await import(${JSON.stringify(source)});
    for (const platform of ['linux', 'darwin', 'win32']) await openInBrowser(${JSON.stringify(address)}, platform);`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
      env: { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    });
    const said = (name: string): string => readFileSync(join(folder, `${name}.args`), 'utf8');
    expect(said('xdg-open')).toBe(`${address}\n`);
    expect(said('open')).toBe(`${address}\n`);
    expect(said('rundll32')).toBe(`url.dll,FileProtocolHandler\n${address}\n`);
  },
);

it.each([
  'file:///etc/passwd',
  'http://erp.example/',
  'javascript:alert(1)',
  'https://user:pass@erp.example/',
  '-h',
])('opens no %s', async (url) => {
  await expect(openInBrowser(url)).rejects.toThrow('only https and this computer');
});
