import { keepReleasedTypes } from './released-types.js';

/** `npm run release:sdk` ends with this. */
keepReleasedTypes();
