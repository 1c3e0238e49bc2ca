// Makes a customer once, whatever happens on the way: the key of the write is on disk before the write is
// sent. Ended in the middle, or without the network, run it again: it sends the same write, and nothing
// happens twice.
//     npx tsx send-once.mts "Lamp House"
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ApiError, connect, ConnectionError } from '@kontor/sdk';

const { KONTOR_URL = '', APP_SECRET_TOKEN = '', AGREEMENT_GRANT_TOKEN = '' } = process.env;
const api = connect(
  KONTOR_URL,
  { appSecretToken: APP_SECRET_TOKEN, agreementGrantToken: AGREEMENT_GRANT_TOKEN },
  { tries: 5, onRetry: ({ attempt, status }) => console.error(`try ${attempt}: ${status ?? 'no answer'}`) },
);
const FILE = 'pending.json';
if (!existsSync(FILE)) {
  const pending = { idempotencyKey: crypto.randomUUID(), name: process.argv[2] ?? '' };
  writeFileSync(FILE, JSON.stringify(pending));
}
const { idempotencyKey, name } = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>;

try {
  const home = await api.home();
  const like = await api.first(home.customers);
  if (like === undefined || name === undefined) throw new Error('a name, and a customer to take after');
  const { customerGroup, currency, paymentTerms, vatZone } = like;
  const draft = { name, customerGroup, currency, paymentTerms, vatZone };
  const made = await api.create(home.customers, draft, { idempotencyKey });
  console.log(`customer ${made.customerNumber}: ${made.name}`);
  rmSync(FILE);
} catch (error) {
  if (error instanceof ConnectionError) console.error(`not known yet, run it again: ${error.message}`);
  else if (error instanceof ApiError) console.error(`${error.message} (logId ${error.logId ?? 'none'})`);
  else throw error;
  process.exitCode = 1;
}
