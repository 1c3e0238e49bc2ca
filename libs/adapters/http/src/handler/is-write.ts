import type { Endpoint, WriteEndpoint } from '../endpoint/endpoint.js';

/** Whether a route changes something: all but those that are read. */
export function isWrite(endpoint: Endpoint): endpoint is WriteEndpoint {
  return endpoint.method !== 'GET';
}
