import { tellState } from '../support/tell-state.ts';
import { describe, expect, it, type TestContext } from 'vitest';
import type { SandboxFault, SandboxRule } from '../support/faulty-erp/index.ts';
import type { FaultKind } from '#shared/faults/faults.ts';
import { startEngine, type Engine, type EngineOptions } from '../support/engine.ts';
import { printOn } from '../support/print-on.ts';

/**
 * The shipment in the way of which each fault is put; the three others must come through untouched.
 */
const victim = 1;

/** Its own engine for each test, because those that run side by side cannot share a variable. */
async function startFor({ onTestFinished }: TestContext, options?: EngineOptions): Promise<Engine> {
  const engine = await startEngine(options);
  onTestFinished(() => engine.close());
  return engine;
}

const file = (fault: SandboxFault): SandboxRule => ({ on: 'label-file', shipment: victim, fault });
const urls = (fault: SandboxFault): SandboxRule => ({ on: 'etiquetas', shipment: victim, fault });
const list = (...addresses: string[]): SandboxRule =>
  urls({ type: 'mutate', change: () => ({ urls: addresses }) });

type Case = readonly [what: string, rule: SandboxRule, kind: FaultKind];

/** They wait, for seconds, and so run side by side. */
const waitingCases: readonly Case[] = [
  ['a body that stalls', file({ type: 'stall-mid-body' }), 'label-network'],
  ['a label host that never answers', file({ type: 'stall' }), 'label-network'],
  ['429 for ever', urls({ type: 'status', status: 429 }), 'rate-limited'],
  ['an ERP that stalls for ever', urls({ type: 'stall' }), 'timeout'],
];

const cases: readonly Case[] = [
  ['a label host that refuses connections', list('http://127.0.0.1:1/label.pdf'), 'label-network'],
  ['a reset in the middle of the body', file({ type: 'reset-mid-body' }), 'label-network'],
  ['a truncated PDF', file({ type: 'bad-file', how: 'truncated-pdf' }), 'label-corrupt'],
  ['an empty file', file({ type: 'bad-file', how: 'empty' }), 'label-empty'],
  ['HTML with status 200', file({ type: 'bad-file', how: 'html' }), 'label-unknown-format'],
  ['404 at the label host', file({ type: 'status', status: 404 }), 'label-expired'],
  ['410 at the label host', file({ type: 'status', status: 410 }), 'label-expired'],
  ['403 at the label host', file({ type: 'status', status: 403 }), 'label-expired'],
  ['500 at the label host for ever', file({ type: 'status', status: 500 }), 'label-network'],
  [
    'a redirect to http',
    file({ type: 'redirect', to: 'http://labels.example/x.pdf' }),
    'label-host-refused',
  ],
  [
    'a redirect to a private address',
    file({ type: 'redirect', to: 'https://10.0.0.7/x.pdf' }),
    'label-host-refused',
  ],
  [
    'a redirect to a link-local address',
    file({ type: 'redirect', to: 'https://169.254.169.254/' }),
    'label-host-refused',
  ],
  [
    'a redirect to file:',
    file({ type: 'redirect', to: 'file:///etc/hostname' }),
    'label-host-refused',
  ],
  ['a redirect loop', file({ type: 'redirect', to: 'self' }), 'label-redirects'],
  ['a file of endless size', file({ type: 'bad-file', how: 'oversize' }), 'label-too-large'],
  ['a gzip bomb', file({ type: 'bad-file', how: 'gzip-bomb' }), 'label-too-large'],
  ['a ZIP bomb', file({ type: 'bad-file', how: 'zip-bomb' }), 'label-archive-unsafe'],
  [
    'a ZIP with ../ names',
    file({ type: 'bad-file', how: 'zip-traversal' }),
    'label-archive-unsafe',
  ],
  [
    'a ZIP without a label',
    file({ type: 'bad-file', how: 'zip-without-label' }),
    'label-archive-empty',
  ],
  [
    'a PDF that wants a password',
    file({ type: 'bad-file', how: 'password-pdf' }),
    'label-encrypted',
  ],
  [
    'a PDF that unpacks to millions of objects',
    file({ type: 'bad-file', how: 'pdf-bomb' }),
    'label-too-large',
  ],
  ['a link that leads to the disk', list('file:///etc/hostname'), 'label-host-refused'],
  ['something that is no link', list('not a link'), 'label-link-broken'],
  ['a link without its host', list('/etiquetas/7.pdf'), 'label-link-broken'],
  ['a blank in place of the link', list(''), 'label-missing'],
  ['an empty list of links', list(), 'label-missing'],
  [
    'a list of links that is no list',
    urls({ type: 'mutate', change: () => ({ urls: 7 }) }),
    'bad-response',
  ],
  ['malformed JSON', urls({ type: 'malformed-json' }), 'bad-response'],
  ['403 from the ERP', urls({ type: 'status', status: 403 }), 'forbidden'],
  ['404 from the ERP', urls({ type: 'status', status: 404 }), 'no-longer-there'],
  ['500 for ever', urls({ type: 'status', status: 500 }), 'server'],
  ['503 for ever', urls({ type: 'status', status: 503 }), 'unavailable'],
  ['a cut connection for ever', urls({ type: 'cut-before' }), 'network'],
  [
    '400 with the reason in words',
    urls({
      type: 'status',
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: '{"mensagem":"Nenhuma expedição vinculada","detalhes":null}',
    }),
    'validation',
  ],
];

