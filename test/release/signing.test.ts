import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import signWithAzure from '../../scripts/packaging/sign-azure.ts';
import signWithCommand from '../../scripts/packaging/sign-command.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'doca-signing-'))));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('the command that signs', () => {
  const use = (source: string): void => {
    const program = join(folder, 'signer.ts');
    writeFileSync(program, source);
    vi.stubEnv(
      'DOCA_SIGN_COMMAND',
      JSON.stringify([process.execPath, program, 'two words', '$(touch x)']),
    );
  };

  it('gets its arguments as they are and the path of the file last, without a shell', async () => {
    const seen = join(folder, 'seen.json');
    use(`import { writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(seen)}, JSON.stringify(process.argv.slice(2)));`);
    const path = join(folder, 'Doca & "Desk".exe');
    await signWithCommand({ path });
    expect(JSON.parse(readFileSync(seen, 'utf8'))).toEqual(['two words', '$(touch x)', path]);
  });

  it('fails the build if it fails', async () => {
    use('process.exitCode = 3;');
    await expect(signWithCommand({ path: 'Doca.exe' })).rejects.toThrow('Doca.exe is not signed');
  });

  it('fails the build if it cannot be started or is missing', async () => {
    vi.stubEnv('DOCA_SIGN_COMMAND', JSON.stringify([join(folder, 'nothing')]));
    await expect(signWithCommand({ path: 'Doca.exe' })).rejects.toThrow('ENOENT');
    vi.stubEnv('DOCA_SIGN_COMMAND', 'sign.exe');
    await expect(signWithCommand({ path: 'Doca.exe' })).rejects.toThrow('JSON list');
  });
});

describe.runIf(process.platform !== 'win32')('signing with Azure', () => {
  // A stand-in for PowerShell: records its call, and does nothing.
  const standIn = (exitCode: string): string => {
    const program = join(folder, 'pwsh');
    const note = join(folder, 'asked.txt');
    writeFileSync(
      program,
      `#!/bin/sh\nprintf '%s\\n%s\\n' "$4" "file: $DOCA_FILE_TO_SIGN" >> '${note}'\nexit ${exitCode}\n`,
    );
    chmodSync(program, 0o755);
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`);
    return note;
  };

  it('fails if PowerShell fails, then takes the pinned module and no newer one, once for all files', async () => {
    const note = standIn('$(test -z "$DOCA_FILE_TO_SIGN" || echo 9)');
    await expect(signWithAzure({ path: "C:/it's/Doca.exe" })).rejects.toThrow(
      "C:/it's/Doca.exe: pwsh ended with 9",
    );
    standIn('0');
    await signWithAzure({ path: 'C:/Doca.exe' });
    const asked = readFileSync(note, 'utf8');
    expect(asked.match(/Install-Module/g)).toHaveLength(1);
    expect(asked).toMatch(/Install-Module -Name TrustedSigning -RequiredVersion \d+\.\d+\.\d+ /);
    expect(
      asked.match(/Import-Module TrustedSigning -RequiredVersion \d+\.\d+\.\d+/g),
    ).toHaveLength(2);
    expect(asked).not.toContain('MinimumVersion');
    expect(asked).toContain("file: C:/it's/Doca.exe\n");
    expect(asked.replaceAll(/^file: .*$/gm, '')).not.toContain('Doca.exe');
  });
});
