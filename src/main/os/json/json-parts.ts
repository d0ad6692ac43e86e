import type { z } from 'zod';

type Accepts = (value: unknown) => boolean;
type Entries = Readonly<Record<string, unknown>>;

/** `base` stands for what the schema does not take; the schema takes it. */
interface Kind<T> {
  readonly schema: z.ZodType<T>;
  readonly base: T;
}

/**
 * Returns as much of a JSON value as the schema takes: of a list its items, of an object its
 * entries, each by itself, without keys that the schema does not know.
 */
export function takeParts<T>(kind: Kind<T>, json: unknown): T {
  return parse(kind.schema, chooseParts(kind, json)).data ?? kind.base;
}

/** Returns the keys whose values the schema does not take whole, apart from unknown keys. */
export function listUnread(schema: z.ZodType, json: unknown): readonly string[] {
  const issues = parse(schema, json).error?.issues ?? [];
  return [...new Set(issues.map(({ path }) => String(path[0])))];
}

/**
 * Returns the JSON of a changed value for the file in which `json` was: what is there and the
 * schema does not take stays, also keys and items of a newer version. A changed item is known by
 * its `id` or `name`.
 */
export function keepParts<T>(kind: Kind<T>, json: unknown, wanted: T): unknown {
  const chosen = chooseParts(kind, json);
  return merge({ json, chosen, known: parse(kind.schema, chosen).data }, wanted);
}

function chooseParts<T>({ schema, base }: Kind<T>, json: unknown): unknown {
  return choose(json, base, (value) => parse(schema, value).success);
}

/** Parses it without keys that a strict schema does not know. */
function parse<T>(schema: z.ZodType<T>, json: unknown): z.ZodSafeParseResult<T> {
  const parsed = schema.safeParse(json);
  const issues = parsed.error?.issues ?? [];
  const unknown = issues.filter((issue) => issue.code === 'unrecognized_keys');
  if (unknown.length === 0) return parsed;
  const rest = structuredClone(json);
  for (const { path, keys } of unknown) {
    const object = path.reduce((at, key) => Reflect.get(at as object, key), rest) as object;
    for (const key of keys) Reflect.deleteProperty(object, key);
  }
  return schema.safeParse(rest);
}

function choose(json: unknown, base: unknown, accepts: Accepts): unknown {
  if (accepts(json)) return json;
  if (Array.isArray(json) && Array.isArray(base))
    return json.reduce<readonly unknown[]>(
      (chosen, item) => (accepts([...chosen, item]) ? [...chosen, item] : chosen),
      [],
    );
  if (!isObject(json) || !isObject(base)) return base;
  let chosen = base;
  for (const [key, value] of Object.entries(json)) {
    const takes: Accepts = (part) => accepts({ ...chosen, [key]: part });
    const part = choose(value, find(base, key), takes);
    if (part !== undefined) chosen = { ...chosen, [key]: part };
  }
  return chosen;
}

/** A place in a file: as it was read, its parts that the schema takes, and their value. */
interface Place<T = unknown> {
  readonly json: T;
  readonly chosen: T;
  readonly known: T;
}

function merge(place: Place, wanted: unknown): unknown {
  const { json, chosen, known } = place;
  if (isEqual(known, wanted)) return json === undefined ? wanted : json;
  const all = [json, chosen, known, wanted];
  if (all.every(Array.isArray)) return mergeItems(place as Place<unknown[]>, wanted as unknown[]);
  return all.every(isObject) ? mergeEntries(place as Place<Entries>, wanted as Entries) : wanted;
}

function mergeItems({ json, chosen, known }: Place<unknown[]>, wanted: unknown[]): unknown[] {
  const isWanted = (item: unknown): boolean => wanted.some((one) => isSame(one, item));
  const left = json.filter((item) => !chosen.includes(item) && !isWanted(item));
  const items = wanted.map((one) => {
    const before = chosen[known.findIndex((item) => isSame(one, item))];
    return isObject(before) && isObject(one) ? { ...before, ...one } : one;
  });
  return [...items, ...left];
}

function mergeEntries({ json, chosen, known }: Place<Entries>, wanted: Entries): Entries {
  const merged = new Map(Object.entries(json).filter(([key]) => !Object.hasOwn(known, key)));
  for (const [key, value] of Object.entries(wanted)) {
    const place = { json: find(json, key), chosen: find(chosen, key), known: find(known, key) };
    merged.set(key, merge(place, value));
  }
  return Object.fromEntries(merged);
}

/** A file can have keys of any name, such as `toString`. */
function find(entries: Entries, key: string): unknown {
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return isEqual(nameItem(one), nameItem(other));
}

function nameItem(item: unknown): unknown {
  return isObject(item) ? (item['id'] ?? item['name'] ?? item) : item;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isObject(value: unknown): value is Entries {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
