const patterns: readonly (readonly [RegExp, string])[] = [
  [/\bBearer\s+\S+/gi, 'Bearer [token]'],
  // JSON Web Tokens, as OpenID Connect issues them.
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [/\bhttps?:\/\/[^\s"'<>]+/gi, '[address]'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[e-mail]'],
  [/\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g, '[cpf]'],
  [/\b\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}\b/g, '[cnpj]'],
];

/** The last net under a line that leaves the machine: log lines hold none of this by rule, and none of it by this. */
export function redact(line: string, secrets: readonly string[]): string {
  let text = line;
  for (const secret of secrets) if (secret.length > 0) text = text.replaceAll(secret, '[token]');
  for (const [pattern, instead] of patterns) text = text.replace(pattern, instead);
  return text;
}
