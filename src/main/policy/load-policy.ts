import { z } from 'zod';
import { settingsFields, type Settings } from '#shared/contract/settings.ts';
import { isIssuerAddress } from '#shared/domain/sign-in.ts';
import type { Platform } from '../os/station.ts';
import { choosePolicyPath, guardByModes, guardBySecurity, readPolicyFile } from './policy-file.ts';
import {
  noPolicy,
  type Policy,
  type PolicyProblem,
  type PolicyReading,
  type UpdatePolicy,
} from './types.ts';
import { windowsItself, type Windows } from './windows.ts';

const address = z.string().max(2_000).trim().refine(isIssuerAddress);
const updates = z.union([
  z.literal('off').transform((): UpdatePolicy => ({ kind: 'off' })),
  // The feed's files are checked by their signature; only TLS protects against a feed that hides
  // them.
  address.transform((url): UpdatePolicy => ({ kind: 'feed', url })),
]);

/** While IT's own feed is not known. */
const noUpdates: Policy = { ...noPolicy, updates: { kind: 'off' } };

/** A list, or one text with all of them, for a registry that has only texts. */
const certificateHosts = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(/[\s,;]+/))])
  .transform((hosts) => hosts.map((host) => host.toLowerCase()))
  .refine((hosts) => hosts.every((host) => /^[a-z\d.-]+$/.test(host)));

/** IT's own decisions, and the settings. */
const fields = new Map<string, z.ZodType>(
  Object.entries({ erpAddress: address, updates, certificateHosts, ...settingsFields }),
);

/**
 * Returns IT's decisions: on Windows those that group policies have put into the registry; then the
 * policy file; then `DOCA_…` variables of the environment (`DOCA_RETENTION_DAYS` for
 * `retentionDays`). Each value counts by itself; one that cannot be right is reported. If that is
 * `updates`, or the registry or the file as a whole cannot be read, or the file could be somebody
 * else's, updates are off: IT's own feed is not known then.
 */
export async function loadPolicy(options: {
  readonly platform: Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A file to try out, with any owner, instead of the system's. */
  readonly path?: string | undefined;
  readonly windows?: Windows;
}): Promise<PolicyReading> {
  const { platform, env, path, windows = windowsItself } = options;
  const guard = platform === 'win32' ? guardBySecurity(windows) : guardByModes;
  const file = await (path === undefined
    ? readPolicyFile(() => choosePolicyPath(platform, windows), guard)
    : readPolicyFile(() => path));
  const strongestFirst = [
    ...(platform === 'win32' ? [readRegistry(windows)] : []),
    'problem' in file ? breakOff(file.problem) : parseValues(file.values, 'file'),
    parseTexts((key) => env[`DOCA_${key.replace(/[A-Z]/g, '_$&').toUpperCase()}`], 'environment'),
  ];
  return {
    policy: strongestFirst.reduceRight((below, { policy }) => layOver(below, policy), noPolicy),
    problems: strongestFirst.flatMap(({ problems }) => problems),
  };
}

function readRegistry(windows: Windows): PolicyReading {
  try {
    return parseTexts((key) => windows.readPolicy(key), 'registry');
  } catch {
    return breakOff({ source: 'registry', key: null, reason: 'unreadable' });
  }
}

function breakOff(problem: PolicyProblem): PolicyReading {
  return { policy: noUpdates, problems: [problem] };
}

function layOver(below: Policy, above: Policy): Policy {
  return { ...below, ...above, settings: { ...below.settings, ...above.settings } };
}

/**
 * For a source of texts alone: other values are parsed as JSON, such as `30`, `true`, a list.
 * `null`: not a text.
 */
function parseTexts(
  find: (key: string) => string | null | undefined,
  source: PolicyProblem['source'],
): PolicyReading {
  const values: Record<string, unknown> = {};
  for (const key of fields.keys()) {
    const text = find(key);
    if (text === undefined || text === '') continue;
    // No key takes it, as none takes a value of another type.
    if (text === null) values[key] = Number.NaN;
    else values[key] = takesJson(key, text) ? parseScalar(text) : text;
  }
  return parseValues(values, source);
}

function takesJson(key: string, text: string): boolean {
  return isSetting(key) && !settingsFields[key].safeParse(text).success;
}

function parseValues(
  values: Readonly<Record<string, unknown>>,
  source: PolicyProblem['source'],
): PolicyReading {
  const problems: PolicyProblem[] = [];
  let policy = noPolicy;
  for (const [key, value] of Object.entries(values)) {
    // A comment for the next administrator, and a hint for their editor.
    if (key === '$schema' || key === 'comment') continue;
    const change = parseValue(key, value);
    if (typeof change !== 'string') policy = layOver(policy, change);
    else {
      problems.push({ source, key, reason: change });
      if (key === 'updates') policy = layOver(policy, noUpdates);
    }
  }
  return { policy, problems };
}

function parseValue(key: string, value: unknown): Policy | 'unknown-key' | 'bad-value' {
  const parsed = fields.get(key)?.safeParse(value);
  if (parsed === undefined) return 'unknown-key';
  if (!parsed.success) return 'bad-value';
  return isSetting(key)
    ? { settings: { [key]: parsed.data } }
    : { ...noPolicy, [key]: parsed.data };
}

function isSetting(key: string): key is keyof Settings {
  return Object.hasOwn(settingsFields, key);
}

function parseScalar(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
