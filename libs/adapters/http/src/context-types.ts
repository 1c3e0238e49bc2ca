import type { AppSettings, AppSettingsFailure } from '@kontor/app-settings';
import type { LedgerFailure, LedgerService } from '@kontor/ledger';
import type { ProductsFailure, ProductsService } from '@kontor/products';
import type { SalesFailure, SalesService } from '@kontor/sales';
import type { StudioFailure, StudioService } from '@kontor/studio';

/** All that a use case may refuse, whichever context it is of. */
export type ContextFailure =
  | LedgerFailure
  | ProductsFailure
  | SalesFailure
  | StudioFailure
  | AppSettingsFailure;

/** What the contexts decide: the use cases of each, over one agreement. */
export type ContextServices = {
  readonly ledger: LedgerService;
  readonly products: ProductsService;
  readonly sales: SalesService;
  readonly studio: StudioService;
  readonly appSettings: AppSettings;
};
