import { runToEnd } from './run-to-end.ts';

/**
 * Microsoft's module for Azure Artifact Signing (Trusted Signing, as it was called), at one version. electron-builder's own
 * way, `azureSignOptions`, installs the newest one there is on the day, with which nobody has signed before.
 */
const signingModule = { name: 'TrustedSigning', version: '0.5.8' } as const;

interface SignRequest {
  readonly path: string;
}

/** PowerShell 7, as electron-builder starts it for this; GitHub's runners have it. */
const powerShell = 'pwsh';

let ready: Promise<void> | null = null;

/**
 * What electron-builder calls for each file, where `DOCA_AZURE_ENDPOINT` is set. The credential is that of whoever is signed
 * in at Azure (`azure/login` with OIDC, `az login`) or of Azure's own variables; the module looks for them in that order of
 * its own. Rejects where the module cannot be had or the file is not signed.
 */
export default async function signFile({ path }: SignRequest): Promise<void> {
  ready ??= runPowerShell(installScript(), {});
  await ready;
  const names = { endpoint: 'DOCA_AZURE_ENDPOINT', account: 'DOCA_AZURE_ACCOUNT', profile: 'DOCA_AZURE_PROFILE' };
  await runPowerShell(
    `Import-Module ${signingModule.name} -RequiredVersion ${signingModule.version}
    Invoke-TrustedSigning -Endpoint $env:${names.endpoint} -CodeSigningAccountName $env:${names.account} \`
      -CertificateProfileName $env:${names.profile} -FileDigest SHA256 -TimestampDigest SHA256 \`
      -TimestampRfc3161 'http://timestamp.acs.microsoft.com' -Files $env:DOCA_FILE_TO_SIGN`,
    { DOCA_FILE_TO_SIGN: path },
  );
}

function installScript(): string {
  const { name, version } = signingModule;
  return `if (-not (Get-Module -ListAvailable -FullyQualifiedName @{ ModuleName = '${name}'; RequiredVersion = '${version}' })) {
      Install-Module -Name ${name} -RequiredVersion ${version} -Repository PSGallery -Scope CurrentUser -Force
    }`;
}

/** What differs from file to file goes in as a variable: nothing of it becomes a part of the script. */
async function runPowerShell(script: string, more: Readonly<Record<string, string>>): Promise<void> {
  const args = ['-NoProfile', '-NonInteractive', '-Command', `$ErrorActionPreference = 'Stop'\n${script}`];
  await runToEnd(more['DOCA_FILE_TO_SIGN'] ?? signingModule.name, powerShell, args, more);
}
