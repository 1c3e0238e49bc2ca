import type { Trace } from '@kontor/kernel';
import type { Caller } from '@kontor/studio';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { Address } from '../request/address.js';

/** By what a request is called in the log, by us and by who asked. */
export type RequestIds = { readonly logId: string; readonly trace: Trace };

/** What is known of a request so far. */
export type Progress = {
  readonly logId: string;
  readonly trace: Trace;
  readonly address: Address;
  endpoint?: Endpoint;
  /** The path outside the API that it was. */
  outside?: string;
  caller?: Caller;
  errorCode?: string;
  replayed: boolean;
  /** The thing was not in the state that the request names; otherwise somebody was faster. */
  isPreconditionFailed?: boolean;
};
