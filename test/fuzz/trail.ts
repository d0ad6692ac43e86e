/**
 * Instruments the sources while they are loaded: each branch reports that it was taken, which
 * guides a hunt.
 */
import { registerHooks } from 'node:module';
import { parseSync } from 'vite';

const places = 1 << 18;
const globalName = 'docaPassed';
/** Classes of how often a branch was taken: one more round of a long loop is not new. */
const classes = Array.from({ length: 256 }, (_, count) =>
  count < 4 ? 1 << Math.max(0, count - 1) : 1 << Math.min(7, 1 + Math.floor(Math.log2(count))),
);

/** The ways that the watched sources have gone: pairs of places, one after the other. */
export class Trail {
  /** Texts and numbers that the sources compare with. */
  readonly words = new Set<string>();
  /** How many ways are known, each with how often it was gone. */
  known = 0;
  readonly #counts = new Uint8Array(places);
  #seen = new Uint8Array(places);
  #passed: number[] = [];
  #last = 0;
  #written = 0;

  /** Instruments sources whose address contains this text, unless they are already loaded. */
  watch(part: string): void {
    Object.assign(globalThis, { [globalName]: (place: number) => this.#pass(place) });
    registerHooks({
      load: (url, context, next) => {
        const loaded = next(url, context);
        const { source } = loaded;
        if (!url.includes(part) || !url.endsWith('.ts') || source === undefined) return loaded;
        const text =
          typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString();
        return { ...loaded, source: this.#write(url, text) };
      },
    });
  }

  begin(): void {
    for (const at of this.#passed) this.#counts[at] = 0;
    this.#passed = [];
    this.#last = 0;
  }

  /** Whether something since `begin` was new. */
  end(): boolean {
    const before = this.known;
    for (const at of this.#passed) {
      const seen = this.#seen[at] ?? 0;
      const now = seen | (classes[this.#counts[at] ?? 0] ?? 0);
      if (now === seen) continue;
      this.#seen[at] = now;
      this.known += 1;
    }
    return this.known > before;
  }

  /** Forgets all branches taken so far. */
  forget(): void {
    this.#seen = new Uint8Array(places);
    this.known = 0;
  }

  #pass(place: number): void {
    const at = place ^ this.#last;
    const count = this.#counts[at] ?? 0;
    if (count === 0) this.#passed.push(at);
    if (count < 255) this.#counts[at] = count + 1;
    this.#last = place >> 1;
  }

  /** Returns the source with a call at each branch; line numbers stay the same. */
  #write(url: string, text: string): string {
    const opened = new Map<number, string>();
    const closed = new Map<number, string>();
    const open = (at: number, what: string): void =>
      void opened.set(at, (opened.get(at) ?? '') + what);
    const around = ({ start, end }: Node, before: string, after: string): void => {
      open(start, before);
      closed.set(end, after + (closed.get(end) ?? ''));
    };
    // Spread over all slots, so that few branches share one.
    const call = (): string =>
      `${globalName}(${Math.imul((this.#written += 1), 0x9e37_79b1) >>> 14})`;
    const branch = (node: Node): void => around(node, `(${call()},`, ')');
    const statement = (node: Node): void => {
      if (node.type !== 'BlockStatement') around(node, `{${call()};`, '}');
    };
    const visit = (node: Node): void => {
      const { body, consequent, alternate, right, value, pattern } = node as Node &
        Partial<Record<string, unknown>>;
      if (node.type === 'BlockStatement') open(node.start + 1, `${call()};`);
      else if (
        node.type === 'ArrowFunctionExpression' &&
        isNode(body) &&
        body.type !== 'BlockStatement'
      )
        branch(body);
      else if (node.type === 'ConditionalExpression')
        [consequent, alternate].filter(isNode).forEach(branch);
      else if (node.type === 'LogicalExpression' && isNode(right)) branch(right);
      else if (node.type === 'IfStatement')
        [consequent, alternate].filter(isNode).forEach(statement);
      else if (/^(?:For|While|DoWhile)/.test(node.type) && isNode(body)) statement(body);
      else if (node.type === 'SwitchCase' && Array.isArray(consequent) && isNode(consequent[0]))
        open(consequent[0].start, `${call()};`);
      if (node.type === 'Literal') this.#learn(value, pattern);
      for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
    };
    visit(parseSync(url, text, { lang: 'ts' }).program);
    let written = '';
    let from = 0;
    for (const at of [...new Set([...opened.keys(), ...closed.keys()])].toSorted((a, b) => a - b)) {
      written += text.slice(from, at) + (closed.get(at) ?? '') + (opened.get(at) ?? '');
      from = at;
    }
    return written + text.slice(from);
  }

  #learn(value: unknown, pattern: unknown): void {
    const text = typeof value === 'string' ? value : typeof pattern === 'string' ? pattern : '';
    for (const word of typeof pattern === 'string' ? text.split(/\W+/) : [text])
      if (word.length > 1 && word.length < 40) this.words.add(word);
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 0xffff)
      return;
    this.words.add(
      value < 256 ? String.fromCharCode(value) : String.fromCharCode(value >> 8, value & 255),
    );
  }
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    'start' in value &&
    'end' in value
  );
}
