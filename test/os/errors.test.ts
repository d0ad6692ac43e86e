import { describe, expect, it } from 'vitest';
import {
  readErrorCode,
  describeError,
  readErrorMessage,
  nameOf,
} from '../../src/main/os/errors.ts';

describe('an error in the log', () => {
  it('has its class and places, without its words or the folders of this machine', () => {
    const text = describeError(new RangeError('Maria da Silva\n    at Rua das Flores'));
    expect(text).toMatch(/^RangeError /);
    expect(text).toMatch(/errors\.test\.ts[^ ]*:\d/);
    expect(text).not.toMatch(/Maria|\/test\/|file:/);
    expect(describeError('Maria')).toBe('string');
  });
});

it('code, name and message come of anything that can be thrown', () => {
  const error = Object.assign(new TypeError('words'), { code: 'ENOENT' });
  expect([readErrorCode(error), nameOf(error), readErrorMessage(error)]).toEqual([
    'ENOENT',
    'TypeError',
    'words',
  ]);
  expect([readErrorCode('text'), nameOf('text'), readErrorMessage('text')]).toEqual([
    null,
    'unknown',
    'text',
  ]);
  expect(readErrorCode(Object.assign(new Error(), { code: 5 }))).toBeNull();
});
