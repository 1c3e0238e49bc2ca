export { CHEAP_ABILITIES, kontor, type Terminal } from './kontor.js';
