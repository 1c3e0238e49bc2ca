import { manyCopies } from './many-copies.js';

/** Gives an agreement at least so many customers more, copies of the one with the number 1. */
export function manyCustomers(databaseUrl: string, agreement: number, count: number): Promise<void> {
  const customer = { table: 'customer', key: 'customer_number', number: 1, collection: 'customers' };
  return manyCopies(databaseUrl, agreement, customer, count);
}
