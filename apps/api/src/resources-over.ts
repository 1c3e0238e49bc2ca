import { fitsItsUse } from '@kontor/ledger';
import {
  type AnyResource,
  type AnyValue,
  type Asker,
  type Books,
  type Catalogue,
  type FullDate,
  fullDateOf,
  type KeyValue,
  type Members,
  ofAny,
  providerOf,
  type RepositoryProvider,
  type ResourceRepository,
  withFittingReferences,
  withLookups,
  withMembers,
} from '@kontor/kernel';

/**
 * How members are computed over the books of an agreement, by the name of the
 * collection whose items have them.
 */
export type Computed<B> = Readonly<Record<string, (books: B, today: () => FullDate) => Members>>;

/**
 * The items of every context as the API and the use cases see them: with the members that are computed, by
 * collection name, and askable by those of what their references name (§2.11). `givenUp`: as `Asker` has it.
 */
export function resourcesOver<B extends Books>(
  catalogue: Catalogue,
  books: B,
  computed: Computed<B>,
  today: () => FullDate = () => fullDateOf(new Date()),
  givenUp?: Asker['givenUp'],
): RepositoryProvider {
  const asker = { agreementNumber: books.agreementNumber, givenUp };
  const of = (resource: AnyResource, ...parents: readonly KeyValue[]): ResourceRepository<AnyValue> => {
    const stored = ofAny(books, resource, ...parents);
    const fitting = withFittingReferences(resource, stored, fitsItsUse(books));
    const members = computed[resource.collection]?.(books, today);
    return members === undefined ? fitting : withMembers(resource, fitting, members, asker);
  };
  return withLookups(catalogue, providerOf(of), asker);
}
