import { ok } from '../../../shared/index.ts';
import type { DeskContext } from '../context.ts';
import type { DeskHandlers } from '../types.ts';

type Channels =
  | 'connection.get'
  | 'connection.test'
  | 'connection.save'
  | 'connection.token'
  | 'connection.forget'
  | 'training.start'
  | 'training.stop';

export function makeConnectionHandlers({ connection, once }: DeskContext): Pick<DeskHandlers, Channels> {
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
