import { createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Connection } from '../../src/main/floor/connection.ts';
import { systemClock, type Clock } from '../../src/main/os/clock.ts';

it('gives a server up that does not answer a statement in time, and tells why', async () => {
  // It takes everybody in, and says nothing more.
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.write(Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')),
    );
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let isLate = false;
  const clock: Clock = {
    ...systemClock,
    sleep: (ms, signal) => (isLate ? Promise.resolve() : systemClock.sleep(ms, signal)),
  };
  const address = `postgres://doca@127.0.0.1:${port}/floor`;
  const connection = await Connection.open({ address, password: null, clock });
  isLate = true;
  await expect(connection.ask({ text: 'SELECT 1' })).rejects.toMatchObject({
    fault: { kind: 'floor-away', detail: 'no answer in time', reached: 'maybe' },
  });
  expect(connection.isLost).toBe(true);
});
