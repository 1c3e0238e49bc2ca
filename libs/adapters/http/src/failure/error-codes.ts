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
  E04500: { status: 400, condition: 'A reference carries neither the number nor the self of what it means.' },
  E04740: { status: 400, condition: 'A number has more decimals than can be kept.' },
  E05120: { status: 412, condition: 'The thing was changed since it was read: If-Match does not match.' },
  E06000: {
    status: 400,
    condition: 'The referenced thing does not exist (400 in a body), or the requested one does not (404).',
  },
  E06010: { status: 400, condition: 'A thing with this identifier exists already.' },
  E06600: { status: 400, condition: 'The product is barred.' },
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
  E10140: { status: 400, condition: 'A line names none or several of account, customer and supplier.' },
  E10150: { status: 400, condition: 'The thing is in use and cannot be removed.' },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
