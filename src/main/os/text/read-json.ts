import type { z } from 'zod';

/** Returns JSON of this shape; null for any other text. */
export function readJson<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
