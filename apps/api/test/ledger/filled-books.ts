import { expect } from 'chai';
import { booked as bookInvoice, drafted } from '../sales/an-invoice.js';
import type { Client } from '../support/running-service.js';
import type { Answered } from '../support/service-under-test.js';
import { bookedPost, YEAR } from './posts.js';
import { aTransfer, booked, lastYear } from './the-books.js';

/**
 * Books in which nearly everything is that books can have, of a client with `internationalLedger` and
 * `inventory`: the number of a finance voucher among them, of one line.
 */
export async function filledBooks(ours: Client): Promise<number> {
  const year = await lastYear(ours);
  const { body } = await booked(
    ours,
    aTransfer(year.on('05-05'), {
      lines: [
        {
          account: { accountNumber: 5830 },
          amount: 100,
          contraAccount: { accountNumber: 5810 },
          text: 'Rent',
        },
      ],
    }),
  );
  const voucherId = body.voucherId as number;
  for (let time = 0; time < 3; time += 1) await bookInvoice(ours, { date: `${YEAR}-05-05` });
  await drafted(ours);
  await bookedPost(ours, 'payment', { amount: -20 });
  const owed = await bookedPost(ours, 'invoice', { amount: 30 });
  const got = await bookedPost(ours, 'payment', { amount: -30 });
  expect((await ours.post('/matches', { posts: [owed, got] })).status).to.equal(201);
  await ours.post('/units', { name: 'piece' });
  await moreBooks(ours);
  const opening = await ours.post('/opening-balances/drafts', {
    date: year.on('01-01'),
    lines: [{ account: { accountNumber: 5810 }, amountInBaseCurrency: 12 }],
  });
  const { voucherId: id, date } = opening.body;
  expect((await ours.post('/opening-balances/booked', { voucherId: id, date })).status).to.equal(201);
  // What changes nothing is told by no event, and its record stands alone.
  for (let time = 0; time < 2; time += 1) await ours.put('/units/1', { name: 'piece' });
  return voucherId;
}

/** A match in dollars, goods, accruals, a reversal, a credit note, and a closed year. */
async function moreBooks(ours: Client): Promise<void> {
  const made = async (path: string, body: object, status = 201): Promise<Answered['body']> => {
    const answer = await ours.post(path, body);
    expect(answer.status, answer.text).to.equal(status);
    return answer.body;
  };
  const dollars = (amount: number, exchangeRate: number) => ({ amount, currency: 'USD', exchangeRate });
  const owed = await bookedPost(ours, 'invoice', dollars(100, 90));
  const got = await bookedPost(ours, 'payment', dollars(-50, 92.15));
  await made('/matches', { posts: [owed, got] });
  const bill = {
    supplier: { supplierNumber: 1 },
    amount: -1250,
    contraAccount: { accountNumber: 1620 },
    product: { productNumber: '1001' },
    quantity: 10,
    accruals: {
      account: { accountNumber: 5750 },
      startDate: `${YEAR}-02-15`,
      endDate: `${YEAR}-04-10`,
    },
  };
  const date = `${YEAR}-02-10`;
  const { voucherId } = await made('/vouchers/drafts/supplier-invoices', { date, lines: [bill] });
  await made('/vouchers/booked', { voucherId, date });
  const back = { supplier: { supplierNumber: 1 }, amount: -80, contraAccount: { accountNumber: 1620 } };
  const goods = { ...back, product: { productNumber: '1001' }, quantity: 4 };
  const draft = await made('/vouchers/drafts/supplier-invoices', { date, lines: [goods] });
  await made('/vouchers/booked', { voucherId: draft.voucherId, date });
  await made(`/vouchers/booked/${draft.voucherId}/reversal`, { date });
  const { voucherId: reversed } = await bookedPost(ours, 'invoice', { amount: 70 });
  await made(`/vouchers/booked/${reversed}/reversal`, { date: `${YEAR}-05-02` });
  const { id } = await made('/v2/invoices/booked/3/credit-notes', {});
  await made('/v2/invoices/booked', { id });
  const before = `${YEAR - 1}-05-05`;
  await booked(ours, { date: before, lines: [{ ...transferred, contraAccount: { accountNumber: 1010 } }] });
  await made(`/accounting-years/${YEAR - 1}/closing`, {}, 200);
}

const transferred = { account: { accountNumber: 5830 }, amount: 100 };

/** What is not in those of above: a file of a voucher, an import, departments, VAT that is settled. */
export async function otherBooks(ours: Client, port: number): Promise<void> {
  const made = async (path: string, body: object, status = 201): Promise<Answered['body']> => {
    const answer = await ours.post(path, body);
    expect(answer.status, `${path} ${answer.text}`).to.equal(status);
    return answer.body;
  };
  const at = `http://127.0.0.1:${port}`;
  const sent = async (path: string, method: string, type: string, body: string): Promise<void> => {
    const headers = { ...ours.tokens, 'Content-Type': type };
    const { status } = await fetch(`${at}${path}`, { method, headers, body });
    expect(status, path).to.be.within(200, 204);
  };
  await sent('/vouchers/1/attachment', 'PUT', 'application/pdf', '%PDF-1.7\n and more of it');
  const departments = [
    { department: { departmentNumber: 1 }, percentage: 50 },
    { department: { departmentNumber: 2 }, percentage: 50 },
  ];
  await made('/departmental-distributions', {
    ...{ departmentalDistributionNumber: 95, name: 'Halves', distributionType: 'distribution' },
    distributions: departments,
  });
  const dollars = { currency: 'USD', exchangeRate: 90 };
  const { bookedInvoiceNumber } = await bookInvoice(ours, {
    date: `${YEAR}-05-06`,
    ...dollars,
    recipient: { name: 'Elsewhere', vatZone: { vatZoneNumber: 1 }, vatNumber: 'DE123456789' },
    delivery: { address: 'Quay 3', deliveryDate: `${YEAR}-05-07` },
    lines: [{ product: { productNumber: '1001' }, quantity: 2, unitNetPrice: 20 }],
  });
  const note = await made(`/v2/invoices/booked/${bookedInvoiceNumber}/credit-notes`, {});
  await made('/v2/invoices/booked', { id: note.id });
  await made('/products/1001/stock-corrections', { quantity: 3, text: 'found' });
  await made('/statements/vat/settlements', { fromDate: `${YEAR}-05-01`, toDate: `${YEAR}-05-31` });
  await made('/statements/vat/settlements', { fromDate: `${YEAR}-06-01`, toDate: `${YEAR}-06-30` });
  await made('/alias-layers', { name: 'Others' });
  await made('/webhooks', { url: 'https://example.com/hook', types: ['customer.*'] });
  await ours.post('/units', { name: 'box' }, { 'Idempotency-Key': 'once' });
  await made('/suppliers/1/contacts', { name: 'Ada' });
  const setting = { settingKey: 'colour', content: { is: 'red' } };
  expect((await ours.put('/app-settings/agreement/colour', setting)).status).to.be.within(200, 201);
  await sent('/imports', 'POST', 'application/x-ndjson', JSON.stringify({ units: { name: 'crate' } }));
  for (;;) {
    const { status } = (await ours.get('/imports/1')).body;
    if (status === 'finished') break;
    expect(status).to.equal('running');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
