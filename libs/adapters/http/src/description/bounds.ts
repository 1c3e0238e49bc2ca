import { SERVER_LIMITS } from '../http-server.js';
import { ADDRESS_LENGTH_MAX } from '../request/address.js';
import { BODY_BYTES_MAX } from '../request/read-body.js';
import type { Json } from './json.js';

const INT32_MAX = 2 ** 31 - 1;
/** A link: an address as long as is taken, and where the service is. */
const LINK_LENGTH_MAX = ADDRESS_LENGTH_MAX + 1_000;
/** The longest texts of a format. */
const LENGTH_OF: Readonly<Record<string, number>> = {
  date: 10,
  'date-time': 35,
  uuid: 36,
  uri: LINK_LENGTH_MAX,
  'uri-template': LINK_LENGTH_MAX,
};
/** What holds values and no schemas, and what is no JSON: of a file nobody knows before how long it is. */
const NO_SCHEMAS =
  /^(example|examples|default|enum|const|security|x-.*|(text|image)\/.*|application\/(?!json$).*)$/;

/**
 * The description with a bound to each number and each text, and the `format` by which generators of
 * clients choose a type. What declares none is bounded by what it stands in: an address, a header, a body.
 */
export function bounded(part: Json, lengthMax = BODY_BYTES_MAX): Json {
  return Object.fromEntries(
    Object.entries({ ...part, ...boundsOf(part, lengthMax) }).map(([name, value]) => {
      if (NO_SCHEMAS.test(name)) return [name, value];
      return [name, boundedValue(value, lengthIn(part, name, lengthMax))];
    }),
  );
}

function boundedValue(value: unknown, lengthMax: number): unknown {
  if (Array.isArray(value)) return value.map((one) => boundedValue(one, lengthMax));
  return typeof value === 'object' && value !== null ? bounded(value as Json, lengthMax) : value;
}

/** How long a text may be where a member stands: in a parameter, in a header, in a body. */
function lengthIn(part: Json, name: string, lengthMax: number): number {
  if (name === 'headers' || part['in'] === 'header') return SERVER_LIMITS.maxHeaderBytes;
  return part['in'] === 'query' || part['in'] === 'path' ? ADDRESS_LENGTH_MAX : lengthMax;
}

function boundsOf(schema: Json, lengthMax: number): Json {
  const { type, format, enum: values, maxLength } = schema;
  if (type === 'integer') {
    const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema as {
      minimum?: number;
      maximum?: number;
    };
    const isSmall = minimum >= -INT32_MAX && maximum <= INT32_MAX;
    return { format: isSmall || 'const' in schema ? 'int32' : 'int64', minimum, maximum };
  }
  if (type !== 'string' || values !== undefined || 'const' in schema || maxLength !== undefined) return {};
  if (format === 'binary') return {};
  return { maxLength: LENGTH_OF[String(format)] ?? lengthMax };
}
