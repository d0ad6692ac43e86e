const variable = 'DOCA_BENCH_SMOKE';
// The processes that measure inherit it.
if (process.argv.includes('--smoke')) process.env[variable] = '1';

/** Whether the bench runs to see that each of its parts still runs, not for its figures. */
export const isSmoke = process.env[variable] === '1';

/** Returns the size that is measured, or one that only shows that the measuring works. */
export function size(measured: number, smoke: number): number {
  return isSmoke ? smoke : measured;
}
