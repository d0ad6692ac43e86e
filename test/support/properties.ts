import fc from 'fast-check';

/**
 * Properties try new examples at every local run. With CI=true they use the same examples every
 * time, so that a change is judged by its own effect; DOCA_SEED chooses others.
 */
const { CI, DOCA_SEED } = process.env;
if (DOCA_SEED !== undefined) fc.configureGlobal({ seed: Number(DOCA_SEED) });
else if (CI === 'true') fc.configureGlobal({ seed: 20_260_101 });
