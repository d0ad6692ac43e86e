import { z } from 'zod';

/**
 * The page's policy forbids making functions of texts; zod would try when its first object schema
 * is made.
 */
z.config({ jitless: true });
