import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLogFile } from '../../src/main/electron/system/log-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the log file', () => {
  it('has one line of JSON for each event, immediately after a flush', () => {
    const { log, flush } = openLogFile(join(folder, 'logs'), () => 0);
    log.info('job.opened', { shipments: 3 });
    log.warn('window.crashed');
    flush();
    expect(readFileSync(join(folder, 'logs/doca.log'), 'utf8')).toBe(
      '{"at":"1970-01-01T00:00:00.000Z","level":"info","event":"job.opened","shipments":3}\n' +
        '{"at":"1970-01-01T00:00:00.000Z","level":"warn","event":"window.crashed"}\n',
    );
  });

  it('returns the last lines of this run and earlier ones', async () => {
    openLogFile(folder, () => 0).flush();
    appendFileSync(join(folder, 'doca.log'), 'earlier\n');
    const file = openLogFile(folder, () => 0);
    file.log.info('now');
    const lines = await file.tail();
    expect(lines).toHaveLength(2);
    expect([lines[0], lines[1]]).toEqual(['earlier', expect.stringContaining('"now"')]);
  });

  it('starts a new file when the old one is long, and keeps one old one', async () => {
    writeFileSync(join(folder, 'doca.log'), `${'x'.repeat(1_000_001)}\n`);
    const file = openLogFile(folder, () => 0);
    file.log.info('now');
    file.flush();
    expect(readFileSync(join(folder, 'doca.log'), 'utf8').split('\n')).toHaveLength(2);
    expect(existsSync(join(folder, 'doca.1.log'))).toBe(true);
    expect(await file.tail()).toHaveLength(2);
  });

  it('stops writing if a run logs too much', () => {
    const file = openLogFile(folder, () => 0);
    for (let round = 0; round < 80; round += 1) {
      for (let line = 0; line < 10; line += 1) file.log.info('again', { text: 'x'.repeat(10_000) });
      file.flush();
    }
    expect(readFileSync(join(folder, 'doca.log'), 'utf8').length).toBeLessThan(5_300_000);
  });

  it('stops no work if it cannot write', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { log, flush, tail } = openLogFile(join(folder, 'file', 'logs'), () => 0);
    log.info('lost');
    flush();
    expect(await tail()).toEqual([]);
  });
});
