/** The rules of the house in the form that oxlint and ESLint load. */
import { keepToHouse } from './keep-to-house.js';
import { oneFact } from './one-fact.js';

export default { meta: { name: 'doca' }, rules: { 'keep-to-house': keepToHouse, ...oneFact } };
