/**
 * The commands that show whether a build is signed as it should be, and how their answers are read.
 */
export interface Inspection {
  readonly command: string;
  readonly args: readonly string[];
  /** Returns the problem of the output of a command that succeeded; null if there is none. */
  readonly objection: (output: string) => string | null;
}

const none = (): null => null;

/**
 * Inspects every program and installer on Windows with signtool (its path), and with the check that
 * updates will use.
 */
export function windowsInspections(
  file: string,
  publisher: string,
  signtool: string,
): readonly Inspection[] {
  const quoted = file.replaceAll("'", "''");
  const script = `$s = Get-AuthenticodeSignature -LiteralPath '${quoted}'; "$($s.Status)\`n$($s.SignerCertificate.Subject)"`;
  return [
    { command: signtool, args: ['verify', '/pa', '/all', '/tw', file], objection: none },
    {
      command: 'powershell.exe',
      args: ['-NoProfile', '-NonInteractive', '-Command', script],
      objection: (output) => publisherObjection(output, publisher),
    },
  ];
}

/** macOS: signed by the team, hardened, and known to Apple. */
export function macInspections(app: string, teamId: string): readonly Inspection[] {
  return [
    {
      command: 'codesign',
      args: ['--verify', '--deep', '--strict', '--verbose=2', app],
      objection: none,
    },
    {
      command: 'codesign',
      args: ['--display', '--verbose=4', app],
      objection: (output) => {
        if (!output.includes(`TeamIdentifier=${teamId}`))
          return `it is not signed by team ${teamId}`;
        return /flags=\S*runtime/.test(output) ? null : 'the hardened runtime is off';
      },
    },
    {
      command: 'spctl',
      args: ['--assess', '--type', 'execute', '--verbose=2', app],
      objection: (output) =>
        output.includes('source=Notarized Developer ID') ? null : 'it is not notarised',
    },
    { command: 'xcrun', args: ['stapler', 'validate', app], objection: none },
  ];
}

/**
 * The publisher's name must equal the certificate's common name, letter by letter: updates compare
 * nothing else.
 */
export function publisherObjection(output: string, publisher: string): string | null {
  const [status = '', subject = ''] = output.trim().split(/\r?\n/);
  if (status !== 'Valid') return `the signature is ${status || 'missing'}`;
  const commonName = commonNameOf(subject);
  return commonName === publisher
    ? null
    : `it is signed by ${commonName ?? 'nobody'}, not by ${publisher}`;
}

/** Windows puts names with commas or quotes into quotes, and doubles quotes inside. */
function commonNameOf(subject: string): string | null {
  const match = /(?:^|,\s*)CN=(?:"((?:[^"]|"")*)"|([^,]+))/.exec(subject);
  return match?.[1]?.replaceAll('""', '"') ?? match?.[2]?.trim() ?? null;
}
