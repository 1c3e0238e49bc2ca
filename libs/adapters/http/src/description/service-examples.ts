import { ERROR_CODES } from '../failure/error-codes.js';

const BASE = 'http://localhost:3000';
const CONDITION = {
  errorCode: 'E06000',
  httpStatusCode: ERROR_CODES.E06000.status,
  message: ERROR_CODES.E06000.condition,
  self: `${BASE}/errors/E06000`,
};

/** Examples of what no resource stands behind, by the name of its schema. */
export const SERVICE_EXAMPLES: Readonly<Record<string, unknown>> = {
  Home: {
    apiName: 'Kontor',
    company: 'Example Ltd.',
    gettingStarted: `${BASE}/docs/start`,
    version: '1.0.0',
    serverTime: '2026-03-31T12:30:00Z',
    stable: { products: `${BASE}/products`, product: `${BASE}/products/{productNumber}` },
    experimental: { vouchers: `${BASE}/vouchers` },
    deprecated: {},
    resources: `${BASE}/api-resources`,
    errors: `${BASE}/errors`,
    openapi: `${BASE}/openapi.json`,
    self: `${BASE}/`,
  },
  ApiResource: {
    name: 'units',
    routes: [
      { method: 'GET', path: `${BASE}/units` },
      { method: 'GET', path: `${BASE}/units/{unitNumber:int}` },
    ],
    self: `${BASE}/api-resources/units`,
  },
  ApiResources: {
    production: { products: `${BASE}/api-resources/products` },
    experimental: { vouchers: `${BASE}/api-resources/vouchers` },
    self: `${BASE}/api-resources`,
  },
  ErrorCodes: {
    collection: [CONDITION],
    metaData: {
      find: {
        description: 'Find one error code by its errorCode; route-escape the value.',
        href: `${BASE}/errors/{errorCode}`,
        httpMethod: 'get',
        templated: true,
      },
    },
    self: `${BASE}/errors`,
  },
  ErrorCondition: CONDITION,
  OpenApi: { openapi: '3.1.0', info: { title: 'Kontor', version: '1.0.0' }, paths: {}, components: {} },
};

/** An example of a file of a media type: its first characters, or a phrase where it is binary. */
export function fileExample(type: string): string {
  if (type === 'application/pdf') return '%PDF-1.7';
  return type.endsWith('xml') ? '<?xml version="1.0"?><Invoice/>' : `the bytes of a file of ${type}`;
}
