import { html, type Html } from './html.js';

/** Stands for the name while the sentence around it is asked for; no name holds it. */
const HERE = '\u0000';

/**
 * A sentence with a name that somebody else has chosen. The direction of the name and its control characters
 * never reach the words around it. `says`: makes the sentence of the name, which may occur several times.
 */
export function withName(says: (name: string) => string, name: string): Html {
  const pieces = says(HERE).split(HERE);
  return html`${pieces.map((piece, index) => html`${index > 0 && html`<bdi>${name}</bdi>`}${piece}`)}`;
}
