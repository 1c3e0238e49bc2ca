import type { ConnectOptions, Received } from './exchange.js';
import { readingOver, type Reading } from './reading.js';
import { wireTo, type Credentials, type Wire } from './wire.js';
import { writingOver, type Writing } from './writing.js';

/** The service, seen from one grant. */
export interface Api extends Reading, Writing {
  /** What is done, with the last answer to it: `withResponse((api) => api.follow(link))`. */
  withResponse<A>(
    work: (api: Api) => Promise<A>,
  ): Promise<{ readonly value: A; readonly response: Received | undefined }>;
}

/** Connects to the service at this address. Nothing is sent before the first question. */
export function connect(url: string | URL, credentials: Credentials, options: ConnectOptions = {}): Api {
  return apiOver(wireTo(url, credentials, options));
}

function apiOver(wire: Wire): Api {
  return {
    ...readingOver(wire),
    ...writingOver(wire),
    withResponse: async (work) => {
      let response: Received | undefined;
      const exchange: Wire['exchange'] = async (asked) => {
        const answered = await wire.exchange(asked);
        ({ response } = answered);
        return answered;
      };
      return { value: await work(apiOver({ ...wire, exchange })), response };
    },
  };
}
