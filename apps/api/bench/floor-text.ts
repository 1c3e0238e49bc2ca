/** A product as the floor's table holds it. Prices are whole cents. */
export type FloorRow = {
  readonly number: string;
  readonly name: string;
  readonly description: string | null;
  readonly cost: number | null;
  readonly recommended: number | null;
  readonly sales: number | null;
  readonly bar_code: string | null;
  readonly barred: number;
  readonly unit: number | null;
  readonly product_group: number;
  readonly last_updated: string;
};

/** Which page of which list, for its links. */
export type FloorPage = {
  readonly size: number;
  readonly skip: number;
  readonly found: number;
  readonly all: number;
  /** `filter` and `sort` as they go into links. */
  readonly echo: string;
  readonly isPaged: boolean;
  /** Where the page ended, when the next one can start there. */
  readonly after: string | undefined;
};

export type FloorTexts = {
  product(row: FloorRow): string;
  productAlone(row: FloorRow): string;
  page(rows: readonly FloorRow[], page: FloorPage): string;
};

const UNSAFE = /["\\\u0000-\u001f\u2028\u2029\ud800-\udfff]/;

/**
 * Writes the service's representations by hand: one concatenation for each resource, no intermediate objects.
 */
export function floorTexts(base: string): FloorTexts {
  const members = (row: FloorRow): string =>
    `{"productNumber":${quoted(row.number)},"name":${quoted(row.name)}` +
    (row.description === null ? '' : `,"description":${quoted(row.description)}`) +
    (row.cost === null ? '' : `,"costPrice":${money(row.cost)}`) +
    (row.recommended === null ? '' : `,"recommendedPrice":${money(row.recommended)}`) +
    (row.sales === null ? '' : `,"salesPrice":${money(row.sales)}`) +
    (row.bar_code === null ? '' : `,"barCode":${quoted(row.bar_code)}`) +
    `,"barred":${row.barred === 1},"tags":[]` +
    (row.unit === null ? '' : `,"unit":{"unitNumber":${row.unit},"self":"${base}/units/${row.unit}"}`) +
    `,"productGroup":{"productGroupNumber":${row.product_group},"self":"${base}/product-groups/${row.product_group}"}` +
    `,"lastUpdated":"${row.last_updated}"`;
  const selfOf = (row: FloorRow): string => `${base}/products/${row.number}`;
  const product = (row: FloorRow): string => `${members(row)},"self":"${selfOf(row)}"}`;

  return {
    product,
    productAlone: (row) =>
      `${members(row)},"metaData":{"delete":{"description":"Delete this product.","href":"${selfOf(row)}","httpMethod":"delete"}` +
      `,"replace":{"description":"Replace this product.","href":"${selfOf(row)}","httpMethod":"put"}},"self":"${selfOf(row)}"}`,
    page: (rows, page) => {
      const { size, skip, found, all, echo, isPaged, after } = page;
      const link = (index: number, more = ''): string =>
        `"${base}/products?${echo}skippages=${index}&pagesize=${size}${more}"`;
      const last = Math.max(0, Math.ceil(found / size) - 1);
      const plain = echo === '' ? '' : `?${echo.slice(0, -1)}`;
      let items = '';
      for (const row of rows) items += (items === '' ? '' : ',') + product(row);
      return (
        `{"collection":[${items}],"metaData":{"create":{"description":"Create a new product.","href":"${base}/products","httpMethod":"post"}` +
        `,"find":{"description":"Find one product by its productNumber; route-escape the value."` +
        `,"href":"${base}/products/{productNumber}","httpMethod":"get","templated":true}}` +
        `,"pagination":{"maxPageSizeAllowed":1000,"skipPages":${skip},"pageSize":${size},"results":${found}` +
        `,"resultsWithoutFilter":${all},"firstPage":${link(0)}` +
        (skip > 0 ? `,"previousPage":${link(skip - 1)}` : '') +
        (skip < last
          ? `,"nextPage":${link(skip + 1, after === undefined ? '' : `&after=${(skip + 1) * size}-${ALL_PRODUCTS}-${after}`)}`
          : '') +
        `,"lastPage":${link(last)}},"self":${isPaged ? link(skip) : `"${base}/products${plain}"`}}`
      );
    },
  };
}

/** `selectionOf('products')` of the HTTP adapter, which the floor does not load. */
const ALL_PRODUCTS = 998_789_174;

function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

function quoted(text: string): string {
  return UNSAFE.test(text) ? JSON.stringify(text) : `"${text}"`;
}
