import { expect } from 'chai';
import { routeEscaped, type Endpoint } from '@kontor/http';
import { isKey, type FieldData, type Fixture } from '@kontor/kernel';
import type { Client } from '../support/running-service.js';
import { makeDocuments } from './documents.js';
import { FIXTURES } from './fixtures.js';

type Body = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, FieldData>>;

/** A text that nobody else has; short enough for every name there is. */
export const CANARY = 'Canary7x';

/** What was made: where it is, and what identifies what is reached by a template only. */
export type Canaries = {
  readonly selfs: readonly string[];
  /** Values of path parameters that go together, one set for each document. */
  readonly identities: readonly Readonly<Record<string, string | number>>[];
};

/**
 * Makes one of everything that can be made, each with the canary in it where it has a place for
 * text, so that any answer which shows one of these things to somebody else can be told. A resource
 * that is declared later comes with its fixture.
 */
export async function makeCanaries(client: Client, endpoints: readonly Endpoint[]): Promise<Canaries> {
  await makeDocuments((method, to, body) => (method === 'GET' ? client.get(to) : client.post(to, body)));
  const selfs: string[] = [];
  const made = async (to: string, body: unknown): Promise<Record<string, unknown>> => {
    const answer = await client.post(to, body);
    expect(answer.status, `${to} ${answer.text}`).to.equal(201);
    selfs.push(answer.body.self as string);
    return answer.body as Record<string, unknown>;
  };
  const identities = await makeBookings(client, made);
  for (const fixture of FIXTURES)
    await made(await collectionOf(client, endpoints, fixture), canaryOf(fixture));
  await made('/apps', {
    name: CANARY,
    rootUrl: `https://${CANARY}.example`,
    requiredRoles: [{ roleNumber: 1 }],
  });
  const webhook = await made('/webhooks', { url: `https://${CANARY}.example/hooks`, enabled: false });
  const sample = await client.post(`${webhook['self'] as string}/test`, undefined);
  expect(sample.status, sample.text).to.equal(200);
  for (const scope of ['agreement', 'user']) {
    const body = { settingKey: 'of-a', content: { [CANARY]: CANARY } };
    const answer = await client.put(`/app-settings/${scope}/of-a`, body);
    expect(answer.status, answer.text).to.equal(201);
    selfs.push(answer.body.self as string);
  }
  const { collection } = (await client.get('/departmental-distributions?pagesize=1000')).body as {
    collection: readonly { departmentalDistributionNumber: number }[];
  };
  const distributions = collection.map(({ departmentalDistributionNumber }) => ({
    departmentalDistributionNumber,
  }));
  return { selfs, identities: [...identities, ...distributions] };
}

/** The body that makes a fixture's thing, with the canary in the first place that takes any text. */
export function canaryOf({ resource, examples }: Fixture): Body {
  for (const example of examples) {
    const found = planted(resource.fields, example);
    if (found !== undefined) return found;
  }
  return examples[0];
}

function planted(fields: Fields, body: Body): Body | undefined {
  for (const [name, value] of Object.entries(body)) {
    const field = fields[name];
    const changed = field === undefined || isKey(field) ? undefined : plantedIn(field, value);
    if (changed !== undefined) return { ...body, [name]: changed };
  }
  return undefined;
}

function plantedIn({ kind }: FieldData, value: unknown): unknown {
  if (kind.type === 'string') {
    return kind.max >= CANARY.length && kind.names === undefined && kind.upperCase === undefined
      ? CANARY
      : undefined;
  }
  if (kind.type === 'group') return planted(kind.fields, value as Body);
  if (kind.type !== 'list') return undefined;
  const items = (value as readonly unknown[]).map((item) => plantedIn(kind.of, item) ?? item);
  return items.some((item, index) => item !== (value as readonly unknown[])[index]) ? items : undefined;
}

/**
 * Where a fixture's thing is made: in its collection, or in that of an item it lives in, which is made first.
 */
