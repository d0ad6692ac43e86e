/**
 * Examines a floor with the environment and the certificates that it was started with: the address
 * is the first argument, the password comes on stdin. Prints the findings.
 */
import { text } from 'node:stream/consumers';
import { inspectFloor } from '../../../src/main/floor/index.ts';

const [address = ''] = process.argv.slice(2);
const examined = await inspectFloor({ address, password: await text(process.stdin) });
process.stdout.write(
  JSON.stringify(examined.ok ? { ...examined.value } : { fault: examined.fault.kind }),
);
