import { ok } from '../../../shared/index.ts';
import type { Handlers, connectionRequests } from '../../../shared/index.ts';
import type { Connection } from '../workspace/connection.ts';
import type { Once } from './once.ts';

interface Parts {
  readonly connection: Connection;
  readonly once: Once;
}

export function makeConnectionHandlers({ connection, once }: Parts): Handlers<typeof connectionRequests> {
  return {
    'connection.get': () => Promise.resolve(ok(connection.info())),
    'connection.test': ({ baseUrl, token }) => connection.test(baseUrl, token),
    'connection.save': ({ baseUrl, token }) => connection.save(baseUrl, token),
    'connection.token': ({ token }) => connection.changeToken(token),
    'connection.forget': () => connection.forget(),
    'training.start': () => once.run('training.start', () => connection.startTraining()),
    'training.stop': () => once.run('training.stop', () => connection.stopTraining()),
  };
}
