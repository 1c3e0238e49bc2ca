import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { AppSettings } from '@kontor/app-settings';
import type { IdempotencyKeys, RepositoryProvider } from '@kontor/kernel';
import type { LedgerService } from '@kontor/ledger';
import type { ProductsService } from '@kontor/products';
import type { SalesService } from '@kontor/sales';
import type { Caller, StudioService } from '@kontor/studio';

/** What endpoints work with: the repositories and use cases of one agreement. */
export type Services = {
  readonly resources: RepositoryProvider;
  readonly ledger: LedgerService;
  readonly products: ProductsService;
  readonly sales: SalesService;
  readonly studio: StudioService;
  readonly appSettings: AppSettings;
};

/** Gives the services of a caller's agreement, for reading or in one unit of work. */
export type ServiceProvider = {
  read(caller: Caller): Services;
  inTransaction<F, A>(
    caller: Caller,
    work: (services: Services, idempotency: IdempotencyKeys) => TaskEither<F, A>,
  ): TaskEither<F, A>;
};
