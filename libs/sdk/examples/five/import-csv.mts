// Imports products from a CSV file (number;name;price;group), a thousand at a time: all of a batch, or none.
//     npx tsx import-csv.mts products.csv
import { readFileSync } from 'node:fs';
import { BadRequestError, connect } from '@kontor/sdk';

const { KONTOR_URL = '', APP_SECRET_TOKEN = '', AGREEMENT_GRANT_TOKEN = '' } = process.env;
const api = connect(KONTOR_URL, {
  appSecretToken: APP_SECRET_TOKEN,
  agreementGrantToken: AGREEMENT_GRANT_TOKEN,
});
const home = await api.home();

const lines = readFileSync(process.argv[2] ?? 'products.csv', 'utf8')
  .trim()
  .split(/\r?\n/)
  .slice(1);
const drafts = lines.map((line) => {
  const [productNumber = '', name = '', price = '', group = ''] = line.split(';');
  const productGroup = { productGroupNumber: Number(group) };
  return { productNumber, name, salesPrice: Number(price), productGroup };
});

for (let at = 0; at < drafts.length; at += 1000) {
  try {
    const made = await api.createAll(home.products, drafts.slice(at, at + 1000));
    console.log(`${made.length} products imported`);
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error;
    const index = Number(error.additionalData['index'] ?? 0);
    console.error(`line ${at + index + 2}: ${error.message}`);
    process.exitCode = 1;
  }
}
