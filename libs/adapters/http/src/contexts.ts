import { appSettingsContext } from '@kontor/app-settings';
import type { Context } from '@kontor/kernel';
import { ledgerContext } from '@kontor/ledger';
import { productsContext } from '@kontor/products';
import { salesContext } from '@kontor/sales';
import { studioContext } from '@kontor/studio';
import { appSettingsEndpoints } from './app-settings/app-settings.endpoints.js';
import type { Endpoint } from './endpoint/endpoint.js';
import { ledgerEndpoints } from './ledger/ledger.endpoints.js';
import { productsEndpoints } from './products/products.endpoints.js';
import { salesEndpoints } from './sales/sales.endpoints.js';
import { studioEndpoints } from './studio/studio.endpoints.js';

/** A context, and the routes its resources are reached by. */
export type ServedContext = { readonly context: Context; readonly endpoints: readonly Endpoint[] };

/**
 * Every context: the one list that the API, its description, the SDK and the
 * service are made from. A new context is a line here.
 */
export const CONTEXTS: readonly ServedContext[] = [
  { context: ledgerContext, endpoints: ledgerEndpoints },
  { context: productsContext, endpoints: productsEndpoints },
  { context: salesContext, endpoints: salesEndpoints },
  { context: studioContext, endpoints: studioEndpoints },
  { context: appSettingsContext, endpoints: appSettingsEndpoints },
];
