import { fault, type Fault, type FaultKind } from '#shared/faults/faults.ts';
import { FaultError, readErrorCode, readErrorMessage } from '../os/errors.ts';
import { isCertificateCode } from '../os/network/faults.ts';

/** The detail if a server offers no TLS. */
export const withoutTls = 'no TLS';

/**
 * Returns the fault for an error, by its code (PostgreSQL 15, appendix A): its message may quote
 * data.
 */
export function readFloorFault(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault;
  const state = readSqlState(error);
  if (state !== null)
    return fault(chooseKind(state), { detail: `SQLSTATE ${state}`, reached: 'maybe' });
  const code = readErrorCode(error);
  if (code !== null && isCertificateCode(code)) return fault('floor-certificate', { detail: code });
  const words = readErrorMessage(error);
  // The client has no codes for these.
  if (words.includes('does not support SSL'))
    return fault('floor-certificate', { detail: withoutTls });
  if (words.includes('establishing an SSL'))
    return fault('floor-server', { detail: 'no PostgreSQL' });
  if (words.startsWith('SASL')) return fault('floor-refused', { detail: 'SCRAM' });
  if (code?.startsWith('ERR_SSL') === true) return fault('floor-certificate', { detail: code });
  return fault('floor-away', { detail: code ?? 'broken off', reached: 'maybe' });
}

export function readSqlState(error: unknown): string | null {
  // A system's code such as EPIPE has five letters too.
  return error instanceof Error && 'severity' in error ? readErrorCode(error) : null;
}

/**
 * Returns true if the server refused the data, and would again. Everything else may pass with time.
 */
export function isRefusedData(error: unknown) {
  return /^(?:22|23|54|P0)/.test(readSqlState(error) ?? '');
}

function chooseKind(state: string): FaultKind {
  if (state === '53100') return 'floor-full';
  if (state === '42501') return 'floor-rights';
  if (state.startsWith('28')) return 'floor-refused';
  if (state === 'D0CA1') return 'floor-restored';
  // A missing or different object: somebody changed the schema.
  if (state.startsWith('42')) return 'floor-schema';
  // No such database; read only; unknown start parameters.
  if (state === '3D000' || state === '25006' || state === '08P01' || state === '0A000')
    return 'floor-server';
  // An impossible request.
  return /^(?:2[123]|54|P0)/.test(state) ? 'internal' : 'floor-away';
}
