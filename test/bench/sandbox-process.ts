import { startSandbox, type SandboxOptions } from '../../src/training-erp/index.ts';

/**
 * A training ERP in a process of its own, so that it does not share the measured one's event loop. Every label is made
 * before it says that it is ready: what is measured is Doca, not the drawing of sample labels.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as SandboxOptions;
const sandbox = await startSandbox(options);
for (let shipment = 0; shipment < (options.shipments ?? 12); shipment++) {
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
