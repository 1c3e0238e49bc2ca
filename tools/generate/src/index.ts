export { artefacts, type Artefact } from './generate.js';
export { apiSource, type Source } from './source.js';
