/** What the harness has to know of: console errors, page errors, dialogs that nobody answers. */
export interface Report {
  readonly type: 'problem' | 'note';
  readonly text: string;
}

/** To the harness where there is one, to the terminal where a person looks. */
export function report(one: Report): void {
  if (process.send !== undefined) process.send({ report: one });
  else process.stderr.write(`${one.type}: ${one.text}\n`);
}
