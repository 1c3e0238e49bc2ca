/** One request, to an agreement by its place in the bench's list. With a body it is a POST. */
export type BenchRequest = { readonly agreement: number; readonly path: string; readonly body?: string };

/** How much data there is. */
export type Sizes = { readonly products: number; readonly agreements: number };

/** Something that is measured: what is asked again and again, on how many connections, and what is hoped for. */
export type Work = {
  /** What `--only` takes. */
  readonly id: string;
  readonly title: string;
  readonly connections: number;
  readonly expects: 200 | 201;
  /** The request with this index. With `different`, only so many are made and then asked again. */
  request(index: number, sizes: Sizes): BenchRequest;
  readonly different?: number;
  /** How often each different request is asked before the first sample. */
  readonly visitsBefore?: number;
  /** The least rate of the service as a share of the floor's; without one the row is for information. */
  readonly goal?: number;
  /** Instead of the floor's rate, the goal is a share of the service's own rate in this work. */
  readonly against?: string;
};

/** Where the agreements of the bench stand in its list. */
export const LARGE = 0;
/** Starts without products and takes the created ones. */
export const GROWING = 1;
/** The first of many small ones. */
export const SMALL = 2;
/** How many products a small one has. */
export const SMALL_PRODUCTS = 20;

/** Sixteen clients: twice the connections that either side has to the database. */
export const CLIENTS = 16;

/** Something answered with another status than the expected one, or not at all. */
export class WrongAnswer extends Error {}
