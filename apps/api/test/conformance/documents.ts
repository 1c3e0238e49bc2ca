import { expect } from 'chai';
import type { Answered } from '../support/service-under-test.js';

type Send = (method: string, to: string, body?: unknown) => Promise<Answered>;
type Body = Readonly<Record<string, unknown>>;

/**
 * Vouchers and opening balances, drafts and booked, and a VAT settlement: the reading suite has something to
 * page, filter and sort.
 */
export async function makeDocuments(send: Send): Promise<void> {
  const [year] = (await send('GET', '/accounting-years?sort=-fromDate')).body.collection as {
    fromDate: string;
  }[];
  const date = (day: string): string => `${year?.fromDate.slice(0, 4)}-02-${day}`;
  const account = (accountNumber: number): Body => ({ accountNumber });
  const customer = {
    customer: { customerNumber: 1 },
    contraAccount: account(1010),
    contraVatAccount: { vatCode: 'S25' },
  };
  const supplier = {
    supplier: { supplierNumber: 1 },
    contraAccount: account(1310),
    contraVatAccount: { vatCode: 'P25' },
  };
  const made = [
    await draft('/vouchers/drafts/customer-invoices', {
      date: date('03'),
      dueDate: date('28'),
      lines: [{ ...customer, amount: 125 }],
    }),
    await draft('/vouchers/drafts/customer-invoices', {
      date: date('02'),
      lines: [{ ...customer, amount: 250 }],
    }),
    await draft('/vouchers/drafts/supplier-invoices', {
      date: date('02'),
      lines: [{ ...supplier, amount: -99.95 }],
    }),
    await draft('/vouchers/drafts/finance-vouchers', {
      date: date('01'),
      lines: [{ account: account(5830), amount: 1 }],
    }),
    await draft('/opening-balances/drafts', {
      date: date('01'),
      lines: [{ account: account(5810), amountInBaseCurrency: 1 }],
    }),
    await draft('/opening-balances/drafts', {
      date: date('02'),
      lines: [{ ...pick(customer), amountInBaseCurrency: -1 }],
    }),
    await draft('/opening-balances/drafts', {
      date: date('03'),
      lines: [{ ...pick(supplier), amountInBaseCurrency: 2 }],
    }),
  ];
  for (const { self, voucherId, date: of } of [made[0], made[2], made[5]] as {
    self: string;
    voucherId: number;
    date: string;
  }[]) {
    const at = self.includes('/vouchers/') ? '/vouchers/booked' : '/opening-balances/booked';
    const { status, text } = await send('POST', at, { voucherId, date: of });
    expect(status, text).to.equal(201);
  }
  const december = {
    fromDate: date('01').replace('-02-', '-12-'),
    toDate: date('31').replace('-02-', '-12-'),
  };
  const settled = await send('POST', '/statements/vat/settlements', december);
  expect(settled.status, settled.text).to.equal(201);

  async function draft(at: string, body: Body): Promise<unknown> {
    const answer = await send('POST', at, body);
    expect(answer.status, answer.text).to.equal(201);
    return answer.body;
  }
}

/** The party alone. */
function pick({ customer, supplier }: { readonly customer?: unknown; readonly supplier?: unknown }): Body {
  return customer === undefined ? { supplier } : { customer };
}
