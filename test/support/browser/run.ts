/** The variable that says where the run's setup answers. */
export const sharedAt = 'DOCA_TEST_SHARED';

/** Asks the run's setup for what the test files have in common. */
export async function askRun<T>(path: string): Promise<T> {
  const answer = await fetch(`${String(process.env[sharedAt])}${path}`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as T;
}
