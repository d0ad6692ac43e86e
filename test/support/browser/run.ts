/** The variable with the address of the run's setup. */
export const sharedAt = 'DOCA_TEST_SHARED';

/** Asks the run's setup for things that the test files share. */
export async function askRun<T>(path: string): Promise<T> {
  const answer = await fetch(`${String(process.env[sharedAt])}${path}`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as T;
}
