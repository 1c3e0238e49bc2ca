// Keeps customers.json up to date: each run reads only the customers that were changed since the last one.
//     npx tsx sync-customers.mts
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect, type Customer } from '@kontor/sdk';

const { KONTOR_URL = '', APP_SECRET_TOKEN = '', AGREEMENT_GRANT_TOKEN = '' } = process.env;
const api = connect(KONTOR_URL, {
  appSecretToken: APP_SECRET_TOKEN,
  agreementGrantToken: AGREEMENT_GRANT_TOKEN,
});
const FILE = 'customers.json';
type Kept = { since: string; customers: Record<string, Customer> };

const kept: Kept = existsSync(FILE)
  ? (JSON.parse(readFileSync(FILE, 'utf8')) as Kept)
  : { since: '1970-01-01', customers: {} };
const home = await api.home();

let changed = 0;
const question = { sort: ['lastUpdated'] as const, pageSize: 1000 };
// From the same minute on, as others may have been changed in it since: reading one twice does no harm.
for await (const customer of api.each(home.customers, {
  ...question,
  filter: (c) => c.lastUpdated.gte(kept.since),
})) {
  kept.customers[customer.customerNumber] = customer;
  kept.since = customer.lastUpdated;
  changed += 1;
}
writeFileSync(`${FILE}.new`, JSON.stringify(kept));
renameSync(`${FILE}.new`, FILE);
console.log(`${changed} read, ${Object.keys(kept.customers).length} kept`);