export async function collectionOf(
  client: Client,
  endpoints: readonly Endpoint[],
  { resource, parent }: Fixture,
): Promise<string> {
  if (parent === undefined) {
    const row = endpoints.find(
      ({ method, serves }) =>
        method === 'POST' &&
        serves?.as === 'collection' &&
        serves.resource.collection === resource.collection,
    );
    return row?.path ?? `/${resource.collection}`;
  }
  const made = await client.post(`/${parent.resource.collection}`, parent.body);
  return `${new URL(made.body.self as string).pathname}/${parent.at ?? resource.collection}`;
}

type Made = (to: string, body: unknown) => Promise<Record<string, unknown>>;

/**
 * Documents that are drafts and documents that are booked, with the canary in their lines, and so in entries.
 */
async function makeBookings(client: Client, made: Made): Promise<Canaries['identities']> {
  const [first] = (await client.get('/accounting-years?sort=fromDate')).body.collection as {
    fromDate: string;
    year: string;
  }[];
  const year = first?.year ?? '';
  const date = `${first?.fromDate.slice(0, 4)}-03-04`;
  const at = `/accounting-years/${routeEscaped(year)}`;
  const line = {
    account: { accountNumber: 5830 },
    contraAccount: { accountNumber: 5810 },
    amount: 7,
    text: CANARY,
  };
  const bought = {
    supplier: { supplierNumber: 1 },
    contraAccount: { accountNumber: 1310 },
    amount: -7,
    text: CANARY,
  };
  const balance = { account: { accountNumber: 5830 }, amountInBaseCurrency: 7, text: CANARY };
  const sold = { description: CANARY, quantity: 1, unitNetPrice: 7 };
  const draft = async (to: string, body: object): Promise<Record<string, unknown>> => {
    await made(to, { date, ...body });
    const answer = await client.post(to, { date, ...body });
    return answer.body as Record<string, unknown>;
  };
  const { voucherId } = await draft('/vouchers/drafts/finance-vouchers', { lines: [line] });
  await made('/vouchers/booked', { voucherId, date });
  const { voucherId: invoiceId } = await draft('/vouchers/drafts/supplier-invoices', { lines: [bought] });
  await made('/vouchers/booked', { voucherId: invoiceId, date });
  const pays = { ...bought, amount: 7, matches: [{ voucherId: invoiceId }] };
  const { voucherId: paymentId } = await draft('/vouchers/drafts/supplier-payments', { lines: [pays] });
  await made('/vouchers/booked', { voucherId: paymentId, date });
  await made('/products/1000/stock-corrections', { date, quantity: 1, text: CANARY });
  const { voucherId: balanceId } = await draft('/opening-balances/drafts', { lines: [balance] });
  await made('/opening-balances/booked', { voucherId: balanceId, date });
  const { id } = await draft('/v2/invoices/drafts', { customer: { customerNumber: 1 }, lines: [sold] });
  const { bookedInvoiceNumber } = await made('/v2/invoices/booked', { id });

  const periods = (await client.get(`${at}/periods`)).body.collection as {
    periodNumber: number;
    fromDate: string;
  }[];
  const periodNumber = periods.findLast(({ fromDate }) => fromDate <= date)?.periodNumber ?? 0;
  const entries = (await client.get(`${at}/entries?sort=-date&pagesize=1000`)).body.collection as {
    entryNumber: number;
    text?: string;
    account: { accountNumber: number };
  }[];
  const ofCanary = entries.filter(({ text }) => text === CANARY);
  expect(ofCanary).not.to.have.length(0);
  const place = { year, periodNumber, date };
  return [
    ...ofCanary.map(({ entryNumber, account: { accountNumber } }) => ({
      ...place,
      entryNumber,
      accountNumber,
    })),
    // Of the two drafts, the first is still one.
    { id: (id as number) - 1 },
    { bookedInvoiceNumber: bookedInvoiceNumber as number },
    { ...place, voucherId: voucherId as number, accountNumber: 5830 },
    { ...place, voucherId: invoiceId as number, accountNumber: 1310 },
    { ...place, voucherId: balanceId as number, accountNumber: 5830 },
  ];
}