async function failsAlone([, rule, kind]: Case, test: TestContext): Promise<void> {
  // If the rule does not stall, a busy machine must not cause a timeout.
  const stalls = rule.fault.type.startsWith('stall')
    ? { headerTimeoutMs: 60_000, stallTimeoutMs: 60_000 }
    : {};
  const engine = await startFor(test, {
    ...(kind === 'timeout' ? { erpTimeoutMs: 60_000 } : {}),
    downloadLimits: { ...stalls, maxBytes: 2_000_000 },
  });
  const { sandbox, printer } = engine;
  const mend = sandbox.inject(rule);
  const job = await engine.open();
  await job.labels.collect();

  const broken = job.snapshot();
  expect(broken.shipments.map(({ label }) => tellState(label))).toEqual([
    'ready',
    'failed',
    'ready',
    'ready',
  ]);
  expect(broken.shipments[victim]?.label.fault?.kind).toBe(kind);
  const refused = await job.conclusion.request();
  expect(refused).toMatchObject({ ok: false, fault: { kind: 'not-ready' } });
  expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(0);

  mend();
  const id = broken.shipments[victim]!.shipment.id;
  expect(await job.labels.retry([id])).toEqual({ ok: true });
  expect(job.snapshot().shipments.map(({ label }) => tellState(label))).toEqual(
    Array(4).fill('ready'),
  );
  expect(await printOn(job, printer)).toEqual({ ok: true });
  expect(await job.conclusion.request()).toEqual({ ok: true });
  expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
  for (const shipment of [0, 2, 3])
    expect(sandbox.downloads(sandbox.firstGroupingId, shipment)).toBe(1);
}

describe('a fault in the way of one label', () => {
  it.concurrent.for(waitingCases)(
    '%s fails that label alone, and is mended by a retry',
    failsAlone,
  );
  it.for(cases)('%s fails that label alone, and is mended by a retry', failsAlone);

  it.for([
    ['a link that had expired', { type: 'status', status: 410 }],
    ['500 once at the label host', { type: 'status', status: 500 }],
    ['a reset once', { type: 'reset-mid-body' }],
  ] as const)('%s heals by itself', async ([, fault], test) => {
    const engine = await startFor(test);
    engine.sandbox.inject({ ...file(fault), times: 1 });
    const job = await engine.open();
    await job.labels.collect();
    expect(job.snapshot().shipments.map(({ label }) => tellState(label))).toEqual(
      Array(4).fill('ready'),
    );
  });

  it.for([
    ['500 once', { type: 'status', status: 500 }],
    ['503 twice', { type: 'status', status: 503 }],
    ['429 with Retry-After', { type: 'status', status: 429, headers: { 'retry-after': '1' } }],
    ['429 without Retry-After', { type: 'status', status: 429 }],
    ['a cut connection once', { type: 'cut-before' }],
  ] as const)('%s from the ERP heals by itself', async ([, fault], test) => {
    const engine = await startFor(test);
    engine.sandbox.inject({ ...urls(fault), times: 2 });
    const job = await engine.open();
    await job.labels.collect();
    expect(job.snapshot().shipments.map(({ label }) => tellState(label))).toEqual(
      Array(4).fill('ready'),
    );
  });

  it('asks for the list of links again once when a link has expired, and not more', async (test) => {
    const engine = await startFor(test);
    engine.sandbox.inject(file({ type: 'status', status: 404 }));
    const job = await engine.open();
    const id = job.snapshot().shipments[victim]!.shipment.id;
    await job.labels.collect();
    const asked = engine.sandbox.requests.filter(({ path }) =>
      path.includes(`/expedicao/${id}/etiquetas`),
    );
    expect(asked).toHaveLength(2);
  });

  it('downloads a link that is listed twice once, and prints one copy', async (test) => {
    const engine = await startFor(test);
    engine.sandbox.inject(
      urls({
        type: 'mutate',
        change: (body) => ({ urls: Array(2).fill((body as { urls: string[] }).urls[0]) }),
      }),
    );
    const job = await engine.open();
    await job.labels.collect();
    expect(job.snapshot().shipments[victim]?.label).toMatchObject({
      file: 'ready',
      block: null,
      timesPrinted: 0,
      pages: 1,
    });
    expect(engine.sandbox.downloads(engine.sandbox.firstGroupingId, victim)).toBe(1);
  });

  it("does not print another shipment's label in place of a shipment's own", async (test) => {
    const engine = await startFor(test);
    let first: unknown = null;
    for (const shipment of [0, 2]) {
      engine.sandbox.inject({
        on: 'etiquetas',
        shipment,
        fault: { type: 'mutate', change: (body) => (first ??= body) },
      });
    }
    const job = await engine.open();
    await job.labels.collect();
    expect(
      job.snapshot().shipments.map(({ label }) => label.fault?.kind ?? tellState(label)),
    ).toEqual(['ready', 'ready', 'label-duplicate', 'ready']);
    expect(await job.conclusion.request()).toMatchObject({
      ok: false,
      fault: { kind: 'not-ready' },
    });
    expect(job.words.accept([job.snapshot().shipments[2]!.shipment.id])).toEqual({ ok: true });
    expect(await printOn(job, engine.printer)).toEqual({ ok: true });
    expect(await job.conclusion.request()).toEqual({ ok: true });
  });
});
