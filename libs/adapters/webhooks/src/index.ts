export { addressGuard, type AddressGuard, type Resolve } from './address-guard.js';
export { networksOf, type Networks } from './networks.js';
export { ANSWER_BYTES, poster, type NoAnswer, type PostOutcome, type Post, type Poster } from './post.js';
export { keySafe, type KeySafe } from './key-safe.js';
export { freshKeys, publicKeyText, secretText, signatureHeaders, type SigningKeys } from './signature.js';
