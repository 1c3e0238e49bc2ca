import { right } from 'fp-ts/lib/Either.js';
import { Self } from '@kontor/studio';
import { readEndpoint, type Endpoint } from '../endpoint/endpoint.js';
import { printerFor } from '../endpoint/item-answer.js';

/** §2.4b, §4.2: any grant may ask what it is, an administrator's too. */
export const selfEndpoints: readonly Endpoint[] = [
  readEndpoint({
    path: '/self',
    stability: 'stable',
    access: 'studio',
    parameters: {},
    summary:
      'Read about the agreement of the grant in use, the person who gave it and the app that holds it.',
    serves: { resource: Self, as: 'item' },
    perform: async ({ studio }, request) => {
      const text = printerFor(Self, request).item(await studio.self(request.caller), [], request.style);
      return right({ status: 200, body: text, tagged: text });
    },
  }),
];
