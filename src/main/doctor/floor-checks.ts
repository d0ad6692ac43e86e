import { faultText } from '../../shared/index.ts';
import type { Language, Settings } from '../../shared/index.ts';
import { readFloorPassword } from '../credentials/index.ts';
import type { TokenStore } from '../credentials/index.ts';
import { examineFloor } from '../floor/index.ts';
import type { FloorExamination } from '../floor/index.ts';
import type { Clock } from '../os/clock.ts';
import { makeFinding } from './machine-checks.ts';
import type { Finding } from './types.ts';

const timeoutMs = 15_000;
/** Several requests pass before one station shows another's action. */
const slowMs = 100;
const clockWarnSeconds = 120;

export interface FloorCheck {
  readonly settings: Pick<Settings, 'floorAddress'>;
  readonly tokenStore: TokenStore;
  readonly clock: Clock;
  readonly language: Language;
}

/** Examines the server that stations share, and Doca's rights there. */
export async function checkFloor(check: FloorCheck): Promise<readonly Finding[]> {
  const { floorAddress: address } = check.settings;
  if (address === null) return [makeFinding('skip', 'floor-none')];
  const { host } = new URL(address);
  const stored = await readFloorPassword(check.tokenStore, address);
  const password = stored.ok ? stored.value : null;
  const signal = AbortSignal.timeout(timeoutMs);
  const seen = await examineFloor({ address, password, signal, clock: check.clock });
  if (seen.ok) return describe(host, seen.value);
  const { kind, detail } = seen.fault;
  if (kind === 'floor-refused' && password === null) return [makeFinding('fail', 'floor-no-password', { host })];
  const { what, next } = faultText(kind, check.language);
  return [makeFinding('fail', 'floor-unusable', { host, what, next, detail: detail ?? kind })];
}

function describe(host: string, seen: FloorExamination): readonly Finding[] {
  const { serverVersion, tls, schemaVersion } = seen;
  const ms = Math.round(seen.latencyMs);
  const seconds = Math.round(Math.abs(seen.clockOffMs) / 1000);
  return [
    ms > slowMs
      ? makeFinding('warn', 'floor-slow', { host, ms })
      : makeFinding('ok', 'floor-answers', { host, ms, version: serverVersion }),
    makeFinding('ok', tls ? 'floor-encrypted' : 'floor-plain'),
    schemaVersion === null
      ? makeFinding('ok', 'floor-empty')
      : makeFinding('ok', 'floor-usable', { version: schemaVersion }),
    seconds > clockWarnSeconds
      ? makeFinding('warn', 'floor-clock-off', { seconds })
      : makeFinding('ok', 'floor-clock-right', { seconds }),
  ];
}
