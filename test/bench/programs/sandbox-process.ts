import { answerBytes } from '../../../src/training-erp/http/answers.ts';
import { startFaultySandbox, type FaultySandboxOptions } from '../../support/faulty-erp/index.ts';
import { heavyLabel, labelKit } from '../../support/pdf-heavy-label.ts';

export interface BenchSandbox extends FaultySandboxOptions {
  /** Labels as carriers send them, about 230 KB each, in place of the training ERP's own. */
  readonly heavy?: boolean;
}

/**
 * A training ERP in a process of its own, so that it does not share the measured event loop. It
 * makes every label before it reports ready, so that only Doca is measured, not the drawing of
 * sample labels.
 */
const { heavy = false, ...options } = JSON.parse(process.argv[2] ?? '{}') as BenchSandbox;
const count = options.shipments ?? 12;
const kit = heavy ? await labelKit() : null;
const files =
  kit === null ? [] : Array.from({ length: count }, (_, shipment) => heavyLabel(kit, shipment));
const sandbox = await startFaultySandbox({
  ...options,
  intercept({ endpoint, shipment }) {
    const file = endpoint === 'label-file' && shipment !== null ? files[shipment] : undefined;
    return file === undefined
      ? null
      : { answer: answerBytes(200, file, { 'Content-Type': 'application/pdf' }) };
  },
});
for (let shipment = files.length; shipment < count; shipment++) {
  await sandbox.labelBytes(sandbox.firstGroupingId, shipment);
}
process.stdout.write(
  `${JSON.stringify({ baseUrl: sandbox.baseUrl, token: sandbox.token, groupingId: sandbox.firstGroupingId })}\n`,
);
process.stdin.on('end', () => {
  const refused = sandbox.requests.filter(({ status }) => status === 429).length;
  process.stdout.write(`${JSON.stringify({ refused, requests: sandbox.requests.length })}\n`);
  void sandbox.close().then(() => process.exit(0));
});
process.stdin.resume();
