import { printable } from '../../text-table.js';
import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js';
import type { FullDate } from '@kontor/kernel';
import { firstYear, lastOfFirstYear } from '@kontor/api';
import { USUAL_MODULES } from '@kontor/studio';
import { defaulted, flag, option, required, type Reading } from '../../arguments.js';
import { command } from '../../command.js';
import { agreementRefused, modulesOption, newAgreement } from '../../new-agreement.js';
import { currencyCode, readFullDate, identifier, nameOf } from '../../readers.js';

/** Reads a day on which books can begin: the dates of an accounting year have four digits of the year. */
const readFirstDay = (text: string): Reading<FullDate> => {
  const read = readFullDate(text);
  return isRight(read) && lastOfFirstYear(read.right) === undefined
    ? left(`must be 9999-01-31 or before, so that the year ends by 9999-12-31, but is "${text}"`)
    : read;
};

/** `kontor agreement create`; prints its number. */
export const makeAgreement = command({
  name: 'create',
  makesDatabase: true,
  says: 'makes an agreement with empty books',
  options: {
    name: required('NAME', 'the name of the agreement', nameOf(250)),
    'first-year-from': option(
      'YYYY-MM-DD',
      'first day of the first accounting year, which lasts to the end of its twelfth month; none when left out',
      readFirstDay,
    ),
    'base-currency': defaulted('CODE', 'the currency of the books', 'EUR', currencyCode),
    modules: modulesOption(USUAL_MODULES),
    administrator: flag('make an administrator agreement, which works with the books of its clients'),
    'client-of': option('N', 'the administrator agreement that may work with its books', identifier),
  },
  run: async (context, given) => {
    const asked = {
      name: given.name,
      baseCurrency: given['base-currency'],
      modules: given.modules,
      isAdministrator: given.administrator,
      administratorNumber: given['client-of'],
    };
    const fromDate = given['first-year-from'];
    const made = await newAgreement(context, asked, async (books) => {
      if (fromDate !== undefined) await firstYear(books, fromDate);
    })();
    if (isLeft(made)) return left(agreementRefused(made.left));
    const { agreementNumber, ...rest } = made.right;
    const { name } = rest;
    return right({
      json: { agreementNumber, ...rest },
      text: `Agreement ${agreementNumber} (${printable(name)}) is made.\n`,
    });
  },
});
