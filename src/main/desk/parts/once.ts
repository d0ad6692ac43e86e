import type { Clock } from '../../os/clock.ts';

const doubleClickMs = 1_000;

/**
 * Makes handlers that prevent a double click from having two effects: while an effect is under way,
 * and for a moment after it succeeded, an equal request gets the same answer. Requests of
 * different workspaces are never equal.
 */
export function createOnce(clock: Pick<Clock, 'sleep'>, findWorkspaceId: () => string) {
  return <I, T>(
    handler: (input: I) => Promise<T>,
    keyOf: (input: I) => unknown = (input) => input,
  ) => {
    const answers = new Map<string, Promise<T>>();
    return (input: I): Promise<T> => {
      const key = `${findWorkspaceId()} ${JSON.stringify(keyOf(input))}`;
      const known = answers.get(key);
      if (known !== undefined) return known;
      const answer = handler(input);
      answers.set(key, answer);
      const forget = (): unknown => answers.delete(key);
      answer.then(() => clock.sleep(doubleClickMs).then(forget), forget);
      return answer;
    };
  };
}
