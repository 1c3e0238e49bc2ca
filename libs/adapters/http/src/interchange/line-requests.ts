import { isLeft, left, type Either } from 'fp-ts/lib/Either.js';
import type { AnyResource, AnyValue, Clock, DraftOf, Fields } from '@kontor/kernel';
import type { Caller } from '@kontor/studio';
import type { ApiRequest, Endpoint, WriteEndpoint } from '../endpoint/endpoint.js';
import type { Failure } from '../failure/http-failure.js';
import { PLAIN_LINKS, type Links } from '../representation/links.js';
import { authorise } from '../request/authorise.js';
import { decodeBody } from '../request/decode-body.js';
import { withOwnNames } from '../request/own-names.js';
import type { Services } from '../service/services.js';

/** What is told of one thing by a line. */
export type Shape<F extends Fields> = { readonly fields: F };

/** Who asks, and what requests are answered by. */
export type RequestParts = {
  readonly caller: Caller;
  readonly endpoints: readonly Endpoint[];
  readonly links: Links;
  readonly clock: Clock;
};

/** Lines of an import as the requests that write the same: decoded, allowed and done alike. */
export class LineRequests {
  readonly #parts: RequestParts;
  readonly #services: Services;

  constructor(parts: RequestParts, services: Services) {
    this.#parts = parts;
    this.#services = services;
  }

  /** What a line says, by the declaration that it is decoded by. */
  decoded<F extends Fields>(shape: Shape<F>, body: AnyValue): Either<Failure, DraftOf<F>> {
    const { caller, links } = this.#parts;
    return decodeBody(shape, body, caller.modules, links) as Either<Failure, DraftOf<F>>;
  }

  /**
   * The route with this method and path. Throws where there is none: which routes there are is known to the
   * caller.
   */
  endpoint(method: 'POST' | 'PUT', path: string): WriteEndpoint {
    const endpoint = this.#parts.endpoints.find((one) => one.method === method && one.path === path);
    if (endpoint === undefined || endpoint.method === 'GET') throw new Error(`there is no ${method} ${path}`);
    return endpoint;
  }

  /** What a request would hold, where whoever asked may send it. */
  decodedFor(
    endpoint: WriteEndpoint,
    resource: AnyResource,
    body: AnyValue,
    parameters: ApiRequest['parameters'],
  ): Either<Failure, unknown> {
    const { caller, links } = this.#parts;
    const allowed = authorise(caller, endpoint.access, endpoint.method);
    if (isLeft(allowed)) return allowed;
    if (endpoint.needs !== undefined && !caller.modules.includes(endpoint.needs))
      return left({ kind: 'ModuleMissing', needs: endpoint.needs });
    if (endpoint.body === undefined) throw new Error(`${endpoint.path} takes no body`);
    const key = endpoint.body.keyInUrl && parameters[endpoint.body.keyInUrl.field];
    return decodeBody(endpoint.body, withOwnNames(resource, body), caller.modules, links, key);
  }

  /** Does what a line tells, by the route that a request for it would take. */
  async perform(
    endpoint: WriteEndpoint,
    resource: AnyResource,
    body: AnyValue,
    parameters: ApiRequest['parameters'],
  ): Promise<Either<Failure, unknown>> {
    const decoded = this.decodedFor(endpoint, resource, body, parameters);
    if (isLeft(decoded)) return decoded;
    const { caller, links, clock } = this.#parts;
    const request: ApiRequest = {
      caller,
      parameters,
      body: decoded.right,
      links,
      style: PLAIN_LINKS,
      now: clock(),
      requestId: '',
      path: endpoint.path,
      offers: () => false,
    };
    return endpoint.perform(this.#services, request, undefined)();
  }
}
