/** Our own conditions: one code, one condition (decisions.md). Served with their text at `GET /errors`. */
export const ERROR_CODES = {
  E00500: { status: 400, condition: 'Schema validation failed.' },
  E01010: {
    status: 400,
    condition:
      'The filter is not understood, or a property in it is not filterable, or an operator not allowed on it.',
  },
  E01020: { status: 400, condition: 'The sort names a property that is not sortable.' },
  E01030: { status: 400, condition: 'A paging parameter is malformed.' },
  E01040: {
    status: 400,
    condition:
      'A query parameter of a write, or a date of a statement, has a value that it does not take, is not offered here, or is one letter away from one that is known.',
  },
  E02000: { status: 401, condition: 'Credentials are missing.' },
  E02010: { status: 401, condition: 'The app secret token is unknown.' },
  E02020: { status: 401, condition: 'The agreement grant token is unknown, revoked or expired.' },
  E02250: {
    status: 401,
    condition: 'The app secret token and the agreement grant token do not belong together.',
  },
  E03000: { status: 403, condition: 'The roles of the grant do not allow this resource.' },
  E03010: { status: 403, condition: 'The demo agreement is read-only.' },
  E03020: {
    status: 403,
    condition: 'An administrator grant reaches only the self endpoint and the studio module.',
  },
  E04500: {
    status: 400,
    condition:
      'A reference carries neither the number nor the self of what it means, or a self that leads elsewhere.',
  },
  E04740: { status: 400, condition: 'A number has more decimals, or more digits, than can be kept.' },
  E05120: { status: 412, condition: 'The thing was changed since it was read: If-Match does not match.' },
  E06000: {
    status: 400,
    condition: 'The referenced thing does not exist (400 in a body), or the requested one does not (404).',
  },
  E06010: { status: 400, condition: 'A thing with this identifier exists already.' },
  E06600: { status: 400, condition: 'The product is barred.' },
  E09000: {
    status: 400,
    condition: 'The idempotency key is given twice, or is not 1 to 255 printable ASCII characters.',
  },
  E09010: { status: 400, condition: 'The idempotency key was used before for another request.' },
  E10010: {
    status: 400,
    condition: 'The additional expense is used on a draft invoice with an amount that is not zero.',
  },
  E10020: { status: 400, condition: 'The supplied VAT amount is incorrect.' },
  E10030: { status: 400, condition: 'The alias layer has product aliases.' },
  E10040: {
    status: 400,
    condition: 'The VAT account is referenced, so it can be neither removed nor barred.',
  },
  E10050: { status: 400, condition: 'The agreement is blocked or marked for deletion.' },
  E10060: { status: 400, condition: 'There are 200 settings already.' },
  E10070: { status: 400, condition: 'The account is in use.' },
  E10080: {
    status: 400,
    condition: 'The date lies in no accounting year, or in a closed accounting year or period.',
  },
  E10090: { status: 400, condition: 'The account is barred, or blocks direct entries.' },
  E10100: {
    status: 400,
    condition:
      'The accounting year breaks the chain: a gap, an overlap, longer than 18 months, or an end that is not the end of a month.',
  },
  E10110: { status: 400, condition: 'The accounting year cannot be removed, closed or reopened now.' },
  E10120: { status: 400, condition: 'The voucher does not balance, or has no lines that could.' },
  E10130: { status: 400, condition: 'A department and a distribution key are given together.' },
  E10140: {
    status: 400,
    condition:
      'A line names none or several of account, customer and supplier, or none names whom a payment is with.',
  },
  E10150: { status: 400, condition: 'The thing is in use and cannot be removed.' },
  E10160: {
    status: 400,
    condition:
      'The account does not fit this use: a heading, a sum, of the wrong type, or one of departments only.',
  },
  E10170: { status: 400, condition: 'The VAT account is barred.' },
  E10180: { status: 400, condition: 'The customer is barred.' },
  E10190: { status: 400, condition: 'The date of booking is not the date of the draft.' },
  E10200: { status: 400, condition: 'The exchange rate is missing: the currency is not the base currency.' },
  E10210: { status: 400, condition: 'A thing is named twice in one list.' },
  E10220: {
    status: 400,
    condition: 'Posts do not agree: their party, their currency, their sum, or what is left of them.',
  },
  E10230: { status: 400, condition: 'More is credited than is left to credit, or a credit note is.' },
  E10240: { status: 400, condition: 'The file is empty, too large, or not of the kind that is said.' },
  E10250: { status: 400, condition: 'The voucher cannot be reversed, or not now.' },
  E10260: { status: 400, condition: 'The VAT of the period is settled already.' },
  E10270: { status: 400, condition: 'The dates are not the first and the last day of periods.' },
  E10300: { status: 400, condition: 'Percentages that share something out do not sum to 100.' },
  E10310: { status: 400, condition: 'The VAT zone is not enabled for customers, or not for suppliers.' },
  E10320: {
    status: 400,
    condition: 'An amount or a sum that follows from what was given is larger than can be kept.',
  },
  E10330: {
    status: 400,
    condition: 'A rate that may be left out is given, and is not the one that follows.',
  },
  E10340: { status: 400, condition: 'The payment terms of an instalment are a time table themselves.' },
  E10350: { status: 400, condition: 'A line of an invoice has neither a product nor a description.' },
  E10360: {
    status: 400,
    condition: 'No product group has a sales account for the VAT zone of the recipient.',
  },
  E10370: { status: 400, condition: 'The root URL of an app is not a plain https address.' },
  E10380: { status: 400, condition: 'A value does not fit the payment type and its fields.' },
  E10390: { status: 400, condition: 'The departmental distribution is of another type.' },
  E10400: {
    status: 400,
    condition: 'An agreement, a person or an alias layer has as many of these as there may be.',
  },
  E10410: { status: 400, condition: 'The name looks like that of another app of the agreement.' },
  E10420: {
    status: 400,
    condition: 'An accrual ends before it starts, is too long, or has nothing to accrue.',
  },
  E10430: { status: 400, condition: 'The number series does not number documents of this type.' },
  E10440: { status: 400, condition: 'A line says something of VAT that it has no place for.' },
  E10450: { status: 400, condition: 'The voucher is booked: its attachment stays as it is.' },
  E10460: { status: 400, condition: 'A sum or a total of the chart does not run upwards.' },
  E10470: { status: 400, condition: 'An account names itself.' },
  E10480: { status: 400, condition: 'An amount or a rate in the base currency is not the one that follows.' },
  E10490: { status: 400, condition: 'The name of an accounting year is not that of its dates.' },
  E10500: { status: 400, condition: 'The VAT report setup is not one of the VAT type.' },
  E10510: { status: 410, condition: 'The position is not, or no longer, in the events that are kept.' },
  E10550: {
    status: 400,
    condition: 'The number of an imported voucher is below one that its series has given.',
  },
  E10560: { status: 400, condition: 'The file of an import, or a line of it, cannot be read.' },
  E10570: { status: 400, condition: 'The import has ended.' },
  E10580: { status: 400, condition: 'A later year begins with the balances of the one that is imported.' },
  E10590: { status: 400, condition: 'The attachments of the agreement together have too many bytes.' },
  E10600: { status: 400, condition: 'A webhook leads to an address that deliveries may not go to.' },
  E10610: {
    status: 400,
    condition: 'What moves the stock of a product does not say what comes in or goes out.',
  },
  E10620: {
    status: 400,
    condition:
      'The product keeps no stock: its group has not inventoryEnabled, or the agreement not the module.',
  },
  E10630: {
    status: 409,
    condition: 'As many imports of the agreement are running or waiting as there may be.',
  },
  E10650: { status: 400, condition: 'The body names another thing than the URL.' },
  E10660: { status: 400, condition: 'The service made the thing itself: it may be edited, not removed.' },
  E10910: { status: 400, condition: 'The delivery waits for its next attempt, or its webhook is disabled.' },
} as const;

/** A code of ours: one condition each, for good. */
export type ErrorCode = keyof typeof ERROR_CODES;
