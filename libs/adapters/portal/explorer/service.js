/** Asks the service, and nobody else. */
import { parse } from './json.js';
import { isDemo } from './place.js';
import { tokens } from './tokens.js';

/** @import { Json } from './json.js' */
/** @import { Places } from './place.js' */

/**
 * @typedef {object} Question
 * @property {string} place
 * @property {string} [method]
 * @property {string | File} [body] JSON text, or a file
 * @property {string} [type] the media type of a file
 * @property {string} [ifMatch] the entity tag that what is changed must still have
 * @property {string} [idempotencyKey]
 * @property {AbortSignal} [signal]
 * @property {(text: string) => any} [read] how JSON is read: with exact numbers, unless told otherwise
 */

/**
 * @typedef {object} Answer
 * @property {string} place
 * @property {string} method
 * @property {number} status
 * @property {boolean} ok
 * @property {string} type the media type
 * @property {string | undefined} text JSON as it came; undefined when there is no body, or another one
 * @property {Json | undefined} json the same, read
 * @property {File | undefined} file a body that is no JSON, by the name that the service gives it
 * @property {number} bytes of the body, unpacked
 * @property {number} durationMs until it was all there
 * @property {string | null} etag
 * @property {string | null} location
 */

export class Service {
  /** @param {Places} places */
  constructor(places) {
    this.places = places;
  }

  /**
   * Fails as `fetch` does: with a `TypeError` when the service is out of reach. Every status is an answer.
   * @param {Question} question
   * @returns {Promise<Answer>}
   */
  async ask({
    place,
    method = 'GET',
    body,
    type: sent = 'application/json',
    ifMatch,
    idempotencyKey,
    signal,
    read = parse,
  }) {
    const began = performance.now();
    const headers = new Headers({ Accept: 'application/json' });
    const own = isDemo(place) ? undefined : tokens();
    if (own !== undefined) {
      headers.set('X-AppSecretToken', own.appSecretToken);
      headers.set('X-AgreementGrantToken', own.agreementGrantToken);
    }
    if (body !== undefined) headers.set('Content-Type', sent);
    if (ifMatch !== undefined) headers.set('If-Match', ifMatch);
    if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
    const response = await fetch(this.places.address(place), {
      method,
      headers,
      credentials: 'omit',
      redirect: 'error',
      // The browser keeps nothing of it: the way back to an address would show JSON in place of its page, and
      // the books to whoever sits there next.
      cache: 'no-store',
      ...(body !== undefined && { body }),
      ...(signal !== undefined && { signal }),
    });
    const type = response.headers.get('Content-Type') ?? '';
    const content = await response.arrayBuffer();
    const isJson = /^application\/(?:[\w.-]+\+)?json/i.test(type);
    const text = isJson ? new TextDecoder().decode(content) : undefined;
    return {
      place,
      method,
      status: response.status,
      ok: response.ok,
      type,
      text,
      json: text === undefined ? undefined : read(text),
      file:
        isJson || content.byteLength === 0 ? undefined : new File([content], fileName(response), { type }),
      bytes: content.byteLength,
      durationMs: performance.now() - began,
      etag: response.headers.get('ETag'),
      location: response.headers.get('Location'),
    };
  }

  /**
   * What stands at a place that is there; fails when it is not. @param
   * {string} place @param {AbortSignal} [signal]
   */
  async read(place, signal) {
    const { ok, json, status } = await this.ask({ place, ...(signal !== undefined && { signal }) });
    if (!ok || json === undefined) throw new Error(`${place} answered ${status}`);
    return json;
  }
}

/** @param {Response} response */
function fileName({ headers }) {
  return /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'answer';
}

/**
 * A key that no other request has (amendment 139). `randomUUID` is for secure
 * origins only, and a service may run on plain http.
 */
export function newIdempotencyKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
