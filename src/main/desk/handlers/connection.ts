import type { connectionRequests } from '#shared/contract/connection.ts';
import type { Handlers } from '#shared/contract/define.ts';
import { need } from '../../os/errors.ts';
import type { DeskParts } from './common.ts';

export function makeConnectionHandlers({
  connection,
}: DeskParts): Handlers<typeof connectionRequests> {
  return {
    'connection.get': () => connection.info(),
    'connection.test': ({ baseUrl, token }) => connection.test(baseUrl, token),
    'connection.save': ({ baseUrl, token }) => connection.save(baseUrl, token),
    'connection.token': ({ token }) => connection.changeToken(token),
    'connection.signIn': ({ baseUrl, clientSecret }) => connection.signIn(baseUrl, clientSecret),
    'connection.cancelSignIn': () => connection.browser.cancel(),
    'connection.reopenSignIn': () => connection.browser.reopen(),
    'connection.signOut': () => connection.signOut(),
    'connection.company': async () => {
      const workspace = await connection.awaitWorkspace();
      return need(await workspace.account.describe());
    },
    'connection.sayCompany': (said) => connection.sayCompany(said),
    'connection.forget': () => connection.forget(),
    'training.start': () => connection.startTraining(),
    'training.stop': () => connection.stopTraining(),
  };
}
