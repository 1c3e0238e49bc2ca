import { atFault, by, coded, type FailureTable, nameReferrers, nameSome } from './problem.js';

/** What a refused closing, reopening or removing of a year asks for. */
const HOW_YEARS_FOLLOW =
  'Years are closed from the first to the last and reopened from the last to the first; the last one can be removed while it is open and empty.';
const HOW_TO_CLEAR_DRAFTS =
  'Book these drafts, remove them, or give them a date in another year: additionalData.usedBy has the addresses of the first five.';

/** What the ledger refuses, beside what any context does. */
export const LEDGER_ROWS = {
  AccountInUse: ({ accountNumber, attempt, because, usedBy }) => {
    const { is, hint } = WHY_ACCOUNT_STAYS[attempt][because ?? 'referredTo'];
    return coded('E10070', `Account ${accountNumber} ${is}${nameReferrers(usedBy)}.`, hint, {
      usedBy,
      ...(attempt === 'changeType' && atFault('E10070', 'accountType', `The account ${is}.`)),
    });
  },
  AccountTakesNoEntries: ({ property, accountNumber, accountType, reason }) => {
    const why = {
      barred: 'is barred',
      directEntriesBlocked: 'blocks direct entries',
      accountType: `is of type ${accountType}, which takes no entries`,
    }[reason];
    const how = {
      barred: ', or bar this one no longer (PUT it with barred false)',
      directEntriesBlocked:
        '; where it is that of a group of customers or suppliers, name one of these in its place. Any other ' +
        'takes entries once it no longer blocks them (PUT it with blockDirectEntries false)',
      accountType: '; one that takes entries is of type profitAndLoss or status',
    }[reason];
    const code = reason === 'accountType' ? 'E10160' : 'E10090';
    return coded(
      code,
      `The account ${accountNumber} ${why}.`,
      `Name another account${how}.`,
      atFault(code, property, `The account ${accountNumber} ${why}.`),
    );
  },
  AccountingYearBreaksChain: ({ property, is }) =>
    coded(
      'E10100',
      `The accounting year does not fit: ${property} ${is}.`,
      'Accounting years follow each other without a gap, end with a month and last at most 18 months.',
      atFault('E10100', property, `${property} ${is}.`),
    ),
  AccountingYearStays: ({ year, wanted, reason, otherYear = '', count = 0, usedBy }) => {
    const why = {
      notTheLast: `it is not the last one, ${otherYear} is`,
      closed: 'it is closed',
      hasEntries: 'something is booked in it',
      hasDrafts: `${count} ${count === 1 ? 'draft is' : 'drafts are'} dated in it${nameSome(usedBy, count)}`,
      vatSettled: 'the VAT of its periods is settled; take that back first',
      alreadyClosed: 'it is closed already',
      notClosed: 'it is not closed',
      noNextYear: 'there is no next accounting year to carry its balances into',
      nextYearClosed: `the next one, ${otherYear}, is closed`,
      earlierYearOpen: `an earlier one, ${otherYear}, is still open`,
    }[reason];
    const done = { remove: 'removed', close: 'closed', reopen: 'reopened' }[wanted];
    return coded(
      'E10110',
      `The accounting year ${year} cannot be ${done}: ${why}.`,
      reason === 'hasDrafts' ? HOW_TO_CLEAR_DRAFTS : HOW_YEARS_FOLLOW,
      { usedBy, additionalData: { reason } },
    );
  },
  AttachmentNotTaken: ({ mediaType, reason, mostBytes }) =>
    coded(
      'E10240',
      `The file ${WHY_NO_ATTACHMENT[reason](mediaType, mostBytes)}.`,
      'Send the bytes of the file as they are, and its media type as Content-Type.',
    ),
  AttachmentsTooLarge: ({ bytes, room, mostBytes }) =>
    coded(
      'E10590',
      `The attachments of this agreement have at most ${mostBytes} bytes together: there is no room for ${bytes}.`,
      room === 0
        ? 'Remove attachments of drafts that are not needed.'
        : `A file of at most ${room} bytes fits. For more, remove attachments of drafts that are not needed.`,
    ),
  AttachmentStays: ({ voucherId }) =>
    coded(
      'E10450',
      `The voucher ${voucherId} is booked: its attachment can be neither changed nor removed.`,
      'A draft may change its attachment, and a booked voucher may get one that it lacks.',
    ),
  DateNotBookable: ({ date, reason, year, settlementNumber, property = 'date' }) => {
    const settlement = settlementNumber === undefined ? undefined : `VAT settlement ${settlementNumber}`;
    const why = {
      noAccountingYear: 'lies in no accounting year',
      accountingYearClosed: `lies in the accounting year ${year ?? ''}, which is closed`,
      periodBarred: `lies in a period of ${year ?? ''} that is barred${settlement === undefined ? '' : ` by ${settlement}`}`,
    }[reason];
    const remedy = {
      noAccountingYear: 'create the year first',
      accountingYearClosed: 'open the year again',
      periodBarred:
        settlement === undefined
          ? 'unlock the period first'
          : `take ${settlement} back first (DELETE /statements/vat/settlements/${settlementNumber})`,
    }[reason];
    return coded(
      'E10080',
      `Nothing can be booked on ${date}: it ${why}.`,
      `Choose a date in an open accounting year, or ${remedy}.`,
      atFault('E10080', property, `${date} ${why}.`),
    );
  },
  DraftHasNoLines: ({ draft, property = 'lines' }) =>
    coded(
      'E10120',
      `The draft ${draft} has no lines, so there is nothing to book.`,
      'Add lines first.',
      atFault('E10120', property, 'There are no lines.'),
    ),
  LineNamesNoSingleParty: ({ property, named }) =>
    coded(
      'E10140',
      named.length === 0
        ? `${property} names no account, customer or supplier.`
        : `${property} names ${named.join(' and ')}.`,
      'Each line carries exactly one of account, customer and supplier.',
      atFault('E10140', property, `It names ${named.length === 0 ? 'none' : named.join(' and ')}.`),
    ),
  LineSharesOutTwice: ({ property }) =>
    coded(
      'E10130',
      'A line is credited to one department or distributed over several, not both.',
      'Send department or departmentalDistribution.',
      atFault('E10130', property, 'department is given as well.'),
    ),
  VatAccountBarred: ({ property, vatCode }) =>
    coded(
      'E10170',
      `${property} names VAT account ${vatCode}, which is barred.`,
      'Name another VAT account, or unbar this one.',
      atFault('E10170', property, `VAT account ${vatCode} is barred.`),
    ),
  VatAccountInUse: ({ vatCode, attempt, usedBy }) =>
    coded(
      'E10040',
      `VAT account ${vatCode} is referenced${by(usedBy)} and cannot be ${attempt === 'bar' ? 'barred' : 'removed'}.`,
      'Let what refers to it (accounts, lines, products …) name another VAT account first.',
      { usedBy, ...(attempt === 'bar' && atFault('E10040', 'barred', 'The VAT account is referenced.')) },
    ),
  VoucherDoesNotBalance: ({ voucherId, difference, property = 'lines' }) =>
    coded(
      'E10120',
      `${voucherId === undefined ? 'The voucher' : `Voucher ${voucherId}`} does not balance: debit minus credit is ${difference} in base currency.`,
      'Change its lines so that they sum to zero in base currency; debit is positive. What rates leave over is taken by a line that says amountInBaseCurrency in place of its exchangeRate.',
      {
        errors: [
          {
            errorCode: 'E10120',
            message: `The lines sum to ${difference}.`,
            additionalData: { propertyName: property, voucherId, difference: Number(difference) },
          },
        ],
      },
    ),
} satisfies Partial<FailureTable>;

