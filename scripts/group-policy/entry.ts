import { z } from 'zod';
import { settingsFields } from '../../src/shared/contract/settings.ts';

/**
 * How an administrator enters a decision. A `text` that is more than a single word or address is
 * JSON, as in the policy file.
 */
export type Entry =
  | { readonly kind: 'text' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly choices: readonly string[] };

/** Follows from the setting's schema; decisions beside the settings are texts. */
export function findEntry(key: string): Entry {
  const field = Object.entries<z.ZodDefault>(settingsFields).find(([name]) => name === key)?.[1];
  return field === undefined ? { kind: 'text' } : readSchema(field.unwrap());
}

function readSchema(schema: unknown): Entry {
  if (schema instanceof z.ZodBoolean) return { kind: 'choice', choices: ['true', 'false'] };
  if (schema instanceof z.ZodEnum) return { kind: 'choice', choices: schema.options.map(String) };
  if (schema instanceof z.ZodLiteral)
    return { kind: 'choice', choices: [...schema.values].map(String) };
  if (schema instanceof z.ZodNumber)
    return { kind: 'number', min: schema.minValue ?? 0, max: schema.maxValue ?? 0 };
  if (!(schema instanceof z.ZodNullable)) return { kind: 'text' };
  const entry = readSchema(schema.unwrap());
  return entry.kind === 'choice' ? { ...entry, choices: [...entry.choices, 'null'] } : entry;
}
