import { join, relative, sep } from 'node:path';
import { globSync, readFileSync } from 'node:fs';
import { parse } from 'svelte/compiler';
import ts from 'typescript';

/** A regular expression of the sources. */
export interface FoundExpression {
  readonly place: string;
  readonly expression: RegExp;
}

const root = join(import.meta.dirname, '../../../');

/** Finds every regular expression in `src`: literals, and `new RegExp` with its constant parts. */
export function findExpressions(): readonly FoundExpression[] {
  const files = globSync('src/**/*.{ts,svelte}', { cwd: root }).toSorted();
  return files.flatMap((file) => {
    const path = `${root}${file}`;
    const source = readFileSync(path, 'utf8');
    const place = relative(root, path).split(sep).join('/');
    return file.endsWith('.svelte') ? findInSvelte(source, place) : findInTypeScript(source, place);
  });
}

export function findInTypeScript(source: string, place: string): readonly FoundExpression[] {
  const found: FoundExpression[] = [];
  const file = ts.createSourceFile(place, source, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral)
      found.push({ place: `${place}:${line}`, expression: readLiteral(node.getText(file)) });
    if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      node.expression.getText(file) === 'RegExp'
    ) {
      const [pattern, flags] = (node.arguments ?? []).map(readText);
      found.push({ place: `${place}:${line}`, expression: new RegExp(pattern ?? '', flags) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

export function findInSvelte(source: string, place: string): readonly FoundExpression[] {
  const found: FoundExpression[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (
      'type' in node &&
      node.type === 'Literal' &&
      'regex' in node &&
      'raw' in node &&
      typeof node.raw === 'string'
    )
      found.push({ place, expression: readLiteral(node.raw) });
    if (
      'type' in node &&
      node.type === 'NewExpression' &&
      JSON.stringify(node).includes('"name":"RegExp"')
    )
      throw new Error(`${place}: this test does not read new RegExp in components yet`);
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child);
  };
  visit(parse(source, { modern: true }));
  return found;
}

function readLiteral(text: string): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

/** An expression that is inserted into a pattern at run time is replaced by one letter. */
function readText(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map((span) => `x${span.literal.text}`).join('');
  throw new Error(`a pattern that cannot be read: ${node.getText()}`);
}
