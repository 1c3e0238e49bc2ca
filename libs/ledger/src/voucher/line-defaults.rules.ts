import { merge } from '@kontor/kernel';
import type { PostableAccount } from '../posting/posting-facts.js';
import type { VoucherLine } from './voucher.resource.js';

/** What accounts give to lines that name them, by their numbers. */
export type AccountDefaults = ReadonlyMap<number, Pick<PostableAccount, 'vatCode' | 'contraAccountNumber'>>;

/**
 * §2.11 as amended: what new lines leave out, and do not decline. `kept`: the entry numbers of the lines that
 * the draft has already, which stay as they are written.
 */
export function withDefaults(
  lines: readonly VoucherLine[],
  kept: ReadonlySet<number>,
  defaults: AccountDefaults,
): readonly VoucherLine[] {
  const isAlone = lines.length === 1;
  return lines.map((line) => {
    const { declined = [], ...said } = line;
    if (said.entryNumber !== undefined && kept.has(said.entryNumber)) return said;
    return withContraAccount(withVat(said, declined, defaults), isAlone, declined, defaults);
  });
}

/** The VAT code of the account; beside a contra account that the line names, that of the contra account. */
function withVat(line: VoucherLine, declined: readonly string[], defaults: AccountDefaults): VoucherLine {
  const { account, contraAccount } = line;
  const lacks = (member: 'vatAccount' | 'contraVatAccount'): boolean =>
    line[member] === undefined && !declined.includes(member);
  const own = account && lacks('vatAccount') ? defaults.get(account.accountNumber)?.vatCode : undefined;
  // The VAT of a customer's or supplier's line is that of its contra account, whichever member says so.
  const isSaid = account === undefined && !lacks('vatAccount');
  const isContra = contraAccount !== undefined && lacks('contraVatAccount') && !isSaid;
  const contra = isContra ? defaults.get(contraAccount.accountNumber)?.vatCode : undefined;
  const withOwn = own === undefined ? line : merge(line, { vatAccount: { vatCode: own } });
  return contra === undefined ? withOwn : merge(withOwn, { contraVatAccount: { vatCode: contra } });
}

/** The contra account of the account of a voucher's only line. */
function withContraAccount(
  line: VoucherLine,
  isAlone: boolean,
  declined: readonly string[],
  defaults: AccountDefaults,
): VoucherLine {
  const { account, contraAccount } = line;
  if (!isAlone || account === undefined || contraAccount !== undefined) return line;
  const found = declined.includes('contraAccount') ? undefined : defaults.get(account.accountNumber);
  if (found?.contraAccountNumber === undefined) return line;
  return { ...line, contraAccount: { accountNumber: found.contraAccountNumber } };
}
