import type { RuleCode } from '@kontor/kernel';
import { DOCS_PLACE } from './problem.js';

/** What to do where a thing exists already, of those that no PUT replaces. */
export const HOW_TO_DIFFER: Readonly<Record<string, string>> = {
  'accounting-years':
    'A year is called by the calendar years of its dates, and no two alike: give it a toDate in the next ' +
    'calendar year.',
};

/** What to do about each rule that was not kept. */
export const HOW_TO_KEEP: Readonly<Record<RuleCode, string>> = {
  E06000:
    'Name a department, or a departmental distribution, that is there: GET /departmental-distributions.',
  E06010: 'Choose another identifier, or replace the existing one with PUT.',
  E10140: 'Let one line name the customer or supplier who pays, is paid, or has sent the invoice.',
  E10160: 'GET /accounts and choose one by its accountType; headings and sums take no entries.',
  E10170: 'Name another VAT account, or bar this one no longer (PUT it with barred false).',
  E10180: 'Bar the customer no longer (PUT it with barred false), or name another one.',
  E10190: 'Read the draft and send its date, or give the draft another date first.',
  E10200:
    'Send exchangeRate: what 100 units of the currency are worth in the base currency, which /self names.',
  E10210: 'Name each thing once.',
  E10220:
    'GET /open-posts shows what is left of each. Match debits with credits of one customer or supplier in one currency.',
  E10230: 'Read the invoice and its credit notes; leave out the lines that are credited already.',
  E10250:
    'Unmatch it first (DELETE its match); credit an invoice instead of reversing its voucher, or, where it ' +
    'stays in other books, book one of negative quantities and match both.',
  E10260:
    'GET /statements/vat/settlements; DELETE the settlement to take it back, or settle the periods that it has not.',
  E10270: 'Settle whole periods: GET /accounting-years/:year/periods shows their dates.',
  E10300: 'Change the percentages; up to ten decimals are taken.',
  E10310: 'GET /vat-zones and choose one with enabledForCustomer, or enabledForSupplier for suppliers.',
  E10320:
    'Share it out over several documents; where one price, cost or rate makes it so large, correct that.',
  E10330: 'Leave it out: it follows from the VAT account, or from the base currency.',
  E10340: 'Name payment terms of any other type for each instalment.',
  E10350: 'Give the line a product, or a description.',
  E10360: 'Give a product group a sales account for that VAT zone (PUT /product-groups/:productGroupNumber).',
  E10370: 'Send an address such as https://app.example.com/start; http is taken on localhost only.',
  E10380: 'GET /payment-types: each type lists its fields with their lengths.',
  E10390: 'GET /departmental-distributions and look at distributionType.',
  E10400: `Take back or remove what is no longer used; ${DOCS_PLACE}/reference/limits lists how many there may be.`,
  E10410: 'Give it a name that nobody takes for the other, or exactly the same one.',
  E10420:
    'Let endDate be the day of startDate or a later one, and name two accounts: of the line, and of the accrual.',
  E10430: 'GET /number-series and choose one by its entryType and allowGaps, or leave it out.',
  E10440:
    'Name the VAT account with the account that it is for, and VAT amounts with the VAT account that they follow from.',
  E10500: 'Choose one below the VAT type: GET /vat-types/:vatTypeNumber/vat-report-setups.',
  E10460: 'Let it run from the lower account number to the higher one.',
  E10470: 'Name another account, or leave it out.',
  E10480:
    'Leave it out: it follows from amount, currency and exchangeRate; the base currency, of rate 100, needs neither.',
  E10490: 'Leave it out: it follows from the dates.',
  E10550:
    'Leave voucherNumber out: the voucher takes the next one. externalDocumentId keeps what it was called.',
  E10560: 'Send it as JSON lines in UTF-8, or as a SIE file of type 4.',
  E10580: 'Bring years in one after the other, the earliest first.',
  E10570: 'Send the file again: an import that was cancelled goes on where it was.',
  E10610:
    'Goods come in by the lines of a supplier invoice with product, quantity and account, or by a stock correction with quantity and unitCost.',
  E10620: 'Give the product another group, or let its group keep stock (PUT it with inventoryEnabled true).',
  E10630:
    'Send the file again when one of them has ended, or cancel one: GET /imports?filter=status$eq:running.',
  E10600: `Give an https address of the public Internet, on port 443 or 8443; ${DOCS_PLACE}/guides/webhooks tells more.`,
  E10910:
    'Enable the webhook; or wait for nextAttempt of the delivery and look at what the receiver answered.',
};
