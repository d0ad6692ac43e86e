import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer } from 'marked';
import { expect, it } from 'vitest';
import { createMemoryStore, storeFloorPassword } from '../../src/main/credentials/index.ts';
import { checkFloor } from '../../src/main/doctor/network-checks.ts';
import type { FloorCheck } from '../../src/main/doctor/network-checks.ts';
import type { Finding } from '../../src/main/doctor/types.ts';
import type { FindingCode } from '../../src/main/doctor/words.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { findFreePort } from '../support/free-port.ts';
import { defaultSettings } from '#shared/contract/settings.ts';
import { faultText } from '#shared/faults/fault-text.ts';
import { describeWithPostgres, sharedPostgres, type TestDatabase } from '../support/postgres.ts';

async function examine(
  address: string,
  password: string | null,
  change: Partial<FloorCheck> = {},
): Promise<readonly Finding[]> {
  const tokenStore = createMemoryStore();
  await storeFloorPassword(tokenStore, address, password);
  const settings = { ...defaultSettings, floorAddress: address };
  return checkFloor({ settings, tokenStore, clock: systemClock, language: 'en', ...change });
}

const codesOf = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ code }) => code);
const sound: readonly FindingCode[] = [
  'floor-answers',
  'floor-plain',
  'floor-usable',
  'clock-right',
];

describeWithPostgres('the doctor, of the server that stations share', () => {
  it('reports about a usable server: its version, the connection, the rights and the clock', async () => {
    const { address, password } = await (await sharedPostgres()).createDatabase();
    const findings = await examine(address, password);
    expect(codesOf(findings)).toEqual(sound);
    expect(findings.map(({ level }) => level)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(findings[0]?.values['version']).toMatch(/^\d+\.\d+$/);
    expect(JSON.stringify(findings)).not.toContain(password);
  });

  it('warns if the clock is off by more than a minute', async () => {
    const { address, password } = await (await sharedPostgres()).createDatabase();
    const shifted = (ms: number) => ({
      clock: { ...systemClock, now: () => systemClock.now() + ms },
    });
    const level = async (ms: number) => (await examine(address, password, shifted(ms))).at(-1);
    expect(await level(-50_000)).toMatchObject({ code: 'clock-right', level: 'ok' });
    const off = await level(3 * 3_600_000);
    expect(off).toMatchObject({ code: 'clock-off', level: 'warn' });
    expect(Math.abs(Number(off?.values['seconds']) - 10_800)).toBeLessThan(60);
  });

  it('names the problem, in the words that packers read', async () => {
    const postgres = await sharedPostgres();
    const allowed = await postgres.createDatabase();
    const bare = await postgres.createDatabase({ rights: 'none' });
    const why = async ({ address }: Pick<TestDatabase, 'address'>, password: string | null) => {
      const findings = await examine(address, password);
      expect(findings).toHaveLength(1);
      expect(findings[0]?.level).toBe('fail');
      return findings[0]?.code === 'floor-unusable'
        ? findings[0].values['what']
        : findings[0]?.code;
    };
    expect(await why(allowed, 'wrong')).toBe(faultText('floor-refused', 'en').what);
    expect(await why(allowed, null)).toBe('floor-no-password');
    expect(await why(bare, bare.password)).toBe(faultText('floor-rights', 'en').what);
    const nobody = { address: allowed.addressAt('127.0.0.1', await findFreePort()) };
    expect(await why(nobody, allowed.password)).toBe(faultText('floor-away', 'en').what);
  });

  describeWithPostgres(
    'by its guide',
    () => {
      it.each(['docs/floor-guide.md', 'docs/pt-BR/guia-das-bancadas.md'])(
        'finds nothing wrong with a database that was made as %s says',
        async (path) => {
          const postgres = await sharedPostgres();
          const admin = await postgres.createDatabase();
          await admin.sql(`ALTER ROLE ${admin.user} SUPERUSER`);
          const blocks = lexer(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'));
          const code = blocks.flatMap((block) =>
            block.type === 'code' ? [String(block['text'])] : [],
          );
          const [make = '', remove = ''] = code.filter((text) =>
            /^(?:CREATE ROLE|DROP DATABASE)/.test(text),
          );
          const psql = (text: string): void => {
            const place = [
              '-h',
              '127.0.0.1',
              '-p',
              String(postgres.port),
              '-U',
              admin.user,
              '-d',
              admin.name,
            ];
            const env = { ...process.env, PGPASSWORD: admin.password };
            execFileSync('psql', ['-X', '-v', 'ON_ERROR_STOP=1', ...place], {
              input: text,
              env,
              stdio: 'pipe',
            });
          };
          expect(make).toContain('\\password doca\n');
          // It asks a terminal.
          psql(make.replace('\\password doca\n', "ALTER ROLE doca PASSWORD 'bench';\n"));
          try {
            const address = `postgres://doca@127.0.0.1:${postgres.port}/doca`;
            expect(codesOf(await examine(address, 'bench'))).toEqual(sound);
          } finally {
            psql(remove);
          }
        },
      );
    },
    ['psql'],
  );
});
