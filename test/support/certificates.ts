import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files of a certificate for a server of this computer, and of the authority that signed it, which
 * is not trusted yet.
 */
export interface TestCertificate {
  readonly caFile: string;
  readonly certificateFile: string;
  readonly keyFile: string;
}

/**
 * Makes it each time, because a stored one expires. `names`: as openssl writes them, such as
 * `DNS:localhost`.
 */
export function makeCertificate(
  dir: string,
  names: readonly string[] = ['DNS:localhost', 'IP:127.0.0.1'],
): TestCertificate {
  const [caFile, caKeyFile] = [join(dir, 'ca.pem'), join(dir, 'ca-key.pem')];
  const [certificateFile, keyFile] = [join(dir, 'server.pem'), join(dir, 'server-key.pem')];
  const requestFile = join(dir, 'request.pem');
  const extensionsFile = join(dir, 'extensions');
  writeFileSync(extensionsFile, `subjectAltName=${names.join(',')}\n`);
  const openssl = (...args: readonly string[]): void => {
    execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-subj',
    '/CN=Doca test authority',
    '-days',
    '2',
    '-keyout',
    caKeyFile,
    '-out',
    caFile,
  );
  openssl('req', ...key, '-subj', '/CN=server', '-keyout', keyFile, '-out', requestFile);
  const signed = [
    '-CA',
    caFile,
    '-CAkey',
    caKeyFile,
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    extensionsFile,
  ];
  openssl('x509', '-req', '-in', requestFile, ...signed, '-out', certificateFile);
  return { caFile, certificateFile, keyFile };
}
