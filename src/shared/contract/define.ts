import { z } from 'zod';
import { hostPattern } from '../domain/printing.ts';
import type { ReadonlyDeep } from '../domain/records.ts';
import type { Result } from '../faults/faults.ts';

export interface RequestEntry<Input, Answer> {
  readonly input: z.ZodType<Input>;
  /** For the compiler alone; never set. */
  readonly answer?: Answer;
}

export interface EventEntry<Payload> {
  /** For the compiler alone; never set. */
  readonly payload?: Payload;
}

/** Describes a request by its input and its answer, which has no value if `gives()` has no type. */
export function takes<Input>(input: z.ZodType<Input>) {
  return {
    gives: <Answer = void>(): RequestEntry<ReadonlyDeep<Input>, Answer> => ({
      input: input as never,
    }),
  };
}

export function defineEvent<Payload>(): EventEntry<Payload> {
  return {};
}

export type Parsed<S extends z.ZodType> = ReadonlyDeep<z.output<S>>;

/** An answer at once, or later. */
export type Answer<T> = Result<T> | Promise<Result<T>>;

/** A handler returns its answer, or throws a `FaultError`: the shell makes the `Result`. */
export type Handlers<Entries> = {
  readonly [C in keyof Entries]: (
    input: InputOf<Entries[C]>,
  ) => AnswerOf<Entries[C]> | Promise<AnswerOf<Entries[C]>>;
};

export type InputOf<Entry> = Entry extends { readonly input: z.ZodType<infer Input> }
  ? Input
  : never;
export type AnswerOf<Entry> = Entry extends { readonly answer?: infer Answer } ? Answer : never;
export type PayloadOf<Entry> = Entry extends { readonly payload?: infer Payload } ? Payload : never;

export const nothing = z.undefined();

/** The ERP's ids are JSON integers; a double cannot hold larger ones exactly. */
export const id = z.int().min(1);

export const ids = z.array(id).max(10_000);

export const job = z.strictObject({ groupingId: id });

export type JobRef = Parsed<typeof job>;

export function text(limit: number) {
  return z.string().max(limit);
}

export const host = z.string().trim().regex(hostPattern);

export const port = z.int().min(1).max(65_535);

export const copies = z.int().min(1).max(99);

export const perSheet = z.literal([2, 4]);
