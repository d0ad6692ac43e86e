import { ok } from '../../../shared/index.ts';
import type { Handlers, historyRequests } from '../../../shared/index.ts';
import { historyKinds } from '../../dispatch/index.ts';
import type { Connection } from '../workspace/connection.ts';

/** What people and printers did. */
const done = historyKinds.filter((kind) => kind !== 'collected');

export function makeHistoryHandlers(connection: Connection): Handlers<typeof historyRequests> {
  return {
    'history.search': async ({ query, limit }) => {
      const workspace = connection.workspace();
      if (!workspace.ok) return ok([]);
      const owner = await workspace.value.owner();
      if (!owner.ok) return owner;
      const company = owner.value;
      // Who looks for nothing wants to see what was done; that labels came is told of a parcel that is looked for.
      const filter = query.trim() === '' ? { company, limit, kinds: done } : { company, limit };
      return ok(workspace.value.journal.history(query, filter));
    },
  };
}
