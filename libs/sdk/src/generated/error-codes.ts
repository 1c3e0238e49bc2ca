// Generated from the resource catalogue by tools/generate. Do not edit.

/** One code, one condition. */
export type ErrorCode =
  /** Schema validation failed. */
  | 'E00500'
  /** The filter is not understood, or a property in it is not filterable, or an operator not allowed on it. */
  | 'E01010'
  /** The sort names a property that is not sortable. */
  | 'E01020'
  /** A paging parameter is malformed. */
  | 'E01030'
  /** A query parameter of a write, or a date of a statement, has a value that it does not take, is not offered here, or is one letter away from one that is known. */
  | 'E01040'
  /** Credentials are missing. */
  | 'E02000'
  /** The app secret token is unknown. */
  | 'E02010'
  /** The agreement grant token is unknown, revoked or expired. */
  | 'E02020'
  /** The app secret token and the agreement grant token do not belong together. */
  | 'E02250'
  /** The roles of the grant do not allow this resource. */
  | 'E03000'
  /** The demo agreement is read-only. */
  | 'E03010'
  /** An administrator grant reaches only the self endpoint and the studio module. */
  | 'E03020'
  /** A reference carries neither the number nor the self of what it means, or a self that leads elsewhere. */
  | 'E04500'
  /** A number has more decimals, or more digits, than can be kept. */
  | 'E04740'
  /** The thing was changed since it was read: If-Match does not match. */
  | 'E05120'
  /** The referenced thing does not exist (400 in a body), or the requested one does not (404). */
  | 'E06000'
  /** A thing with this identifier exists already. */
  | 'E06010'
  /** The product is barred. */
  | 'E06600'
  /** The idempotency key is given twice, or is not 1 to 255 printable ASCII characters. */
  | 'E09000'
  /** The idempotency key was used before for another request. */
  | 'E09010'
  /** The additional expense is used on a draft invoice with an amount that is not zero. */
  | 'E10010'
  /** The supplied VAT amount is incorrect. */
  | 'E10020'
  /** The alias layer has product aliases. */
  | 'E10030'
  /** The VAT account is referenced, so it can be neither removed nor barred. */
  | 'E10040'
  /** The agreement is blocked or marked for deletion. */
  | 'E10050'
  /** There are 200 settings already. */
  | 'E10060'
  /** The account is in use. */
  | 'E10070'
  /** The date lies in no accounting year, or in a closed accounting year or period. */
  | 'E10080'
  /** The account is barred, or blocks direct entries. */
  | 'E10090'
  /** The accounting year breaks the chain: a gap, an overlap, longer than 18 months, or an end that is not the end of a month. */
  | 'E10100'
  /** The accounting year cannot be removed, closed or reopened now. */
  | 'E10110'
  /** The voucher does not balance, or has no lines that could. */
  | 'E10120'
  /** A department and a distribution key are given together. */
  | 'E10130'
  /** A line names none or several of account, customer and supplier, or none names whom a payment is with. */
  | 'E10140'
  /** The thing is in use and cannot be removed. */
  | 'E10150'
  /** The account does not fit this use: a heading, a sum, of the wrong type, or one of departments only. */
  | 'E10160'
  /** The VAT account is barred. */
  | 'E10170'
  /** The customer is barred. */
  | 'E10180'
  /** The date of booking is not the date of the draft. */
  | 'E10190'
  /** The exchange rate is missing: the currency is not the base currency. */
  | 'E10200'
  /** A thing is named twice in one list. */
  | 'E10210'
  /** Posts do not agree: their party, their currency, their sum, or what is left of them. */
  | 'E10220'
  /** More is credited than is left to credit, or a credit note is. */
  | 'E10230'
  /** The file is empty, too large, or not of the kind that is said. */
  | 'E10240'
  /** The voucher cannot be reversed, or not now. */
  | 'E10250'
  /** The VAT of the period is settled already. */
  | 'E10260'
  /** The dates are not the first and the last day of periods. */
  | 'E10270'
  /** Percentages that share something out do not sum to 100. */
  | 'E10300'
  /** The VAT zone is not enabled for customers, or not for suppliers. */
  | 'E10310'
  /** An amount or a sum that follows from what was given is larger than can be kept. */
  | 'E10320'
  /** A rate that may be left out is given, and is not the one that follows. */
  | 'E10330'
  /** The payment terms of an instalment are a time table themselves. */
  | 'E10340'
  /** A line of an invoice has neither a product nor a description. */
  | 'E10350'
  /** No product group has a sales account for the VAT zone of the recipient. */
  | 'E10360'
  /** The root URL of an app is not a plain https address. */
  | 'E10370'
  /** A value does not fit the payment type and its fields. */
  | 'E10380'
  /** The departmental distribution is of another type. */
  | 'E10390'
  /** An agreement, a person or an alias layer has as many of these as there may be. */
  | 'E10400'
  /** The name looks like that of another app of the agreement. */
  | 'E10410'
  /** An accrual ends before it starts, is too long, or has nothing to accrue. */
  | 'E10420'
  /** The number series does not number documents of this type. */
  | 'E10430'
  /** A line says something of VAT that it has no place for. */
  | 'E10440'
  /** The voucher is booked: its attachment stays as it is. */
  | 'E10450'
  /** A sum or a total of the chart does not run upwards. */
  | 'E10460'
  /** An account names itself. */
  | 'E10470'
  /** An amount or a rate in the base currency is not the one that follows. */
  | 'E10480'
  /** The name of an accounting year is not that of its dates. */
  | 'E10490'
  /** The VAT report setup is not one of the VAT type. */
  | 'E10500'
  /** The position is not, or no longer, in the events that are kept. */
  | 'E10510'
  /** The number of an imported voucher is below one that its series has given. */
  | 'E10550'
  /** The file of an import, or a line of it, cannot be read. */
  | 'E10560'
  /** The import has ended. */
  | 'E10570'
  /** A later year begins with the balances of the one that is imported. */
  | 'E10580'
  /** The attachments of the agreement together have too many bytes. */
  | 'E10590'
  /** A webhook leads to an address that deliveries may not go to. */
  | 'E10600'
  /** What moves the stock of a product does not say what comes in or goes out. */
  | 'E10610'
  /** The product keeps no stock: its group has not inventoryEnabled, or the agreement not the module. */
  | 'E10620'
  /** As many imports of the agreement are running or waiting as there may be. */
  | 'E10630'
  /** The body names another thing than the URL. */
  | 'E10650'
  /** The service made the thing itself: it may be edited, not removed. */
  | 'E10660'
  /** The delivery waits for its next attempt, or its webhook is disabled. */
  | 'E10910'
  /** One that is newer than this package. */
  | (string & {});
