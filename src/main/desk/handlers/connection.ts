import { ok, type Handlers, type connectionRequests } from '../../../shared/index.ts';
import type { DeskParts } from './common.ts';

export function makeConnectionHandlers({
  connection,
}: DeskParts): Handlers<typeof connectionRequests> {
  return {
    'connection.get': () => ok(connection.info()),
    'connection.test': ({ baseUrl, token }) => connection.test(baseUrl, token),
    'connection.save': ({ baseUrl, token }) => connection.save(baseUrl, token),
    'connection.token': ({ token }) => connection.changeToken(token),
    'connection.signIn': ({ baseUrl, clientSecret }) => connection.signIn(baseUrl, clientSecret),
    'connection.cancelSignIn': () => {
      connection.browser.cancel();
      return ok(undefined);
    },
    'connection.reopenSignIn': async () => {
      await connection.browser.reopen();
      return ok(undefined);
    },
    'connection.signOut': () => connection.signOut(),
    'connection.company': async () => {
      const workspace = await connection.awaitWorkspace();
      return workspace.ok ? workspace.value.account.describe() : workspace;
    },
    'connection.sayCompany': (said) => connection.sayCompany(said),
    'connection.forget': () => connection.forget(),
    'training.start': () => connection.startTraining(),
    'training.stop': () => connection.stopTraining(),
  };
}
