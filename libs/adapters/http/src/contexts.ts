import { appSettingsContext, type AppSettings, type AppSettingsFailure } from '@kontor/app-settings';
import type { Context } from '@kontor/kernel';
import { ledgerContext, type LedgerFailure, type LedgerService } from '@kontor/ledger';
import { productsContext, type ProductsFailure, type ProductsService } from '@kontor/products';
import { salesContext, type SalesFailure, type SalesService } from '@kontor/sales';
import { studioContext, type StudioFailure, type StudioService } from '@kontor/studio';
import { appSettingsEndpoints } from './app-settings/app-settings.endpoints.js';
import type { Endpoint } from './endpoint/endpoint.js';
import { ledgerEndpoints } from './ledger/ledger.endpoints.js';
import { productsEndpoints } from './products/products.endpoints.js';
import { salesEndpoints } from './sales/sales.endpoints.js';
import { studioEndpoints } from './studio/studio.endpoints.js';

/** A context, and the rows its resources are reached by. */
export type ServedContext = { readonly context: Context; readonly endpoints: readonly Endpoint[] };

/** Every context: the one list that the API, its description, the SDK and the service are made from. A new context is a line here. */
export const CONTEXTS: readonly ServedContext[] = [
  { context: ledgerContext, endpoints: ledgerEndpoints },
  { context: productsContext, endpoints: productsEndpoints },
  { context: salesContext, endpoints: salesEndpoints },
  { context: studioContext, endpoints: studioEndpoints },
  { context: appSettingsContext, endpoints: appSettingsEndpoints },
];

/** What the contexts refuse. */
export type ContextFailure =
  LedgerFailure | ProductsFailure | SalesFailure | StudioFailure | AppSettingsFailure;

/** What the contexts decide: the use cases of each, over one agreement. */
export type ContextServices = {
  readonly ledger: LedgerService;
  readonly products: ProductsService;
  readonly sales: SalesService;
  readonly studio: StudioService;
  readonly appSettings: AppSettings;
};
