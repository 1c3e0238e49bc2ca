// Adds up the entries of a year, account by account: debit and credit are equal, or something is wrong.
//     npx tsx trial-balance.mts 2026
import { connect } from '@kontor/sdk';

const { KONTOR_URL = '', APP_SECRET_TOKEN = '', AGREEMENT_GRANT_TOKEN = '' } = process.env;
const api = connect(KONTOR_URL, {
  appSecretToken: APP_SECRET_TOKEN,
  agreementGrantToken: AGREEMENT_GRANT_TOKEN,
});
const home = await api.home();
const year = await api.find(home.accountingYears, { year: process.argv[2] ?? '' });

const names = new Map<number, string>();
for await (const account of api.each(home.accounts, { pageSize: 1000 }))
  names.set(account.accountNumber, account.name);

// Cents are whole numbers: sums of them are exact.
const cents = new Map<number, number>();
for await (const entry of api.each(year.entries, { pageSize: 1000 })) {
  const { accountNumber } = entry.account;
  const sum = cents.get(accountNumber) ?? 0;
  cents.set(accountNumber, sum + Math.round(entry.amountInBaseCurrency * 100));
}

const sorted = [...cents].sort(([a], [b]) => a - b);
for (const [number, sum] of sorted) {
  const amount = (Math.abs(sum) / 100).toFixed(2).padStart(14);
  console.log(`${number} ${(names.get(number) ?? '').padEnd(32)} ${sum < 0 ? ' '.repeat(14) : ''}${amount}`);
}
const total = sorted.reduce((all, [, sum]) => all + sum, 0);
console.log(total === 0 ? 'it balances' : `it is out by ${total / 100}`);
if (total !== 0) process.exitCode = 1;
