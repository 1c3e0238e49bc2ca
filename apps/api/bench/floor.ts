/**
 * The floor: the least Koa and mysql2 code that answers what the bench asks, correctly and for many
 * agreements. It takes DATABASE_URL, DATABASE_POOL, PORT and BASE_URL. It checks two tokens, and nothing
 * else: no roles, no other fields, no other filters.
 */
import type { IncomingMessage } from 'node:http';
import Koa, { type Context } from 'koa';
import { createPool, type PoolConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import { bookTexts, type EntryRow, type VoucherLine } from './floor-book-text.js';
import { floorTexts, type FloorRow } from './floor-text.js';

const { DATABASE_URL = '', DATABASE_POOL = '8', PORT = '', BASE_URL = '' } = process.env;

const COLUMNS =
  'number,name,description,cost,recommended,sales,bar_code,barred,unit,product_group,last_updated';
const CREDENTIALS_MS = 5000;
const FILTER = /^name\$like:\*([^$*]+)\*\$and:salesPrice\$gt:([\d.]+)$/;

const pool = createPool({ uri: DATABASE_URL, connectionLimit: Number(DATABASE_POOL) });
const texts = floorTexts(BASE_URL);
const bookText = bookTexts(BASE_URL);

type Found = FloorRow & RowDataPacket;
type Counted = RowDataPacket & { readonly n: number };

async function rowsOf<A extends RowDataPacket>(
  sql: string,
  values: readonly (string | number)[],
): Promise<A[]> {
  const [rows] = await pool.execute<A[]>(sql, [...values]);
  return rows;
}

const callers = new Map<string, { readonly agreement: number; readonly until: number }>();

async function agreementOf({ headers }: IncomingMessage): Promise<number | undefined> {
  const app = headers['x-appsecrettoken'];
  const grant = headers['x-agreementgranttoken'];
  if (typeof app !== 'string' || typeof grant !== 'string') return undefined;
  const pair = `${app}\n${grant}`;
  const known = callers.get(pair);
  if (known !== undefined && known.until > Date.now()) return known.agreement;
  const [row] = await rowsOf<RowDataPacket & { readonly id: number }>(
    'SELECT id FROM agreement WHERE grant_token=? AND app_token=?',
    [grant, app],
  );
  if (row !== undefined) callers.set(pair, { agreement: row.id, until: Date.now() + CREDENTIALS_MS });
  return row?.id;
}

/** How many products an agreement has, counted once and then kept in this process. */
const counts = new Map<number, number>();

async function countOf(agreement: number): Promise<number> {
  const known = counts.get(agreement);
  if (known !== undefined) return known;
  const [row] = await rowsOf<Counted>('SELECT COUNT(*) n FROM product WHERE agreement=?', [agreement]);
  const count = row?.n ?? 0;
  counts.set(agreement, count);
  return count;
}

function answer(ctx: Context, status: number, body: string): void {
  ctx.status = status;
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = body;
}

function refuse(ctx: Context, status: number, message: string): void {
  answer(ctx, status, JSON.stringify({ message, httpStatusCode: status }));
}

async function getProduct(ctx: Context, agreement: number, number: string): Promise<void> {
  const [row] = await rowsOf<Found>(`SELECT ${COLUMNS} FROM product WHERE agreement=? AND number=?`, [
    agreement,
    number,
  ]);
  if (row === undefined) refuse(ctx, 404, 'no such product');
  else answer(ctx, 200, texts.productAlone(row));
}

async function listProducts(ctx: Context, agreement: number, query: URLSearchParams): Promise<void> {
  const size = Math.min(Number(query.get('pagesize') ?? 20), 1000);
  const skip = Number(query.get('skippages') ?? 0);
  const isPaged = query.has('pagesize') || query.has('skippages');
  const filter = query.get('filter');
  if (filter !== null) return searchProducts(ctx, agreement, { filter, query, size, skip });
  const rows = await rowsOf<Found>(
    `SELECT ${COLUMNS} FROM product WHERE agreement=? ORDER BY number LIMIT ${size} OFFSET ${size * skip}`,
    [agreement],
  );
  const all = await countOf(agreement);
  const last = rows.at(-1)?.number.toLowerCase();
  const after = last === undefined ? undefined : Buffer.from(JSON.stringify(last)).toString('base64url');
  answer(ctx, 200, texts.page(rows, { size, skip, found: all, all, echo: '', isPaged, after }));
}

type Search = {
  readonly filter: string;
  readonly query: URLSearchParams;
  readonly size: number;
  readonly skip: number;
};

async function searchProducts(
  ctx: Context,
  agreement: number,
  { filter, query, size, skip }: Search,
): Promise<void> {
  const [, word, price] = FILTER.exec(filter) ?? [];
  if (word === undefined) return refuse(ctx, 400, 'the floor knows one filter');
  const rows = await rowsOf<Found & Counted>(
    `SELECT ${COLUMNS}, COUNT(*) OVER () n FROM product WHERE agreement=? AND name LIKE ? AND sales>?
     ORDER BY sales DESC, number LIMIT ${size} OFFSET ${size * skip}`,
    [agreement, `%${word}%`, Math.round(Number(price) * 100)],
  );
  const echo = `filter=${encodeURIComponent(filter)}&sort=${encodeURIComponent(query.get('sort') ?? '')}&`;
  const all = await countOf(agreement);
  const found = rows[0]?.n ?? 0;
  answer(ctx, 200, texts.page(rows, { size, skip, found, all, echo, isPaged: true, after: undefined }));
}

/** What a client sends to create a product, as far as the floor looks. */
type Sent = {
  readonly productNumber?: unknown;
  readonly name?: unknown;
  readonly description?: string;
  readonly costPrice?: number;
  readonly recommendedPrice?: number;
  readonly salesPrice?: number;
  readonly barCode?: string;
  readonly barred?: boolean;
  readonly unit?: { readonly unitNumber: number };
  readonly productGroup?: { readonly productGroupNumber?: unknown };
};

async function createProduct(ctx: Context, agreement: number): Promise<void> {
  const sent = JSON.parse(await bodyOf(ctx.req)) as Sent;
  const { productNumber, name, productGroup } = sent;
  const group = productGroup?.productGroupNumber;
  if (!isText(productNumber, 25) || !isText(name, 300) || !Number.isInteger(group)) {
    return refuse(ctx, 400, 'not a product');
  }
  const row: FloorRow = {
    number: productNumber,
    name,
    description: sent.description ?? null,
    cost: centsOf(sent.costPrice),
    recommended: centsOf(sent.recommendedPrice),
    sales: centsOf(sent.salesPrice),
    bar_code: sent.barCode ?? null,
    barred: sent.barred === true ? 1 : 0,
    unit: sent.unit?.unitNumber ?? null,
    product_group: group as number,
    last_updated: `${new Date().toISOString().slice(0, 16)}:00Z`,
  };
  await pool.execute<ResultSetHeader>('INSERT INTO product VALUES (?,?,?,?,?,?,?,?,?,?,?,?)', [
    agreement,
    ...Object.values(row),
  ]);
  const known = counts.get(agreement);
  if (known !== undefined) counts.set(agreement, known + 1);
  ctx.set('Location', `${BASE_URL}/products/${productNumber}`);
  answer(ctx, 201, texts.product(row));
}

const ENTRY =
  'account,amount,base_amount,currency,date,entry_number,entry_type,text,vat_code,vat_part,vat_rate,voucher_number,voucher_id,series,customer,supplier,due_date';
/** Of finance vouchers, which are all that is booked here. */
const SERIES = 1;

type FoundEntry = EntryRow & RowDataPacket;

const entryCounts = new Map<string, number>();

async function listEntries(
  ctx: Context,
  agreement: number,
  year: string,
  query: URLSearchParams,
): Promise<void> {
  const size = Math.min(Number(query.get('pagesize') ?? 20), 1000);
  const skip = Number(query.get('skippages') ?? 0);
  const after = query.get('after');
  const position = after?.replace(/^\d+-\d+-/, '') ?? '';
  const own = 'FROM entry WHERE agreement=? AND year=?';
  const rows =
    after === null
      ? await rowsOf<FoundEntry>(
          `SELECT ${ENTRY} ${own} ORDER BY entry_number LIMIT ${size} OFFSET ${size * skip}`,
          [agreement, year],
        )
      : await rowsOf<FoundEntry>(
          `SELECT ${ENTRY} ${own} AND entry_number>? ORDER BY entry_number LIMIT ${size}`,
          [agreement, year, Number(Buffer.from(position, 'base64url').toString())],
        );
  const name = `${agreement} ${year}`;
  let all = entryCounts.get(name);
  if (all === undefined) {
    const [row] = await rowsOf<Counted>(`SELECT COUNT(*) n ${own}`, [agreement, year]);
    entryCounts.set(name, (all = row?.n ?? 0));
  }
  answer(ctx, 200, bookText.entries(rows, { year, size, skip, all, after }));
}

type Sum = RowDataPacket & { readonly account: number; readonly low: number; readonly high: number };

/** The sum accounts of an agreement, read once and then kept in this process. */
const sums = new Map<number, readonly Sum[]>();

async function listTotals(ctx: Context, agreement: number, year: string): Promise<void> {
  const booked = await rowsOf<RowDataPacket & { readonly account: number; readonly total: number }>(
    'SELECT account, CAST(SUM(total) AS SIGNED) total FROM period_total WHERE agreement=? AND year=? GROUP BY account',
    [agreement, year],
  );
  let over = sums.get(agreement);
  if (over === undefined) {
    over = await rowsOf<Sum>('SELECT account, low, high FROM sum_account WHERE agreement=?', [agreement]);
    sums.set(agreement, over);
  }
  const totals = new Map<number, number>();
  for (const { account, low, high } of over) {
    let sum = totals.get(account) ?? 0;
    // None where the account adds up no others.
    if (low <= high)
      for (const one of booked) if (one.account >= low && one.account <= high) sum += one.total;
    totals.set(account, sum);
  }
  for (const { account, total } of booked) totals.set(account, total);
  answer(
    ctx,
    200,
    bookText.totals(
      [...totals].sort(([one], [other]) => one - other),
      year,
    ),
  );
}

async function transaction<A>(work: (db: PoolConnection) => Promise<A>): Promise<A> {
  const db = await pool.getConnection();
  try {
    await db.query('START TRANSACTION');
    const result = await work(db);
    await db.query('COMMIT');
    return result;
  } catch (error) {
    await db.query('ROLLBACK');
    throw error;
  } finally {
    db.release();
  }
}

type SentVoucher = {
  readonly date?: unknown;
  readonly lines?: readonly {
    readonly account: { readonly accountNumber: number };
    readonly amount: number;
    readonly text?: string;
  }[];
};
type Numbers = RowDataPacket & {
  readonly voucher_id: number;
  readonly voucher_number: number;
  readonly entry_number: number;
};

/** A draft is one row; its numbers come from the agreement's counter row. */
async function draftVoucher(ctx: Context, agreement: number): Promise<void> {
  const { date, lines = [] } = JSON.parse(await bodyOf(ctx.req)) as SentVoucher;
  if (!isText(date, 10) || lines.length === 0) return refuse(ctx, 400, 'not a voucher');
  const made = await transaction(async (db) => {
    await db.execute(
      'UPDATE counter SET voucher_id=voucher_id+1, voucher_number=voucher_number+1, entry_number=entry_number+? WHERE agreement=?',
      [lines.length, agreement],
    );
    const [[numbers]] = await db.execute<Numbers[]>(
      'SELECT voucher_id, voucher_number, entry_number FROM counter WHERE agreement=?',
      [agreement],
    );
    if (numbers === undefined) throw new Error('an agreement without numbers');
    const numbered = lines.map(({ account, amount, text }, index): VoucherLine => ({
      account: account.accountNumber,
      amount: Math.round(amount * 100),
      text,
      number: numbers.entry_number - lines.length + index + 1,
    }));
    const { voucher_id: id, voucher_number: number } = numbers;
    await db.execute('INSERT INTO voucher VALUES (?,?,?,?,0,?)', [
      agreement,
      id,
      number,
      date,
      JSON.stringify(numbered),
    ]);
    return { id, number, date, lines: numbered };
  });
  ctx.set('Location', `${BASE_URL}/vouchers/drafts/${made.id}`);
  answer(ctx, 201, bookText.voucher(made, false));
}

type FoundVoucher = RowDataPacket & {
  readonly voucher_number: number;
  readonly date: string;
  readonly line_json: string;
};

/**
 * One bare transaction: entries inserted, the voucher marked, period totals
 * raised in the order of their keys.
 */
async function bookVoucher(ctx: Context, agreement: number): Promise<void> {
  const { voucherId: id } = JSON.parse(await bodyOf(ctx.req)) as { readonly voucherId?: number };
  if (!Number.isInteger(id)) return refuse(ctx, 400, 'which voucher?');
  const booked = await transaction(async (db) => {
    const [[found]] = await db.execute<FoundVoucher[]>(
      'SELECT voucher_number, date, line_json FROM voucher WHERE agreement=? AND booked=0 AND voucher_id=? FOR UPDATE',
      [agreement, id as number],
    );
    if (found === undefined) return undefined;
    const { date, voucher_number: number } = found;
    const lines = JSON.parse(found.line_json) as readonly VoucherLine[];
    const year = Number(date.slice(0, 4));
    const period = Number(date.slice(5, 7));
    const raised = new Map<number, number>();
    const entries = lines.flatMap((line) => {
      raised.set(line.account, (raised.get(line.account) ?? 0) + line.amount);
      // prettier-ignore
      return [
        agreement, year, line.number, period, line.account, date, line.amount, line.amount,
        'EUR', 'financeVoucher', null, null, null, number, line.text ?? null, id as number, SERIES, null, null, null,
      ];
    });
    const totals = [...raised].sort(([one], [other]) => one - other);
    await db.execute('UPDATE voucher SET booked=1 WHERE agreement=? AND voucher_id=?', [
      agreement,
      id as number,
    ]);
    await db.execute(
      `INSERT INTO entry VALUES ${lines.map(() => '(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)').join(',')}`,
      entries,
    );
    await db.execute(
      `INSERT INTO period_total VALUES ${totals.map(() => '(?,?,?,?,?)').join(',')} ON DUPLICATE KEY UPDATE total=total+VALUES(total)`,
      totals.flatMap(([account, total]) => [agreement, year, account, period, total]),
    );
    return { id: id as number, number, date, lines };
  });
  if (booked === undefined) return refuse(ctx, 404, 'no such draft');
  const name = `${agreement} ${booked.date.slice(0, 4)}`;
  const known = entryCounts.get(name);
  if (known !== undefined) entryCounts.set(name, known + booked.lines.length);
  ctx.set('Location', `${BASE_URL}/vouchers/booked/${booked.id}`);
  answer(ctx, 201, bookText.voucher(booked, true));
}

const OF_YEAR = /^\/accounting-years\/(\d+)\/(entries|totals)$/;

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
    request.on('error', reject);
  });
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= max;
}

function centsOf(price: number | undefined): number | null {
  return price === undefined ? null : Math.round(price * 100);
}

const app = new Koa();
app.use(async (ctx) => {
  const { url = '/', method } = ctx.req;
  const agreement = await agreementOf(ctx.req);
  if (agreement === undefined) return refuse(ctx, 401, 'missing or wrong tokens');
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  if (path === '/products' && method === 'POST') return createProduct(ctx, agreement);
  if (path === '/products')
    return listProducts(ctx, agreement, new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)));
  if (path.startsWith('/products/')) return getProduct(ctx, agreement, path.slice('/products/'.length));
  if (path === '/vouchers/drafts/finance-vouchers' && method === 'POST') return draftVoucher(ctx, agreement);
  if (path === '/vouchers/booked' && method === 'POST') return bookVoucher(ctx, agreement);
  const [, year, which] = OF_YEAR.exec(path) ?? [];
  if (year !== undefined && which === 'totals') return listTotals(ctx, agreement, year);
  if (year !== undefined)
    return listEntries(ctx, agreement, year, new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)));
  return refuse(ctx, 404, 'no such resource');
});
const server = app.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
