import { parseArgs, type ParseArgsConfig } from 'node:util';
import { readErrorMessage, refuse } from '../os/errors.ts';

/**
 * An option of a command: its value's name in the help, null for a flag; its help; how its text is
 * read.
 */
interface Option<T> {
  readonly value: string | null;
  readonly help: string;
  /** Undefined if the option is not given. Refuses a text that it cannot read. */
  readonly read: (given: string | undefined, name: string, all: readonly string[]) => T;
}

/**
 * The options of a command by name, in the order of its help; `tokenEnv` is typed as `--token-env`.
 */
export type Options = Readonly<Record<string, Option<unknown>>>;
export type Values<T extends Options> = { readonly [K in keyof T]: ReturnType<T[K]['read']> };

export function flag(help: string): Option<boolean> {
  return { value: null, help, read: (given) => given !== undefined };
}

export function word(value: string, help: string): Option<string | null> {
  return custom(value, null, help, (given, name) => {
    if (given === '') refuse(`${name} is empty`);
    return given;
  });
}

/** An option that may be given several times. */
export function words(value: string, help: string): Option<readonly string[]> {
  return {
    value,
    help,
    read: (_last, name, all) => {
      if (all.includes('')) refuse(`${name} is empty`);
      return all;
    },
  };
}

/** An option for one of the choices; another one beside it is refused, not overruled. */
export function choice<T extends string>(
  value: string,
  choices: readonly T[],
  help: string,
): Option<T | null> {
  const read = (_last: string | undefined, name: string, all: readonly string[]): T | null => {
    const chosen = new Set(all.map((given) => readChoice(given, name, choices)));
    if (chosen.size > 1) refuse(`${name} takes one of ${choices.join(', ')}, not several`);
    return [...chosen][0] ?? null;
  };
  return { value, help, read };
}

/** An option for some of the choices, separated by commas; given again, it adds to them. */
export function some<T extends string>(
  value: string,
  choices: readonly T[],
  otherwise: readonly T[],
  help: string,
): Option<readonly T[]> {
  const read = (given: string | undefined, name: string, all: readonly string[]): readonly T[] => {
    if (given === undefined) return otherwise;
    const parts = all.flatMap((text) => text.split(','));
    return parts.map((part) => readChoice(part.trim(), name, choices));
  };
  return { value, help, read };
}

function readChoice<T extends string>(given: string, name: string, choices: readonly T[]): T {
  const chosen = choices.find((one) => one === given.toLowerCase());
  if (chosen !== undefined) return chosen;
  refuse(`${name} takes one of ${choices.join(', ')}, not ${given}`);
}

export function wholeNumber(
  value: string,
  otherwise: number,
  [least, most]: readonly [number, number],
  help: string,
): Option<number> {
  return custom(value, otherwise, help, (given, name) => readWholeNumber(given, name, least, most));
}

export function custom<T, U>(
  value: string,
  otherwise: U,
  help: string,
  read: (given: string, name: string) => T,
): Option<T | U> {
  return {
    value,
    help,
    read: (given, name) => (given === undefined ? otherwise : read(given, name)),
  };
}

export function readWholeNumber(given: string, name: string, least: number, most: number): number {
  const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  refuse(`${name} takes a whole number from ${least} to ${most}, not ${given}`);
}

const nameOption = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export function readOptions<T extends Options>(args: readonly string[], options: T) {
  const types = Object.entries(options).map(([key, { value }]) => {
    return [
      nameOption(key),
      { type: value === null ? 'boolean' : 'string', multiple: true },
    ] as const;
  });
  const { values, positionals } = parse(args, Object.fromEntries(types));
  const read = Object.entries(options).map(([key, option]) => {
    const all = [values[nameOption(key)] ?? []].flat().map(String);
    return [key, option.read(all.at(-1), `--${nameOption(key)}`, all)];
  });
  return { values: Object.fromEntries(read) as Values<T>, positionals };
}

function parse(args: readonly string[], options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    refuse(readErrorMessage(error));
  }
}

const helpIndent = 22;

/** Returns a line for each option, for a terminal of 100 columns. */
export function writeOptions(options: Options): string {
  const lines = Object.entries(options).map(([key, { value, help }]) => {
    const name = `  --${nameOption(key)}${value === null ? '' : ` ${value}`}  `.padEnd(helpIndent);
    // The name may be longer than the indent.
    const filled = `${'·'.repeat(name.length - helpIndent)}${help}`.match(/.{1,76}(?: |$)/g) ?? [];
    const text = filled.map((line) => line.trimEnd()).join(`\n${' '.repeat(helpIndent)}`);
    return `${name}${text.slice(name.length - helpIndent)}\n`;
  });
  return lines.join('');
}
