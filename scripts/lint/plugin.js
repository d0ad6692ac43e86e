/** The rules of the house in the form that oxlint loads. */
import { keepToHouse } from './keep-to-house.js';

export default { meta: { name: 'doca' }, rules: { 'keep-to-house': keepToHouse } };
