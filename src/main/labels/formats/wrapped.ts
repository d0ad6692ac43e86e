import { gunzipSync } from 'node:zlib';
import { failed, fault, ok } from '../../../shared/index.ts';
import type { LabelFormat, RawLanguage, Result } from '../../../shared/index.ts';
import { readErrorCode } from '../../os/errors.ts';
import { detectFormat, detectRaw, findLabelStart } from './detect-format.ts';

/** What a label file is once nothing is wrapped around it. */
export type BareFormat = Exclude<LabelFormat, 'gzip' | 'base64'> | RawLanguage;

export interface Unwrapped {
  /** Null for what is no label. */
  readonly format: BareFormat | null;
  readonly bytes: Buffer;
}

/** Nobody wraps a label more often, unless to keep somebody busy. */
const maxWrappings = 4;

/** Takes off what stands in front of a label (blanks), gzip and base64. Faults: `label-*`. */
export function unwrap(file: Buffer, maxBytes: number): Result<Unwrapped> {
  let bytes = file;
  for (let wrapping = 0; wrapping <= maxWrappings; wrapping += 1) {
    bytes = bytes.subarray(findLabelStart(bytes));
    const format = detectFormat(bytes) ?? detectRaw(bytes);
    if (format !== 'gzip' && format !== 'base64') return ok({ format, bytes });
    const inner = format === 'gzip' ? gunzip(bytes, maxBytes) : decodeBase64(bytes);
    if (!inner.ok) return inner;
    bytes = inner.value;
  }
  return failed(fault('label-archive-unsafe', { detail: 'wrapped too often' }));
}

function gunzip(bytes: Buffer, maxOutputLength: number): Result<Buffer> {
  try {
    return ok(gunzipSync(bytes, { maxOutputLength }));
  } catch (error) {
    if (readErrorCode(error) === 'ERR_BUFFER_TOO_LARGE')
      return failed(fault('label-archive-unsafe', { detail: `unpacks to more than ${maxOutputLength} bytes` }));
    return failed(fault('label-corrupt', { detail: 'damaged gzip' }));
  }
}

function decodeBase64(bytes: Buffer): Result<Buffer> {
  const text = bytes.toString('latin1').replace(/^data:[^,]{0,200},/, '');
  const data = text.replaceAll(/[\s\0]+/g, '');
  if (!/^[\w+/-]*={0,2}$/.test(data) || countLetters(data) % 4 === 1)
    return failed(fault('label-corrupt', { detail: 'damaged base64' }));
  return ok(Buffer.from(data, 'base64'));
}

/** Without the signs that fill up the end. */
function countLetters(data: string): number {
  const end = data.indexOf('=');
  return end < 0 ? data.length : end;
}
