import fc from 'fast-check';

/**
 * Properties explore at every local run. With CI=true they take the same examples every time, so that a change is judged
 * by what it changes; DOCA_SEED chooses others.
 */
const { CI, DOCA_SEED } = process.env;
if (DOCA_SEED !== undefined) fc.configureGlobal({ seed: Number(DOCA_SEED) });
else if (CI === 'true') fc.configureGlobal({ seed: 20_260_101 });
