import { runToEnd } from './run-to-end.ts';

/**
 * Microsoft's module for Azure Artifact Signing (formerly Trusted Signing), at one version.
 * electron-builder's own `azureSignOptions` installs the newest one of the day, untested.
 */
const signingModule = { name: 'TrustedSigning', version: '0.5.8' } as const;

interface SignRequest {
  readonly path: string;
}

/** PowerShell 7, as electron-builder starts it for this; GitHub's runners have it. */
const powerShell = 'pwsh';

let ready: Promise<void> | null = null;

/**
 * electron-builder calls it for each file if `DOCA_AZURE_ENDPOINT` is set. The credential is the
 * session of `azure/login` with OIDC or `az login`, or comes from Azure's own variables; the module
 * has its own order of looking. Rejects if the module cannot be installed or the file is not
 * signed.
 */
export default async function signFile({ path }: SignRequest): Promise<void> {
  ready ??= runPowerShell(installScript(), {});
  await ready;
  const names = {
    endpoint: 'DOCA_AZURE_ENDPOINT',
    account: 'DOCA_AZURE_ACCOUNT',
    profile: 'DOCA_AZURE_PROFILE',
  };
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

/** Data of a file is passed in variables, so that none of it becomes a part of the script. */
async function runPowerShell(
  script: string,
  more: Readonly<Record<string, string>>,
): Promise<void> {
  const args = [
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    `$ErrorActionPreference = 'Stop'\n${script}`,
  ];
  await runToEnd(more['DOCA_FILE_TO_SIGN'] ?? signingModule.name, powerShell, args, more);
}
