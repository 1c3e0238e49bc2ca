/**
 * Where a request stands among what happened elsewhere for the same reason
 * (W3C Trace Context): identifiers in hexadecimal.
 */
export type Trace = {
  /** 32 digits: of everything that happens for one reason. */
  readonly traceId: string;
  /** 16 digits: of this request. */
  readonly spanId: string;
  /** Of what asked; absent where nothing was told. */
  readonly parentSpanId?: string;
  /** Whether whoever asked records the trace. */
  readonly isSampled: boolean;
};
