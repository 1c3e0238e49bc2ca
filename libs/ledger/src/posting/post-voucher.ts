import { isLeft, right, type Either } from 'fp-ts/lib/Either.js';
import { orThrow, type RepositoryProvider, type Stored } from '@kontor/kernel';
import { Voucher } from '../voucher/voucher.resource.js';
import { postNext, type PostingRepositories } from './post.use-case.js';
import type { PostingRefusal } from './posting.failures.js';
import type { UnnumberedPosting } from './posting.js';
import { voucherOfEntries } from './voucher-of-entries.js';

/**
 * Posts what the service itself makes (a difference, an accrual, a reversal), under the next number of a
 * series, with the voucher that shows it: `says` is what that says beside its entries.
 */
export async function postVoucher(
  repositories: PostingRepositories & { readonly resources: RepositoryProvider },
  series: number,
  document: UnnumberedPosting,
  says: Pick<Voucher, 'accrues' | 'reverses'> = {},
): Promise<Either<PostingRefusal, Stored<Voucher>>> {
  const posted = await postNext(repositories)(series, document)();
  if (isLeft(posted)) return posted;
  const voucher = { ...voucherOfEntries(posted.right.document), ...says };
  return right(await orThrow(repositories.resources.of(Voucher).create(voucher)));
}

/** How a voucher is named by what it was posted for. */
export function nameOfVoucher({ value: { voucherId, voucherNumber } }: Stored<Voucher>) {
  return { voucherId, displayVoucherNumber: voucherNumber.displayVoucherNumber };
}
