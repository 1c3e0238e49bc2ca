export { kontor, type Terminal } from './kontor.js';
