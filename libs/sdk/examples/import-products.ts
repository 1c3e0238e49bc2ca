/**
 * Imports products from a CSV file, under a progress bar:
 *
 *     npx tsx import-products.ts products.csv
 *
 * The first line names the columns: productNumber, name and productGroup (its name), and where you have them
 * salesPrice, costPrice, barCode and unit (its name). A product that is there already is changed and keeps
 * what the file does not name, so the same file can be imported again. What cannot be imported is told with
 * its line; the rest is imported all the same.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { ApiError, expand, NotFoundError } from '@kontor/sdk';
import { api } from './connection.js';

type Row = { readonly productNumber: string; readonly name: string; readonly productGroup: string } & Partial<
  Record<'salesPrice' | 'costPrice' | 'barCode' | 'unit', string>
>;

const [, , path = 'products.csv'] = process.argv;
const rows = parse<Row>(readFileSync(path), { columns: true, bom: true, trim: true, skip_empty_lines: true });

const home = await api.home();
const groups = await byName(api.each(home.productGroups));
const units = await byName(api.each(home.units));

const problems: string[] = [];
for (const [index, row] of rows.entries()) {
  try {
    await importRow(row);
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof RangeError)) throw error;
    problems.push(`line ${index + 2}: ${error.message}`);
  }
  showProgress(index + 1, rows.length);
}
for (const problem of problems) console.error(problem);
console.log(`${rows.length - problems.length} of ${rows.length} products imported`);
if (problems.length > 0) process.exitCode = 1;

/**
 * Writes to where the product is or will be: the number is ours to choose,
 * and the service makes the address of it.
 */
async function importRow({ productNumber, name, productGroup, unit, ...cells }: Row): Promise<void> {
  const address = expand(home.product, { productNumber });
  const known = await api.follow(address).catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });
  await api.replace(known ?? address, {
    ...known,
    name,
    productGroup: named('product group', groups, productGroup),
    ...(given(unit) && { unit: named('unit', units, unit) }),
    ...(given(cells.salesPrice) && { salesPrice: numberIn(cells.salesPrice) }),
    ...(given(cells.costPrice) && { costPrice: numberIn(cells.costPrice) }),
    ...(given(cells.barCode) && { barCode: cells.barCode }),
  });
}

async function byName<T extends { readonly name: string }>(
  items: AsyncIterable<T>,
): Promise<ReadonlyMap<string, T>> {
  const found = new Map<string, T>();
  for await (const item of items) found.set(item.name, item);
  return found;
}

function named<T>(what: string, items: ReadonlyMap<string, T>, name: string): T {
  const item = items.get(name);
  if (item === undefined) throw new RangeError(`There is no ${what} ${name}.`);
  return item;
}

function given(cell: string | undefined): cell is string {
  return cell !== undefined && cell !== '';
}

function numberIn(cell: string): number {
  if (!/^-?\d+(\.\d+)?$/.test(cell)) throw new RangeError(`${cell} is no number; write 12.5.`);
  return Number(cell);
}

function showProgress(done: number, of: number): void {
  const bar = '#'.repeat(Math.round((done / of) * 30)).padEnd(30, '.');
  process.stderr.write(`\r[${bar}] ${done}/${of}${done === of ? '\n' : ''}`);
}
