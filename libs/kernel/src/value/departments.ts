import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { LineSharesOutTwice } from '../failure/failure.js';
import type { ModuleName } from '../resource/kind.js';

/** What a line of a document says of departments. */
type SharesOut = { readonly department?: unknown; readonly departmentalDistribution?: unknown };

/** A line is credited to one department, or distributed over several. */
export function everyLineSharesOutOnce(lines: readonly SharesOut[]): Either<LineSharesOutTwice, void> {
  const twice = lines.findIndex(
    ({ department, departmentalDistribution }) =>
      department !== undefined && departmentalDistribution !== undefined,
  );
  if (twice < 0) return right(undefined);
  return left({ kind: 'LineSharesOutTwice', property: `lines[${twice}].departmentalDistribution` });
}

/** Without the Dimension module departments are ignored (§2.1, §2.9). */
export function withDepartmentsIf<L extends SharesOut>(
  modules: readonly ModuleName[],
  lines: readonly L[],
): readonly (L | Omit<L, keyof SharesOut>)[] {
  if (modules.includes('dimension')) return lines;
  return lines.map((line) => {
    const { department, departmentalDistribution, ...rest } = line;
    return department === undefined && departmentalDistribution === undefined ? line : rest;
  });
}
