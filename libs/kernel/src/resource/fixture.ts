import type { AnyResource } from './resource.js';

type Body = Readonly<Record<string, unknown>>;

/**
 * What the conformance suite needs to know of a writable resource: two bodies that are right, and for each
 * limited field one value that is wrong. It stands beside the resource in `*.fixture.ts`, and is found there.
 * The books are filled as for a sandbox, so bodies may refer to unit 1, product group 1, department 1,
 * product 1000, customer 1 in EUR, supplier 1, employee 1, payment terms 1, layout 1, VAT codes S25 and S0.
 */
export type Fixture = {
  readonly resource: AnyResource;
  readonly examples: readonly [Body, Body];
  /** Wrong values by the name of the member they stand in. */
  readonly wrong: Readonly<Record<string, unknown>>;
  /** On PUT the URL's identifier counts whatever the body says (§4.2). */
  readonly urlWins?: true;
  /** The identifier follows from the rest of the body: it cannot be chosen twice, nor another one. */
  readonly keyFollows?: true;
  /** A PUT creates what is missing although the service makes the identifiers (§4.2, additional expenses). */
  readonly putCreates?: true;
  /** For a resource within another: how to make the item it lives in. */
  readonly parent?: {
    readonly resource: AnyResource;
    readonly body: Body;
    /** Where the collection is within it, when not at its own name. */
    readonly at?: string;
  };
};