const OTHER_TYPE =
  'Make another account of the type you want; accountType may change within profitAndLoss and status.';

/** Why an account stays, and stays of its type. */
const WHY_ACCOUNT_STAYS = {
  remove: {
    referredTo: {
      is: 'is in use and cannot be removed',
      hint: 'Bar it instead, or remove what refers to it first.',
    },
    closedYear: {
      is: 'has entries in a closed accounting year and cannot be removed',
      hint: 'Bar it instead.',
    },
    takesResult: {
      is: 'takes the result when an accounting year is closed, and cannot be removed',
      hint: 'Give it another name instead, or name an openingAccount for it.',
    },
    postedOn: {
      is: 'is posted on by the service (differences, VAT settlements), and cannot be removed',
      hint: 'Give it another name instead.',
    },
    namedForItsType: { is: 'is in use and cannot be removed', hint: 'Remove what refers to it first.' },
  },
  changeType: {
    referredTo: {
      is: 'is in use: it cannot change between taking entries and giving the chart its shape',
      hint: OTHER_TYPE,
    },
    closedYear: {
      is: 'has entries in a closed accounting year, which was closed by its type: that stays',
      hint: 'Reopen the accounting year first, or make another account of the type you want.',
    },
    takesResult: {
      is: 'takes the result when an accounting year is closed, so it stays of type status',
      hint: 'Make another account of the type you want.',
    },
    postedOn: {
      is: 'is posted on by the service (differences, VAT settlements), so it stays of its type',
      hint: 'Make another account of the type you want.',
    },
    namedForItsType: {
      is: 'is named where only an account of its type fits',
      hint: 'Let what refers to it name another account first, or make another account of the type you want.',
    },
  },
} as const;

const WHY_NO_ATTACHMENT: Readonly<
  Record<'empty' | 'tooLarge' | 'anotherKind', (mediaType: string, mostBytes: number) => string>
> = {
  empty: () => 'is empty',
  tooLarge: (_, mostBytes) => `has more than ${mostBytes} bytes`,
  anotherKind: (mediaType) => `is not ${mediaType}, whatever its Content-Type says`,
};
