import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import { startEngine } from '../support/engine.ts';
import { runCli } from '../support/cli.ts';
import { filesContaining } from '../support/kill-runs.ts';

describe('the bearer token', () => {
  it("goes to the ERP's origin and nowhere else, redirects included", async () => {
    const elsewhere = await startFaultySandbox({ seed: 2 });
    const engine = await startEngine({
      sandbox: { shipments: 6, formats: ['pdf', 'png', 'zpl', 'zip'] },
    });
    try {
      engine.sandbox.inject({
        on: 'etiquetas',
        shipment: 0,
        fault: { type: 'redirect', to: `${elsewhere.baseUrl}/info` },
      });
      engine.sandbox.inject({
        on: 'label-file',
        shipment: 1,
        fault: { type: 'redirect', to: `${elsewhere.labelOrigin}/etiquetas/x.pdf` },
      });
      const job = await engine.open();
      await job.labels.collect();
      const { requests } = engine.sandbox;
      expect(requests.filter(({ host }) => host === 'erp').length).toBeGreaterThan(6);
      for (const { host, authorization } of [...requests, ...elsewhere.requests]) {
        if (host === 'labels') expect(authorization).toBeNull();
      }
      expect(elsewhere.requests.some(({ host }) => host === 'labels')).toBe(true);
      expect(elsewhere.requests.every(({ authorization }) => authorization === null)).toBe(true);
      expect(await filesContaining(engine.dir, engine.token)).toEqual([]);
    } finally {
      await engine.close();
      await elsewhere.close();
    }
  });

  it('is in no output and in no file of the command line, also when everything fails', async () => {
    const token = 'grep-for-this-token-91b7';
    const dir = await mkdtemp(join(tmpdir(), 'doca-secrets-'));
    const sandbox = await startFaultySandbox({ token, shipments: 3, brokenLabels: 1 });
    // Gateways quote requests, whole or cut.
    const quote = (text: string): unknown => ({
      mensagem: `Authorization: Bearer ${text}`,
      detalhes: [{ campo: text }],
    });
    sandbox.inject({
      on: 'etiquetas',
      shipment: 1,
      fault: { type: 'status', status: 403, body: JSON.stringify(quote(token)) },
    });
    const change = (): unknown => quote(token.slice(0, 12));
    sandbox.inject({ on: 'etiquetas', shipment: 2, fault: { type: 'mutate', change } });
    try {
      const { output, code } = await runCli({ T: token, HOME: dir }, [
        ...[
          'dispatch',
          String(sandbox.firstGroupingId),
          '--base-url',
          sandbox.baseUrl,
          '--token-env',
          'T',
        ],
        ...['--data', join(dir, 'data'), '--out', join(dir, 'out'), '--json'],
      ]);
      expect(code).toBe(4);
      expect(output).toContain('Authorization: Bearer •••');
      expect(output).not.toContain(token.slice(0, 12));
      expect(await readdir(dir)).toEqual(expect.arrayContaining(['data', 'out']));
      expect(await filesContaining(dir, token.slice(0, 12))).toEqual([]);
    } finally {
      await sandbox.close();
      await rm(dir, { recursive: true });
    }
  });
});
