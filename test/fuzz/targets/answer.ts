/** An answer of a server as text: its status, its headers, a blank line, and the body. */
export function writeAnswer(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [status, ...lines, '', JSON.stringify(body)].join('\n');
}

/** Builds the answer from any text, without the parts that no server can send. */
export function readAnswer(text: string): Response {
  const end = text.indexOf('\n\n');
  const [status = '', ...lines] = (end < 0 ? text : text.slice(0, end)).split('\n');
  const headers = new Headers();
  for (const line of lines) {
    const [name = '', ...value] = line.split(':');
    try {
      headers.append(name, value.join(':'));
    } catch {
      // No name or value of a header.
    }
  }
  const code = Math.min(599, Math.max(200, Number.parseInt(status, 10) || 200));
  const hasBody = ![204, 205, 304].includes(code);
  return new Response(hasBody ? Buffer.from(end < 0 ? '' : text.slice(end + 2), 'latin1') : null, {
    status: code,
    headers,
  });
}
