export { bundled, type Change } from './bundle.js';
