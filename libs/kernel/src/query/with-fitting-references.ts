import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RuleBroken } from '../failure/failure.js';
import type { ResourceRepository } from '../port/resource-repository.port.js';
import { referenceKindsOf, referencesIn, type ReferenceUse } from '../resource/references.js';
import type { AnyResource, AnyValue } from '../resource/resource.js';
import { madeOnce } from '../value/made-once.js';

/**
 * Says what is wrong with the target of a reference that must fit its use;
 * one that is not there is refused elsewhere.
 */
export type FitCheck = (use: ReferenceUse) => Promise<Either<RuleBroken, void>>;

/**
 * The same items, where what a reference newly names must fit the use it is made of (amendments of November
 * 2026, §2 and §3.2). What an item named before it may go on to name.
 */
export function withFittingReferences(
  resource: AnyResource,
  stored: ResourceRepository<AnyValue>,
  check: FitCheck,
): ResourceRepository<AnyValue> {
  if (!mustFit(resource)) return stored;
  const checked =
    (draft: AnyValue, before: () => Promise<AnyValue | undefined>) =>
    async (): Promise<Either<RuleBroken, void>> => {
      const uses = referencesIn(resource, draft).filter(({ fits }) => fits !== undefined);
      if (uses.length === 0) return right(undefined);
      const old = await before();
      const known = new Set(old === undefined ? [] : referencesIn(resource, old).map(nameOf));
      for (const use of uses) {
        if (known.has(nameOf(use))) continue;
        const fit = await check(use);
        if (isLeft(fit)) return left(fit.left);
      }
      return right(undefined);
    };
  return {
    ...stored,
    create: (draft) =>
      pipe(
        checked(draft, async () => undefined),
        TE.flatMap(() => stored.create(draft)),
      ),
    replace: (key, draft, version, condition) =>
      pipe(
        checked(draft, async () => (await stored.hold(key))?.value),
        TE.flatMap(() => stored.replace(key, draft, version, condition)),
      ),
  };
}

/** Whether any reference of the resource asks it. */
const mustFit = madeOnce((resource: AnyResource): boolean =>
  referenceKindsOf(resource).some(({ kind }) => kind.fits !== undefined),
);

/** In which member what is named: not at which place of a list. */
function nameOf({ path, to, key }: ReferenceUse): string {
  return `${path.replace(/\[\d+\]/g, '[]')} ${to} ${String(key)}`;
}
