import { right } from 'fp-ts/lib/Either.js';
import { readEndpoint, type Endpoint } from '../endpoint/endpoint.js';
import { etagOf } from '../representation/etag.js';
import { PLAIN_LINKS } from '../representation/links.js';
import type { Json } from './json.js';
import { DESCRIPTION_PATH } from './description-path.js';

/** `GET /openapi.json`: made when it is first asked for, and kept, since it changes with the program only. */
export function descriptionRoute(describe: (address: string) => Promise<Json>): Endpoint {
  let made: Promise<{ readonly sent: Buffer; readonly etag: string }> | undefined;
  return readEndpoint({
    path: DESCRIPTION_PATH,
    stability: 'stable',
    access: 'open',
    parameters: {},
    summary: 'This description of the API, as OpenAPI 3.1.',
    perform: async (_, { links }) => {
      made ??= asSent(describe(links.to('/', {}, PLAIN_LINKS).replace(/\/$/, '')));
      return right({ status: 200, ...(await made) });
    },
  });
}

async function asSent(description: Promise<Json>): Promise<{ readonly sent: Buffer; readonly etag: string }> {
  const text = JSON.stringify(await description);
  return { sent: Buffer.from(text), etag: etagOf(text) };
}
