/** Events for the harness: console errors, page errors, unanswered dialogs. */
export interface Report {
  readonly type: 'problem' | 'note';
  readonly text: string;
}

/** Reports to the harness if there is one, else to the terminal. */
export function report(one: Report): void {
  if (process.send !== undefined) process.send({ report: one });
  else process.stderr.write(`${one.type}: ${one.text}\n`);
}
