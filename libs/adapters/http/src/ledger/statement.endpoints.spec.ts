import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { Decimal } from '@kontor/kernel';
import type { AgedRow } from '@kontor/ledger';
import type { ApiRequest } from '../endpoint/endpoint.js';
import { etagOf } from '../representation/etag.js';
import { makeLinks, PLAIN_LINKS } from '../representation/links.js';
import type { Services } from '../service/services.js';
import { statementEndpoints } from './statement.endpoints.js';

/** Longer than a turn of the event loop may go on. */
const LONG_MS = 10;
const ROWS = 5;

/** Keeps the thread, as work on it does. */
function workFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('an aged list, which has a row for each customer', () => {
  const nothing = '0' as Decimal;
  const amount = '10.5' as Decimal;
  const row = (number: number): AgedRow => ({
    number,
    // As long, and for as long, as many rows of others.
    get name() {
      workFor(LONG_MS);
      return `Customer ${number} `.padEnd(10_000, 'x');
    },
    total: amount,
    aged: { notDue: amount, days1To30: nothing, days31To60: nothing, days61To90: nothing, over90: nothing },
    hasPosts: number !== 2,
  });
  const rows = Array.from({ length: ROWS }, (_, index) => row(index + 1));
  const dates = { fromDate: '2026-03-31', toDate: '2026-03-31' };
  const services = {
    ledger: { statements: { aged: () => Promise.resolve({ ...dates, baseCurrency: 'EUR', rows }) } },
  } as unknown as Services;
  const request = (wantsCsv?: true) =>
    ({
      dates: { date: '2026-03-31' },
      links: makeLinks('http://kontor', {
        items: new Map(),
        elsewhere: new Map(),
        collections: new Map(),
        within: new Map(),
      }),
      style: PLAIN_LINKS,
      now: new Date('2026-03-31T12:00:00Z'),
      wantsCsv,
    }) as unknown as ApiRequest;
  /** What is answered, and how many turns of the event loop others had meanwhile. */
  const answered = async (wantsCsv?: true) => {
    const found = statementEndpoints().find(({ path }) => path === '/statements/aged-receivables');
    if (found?.method !== 'GET') throw new Error('there is no such statement');
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      for (; !isOver; turns += 1) await setImmediate();
    })();
    const answer = await found.perform(services, request(wantsCsv));
    isOver = true;
    await others;
    if (answer._tag === 'Left') throw new Error('it is refused');
    return { ...answer.right, turns };
  };

  it('lets others have their turn between its rows', async () => {
    const { sent, etag, turns } = await answered();

    const text = String(sent);
    const { rows } = JSON.parse(text) as { readonly rows: readonly Readonly<Record<string, unknown>>[] };
    expect(rows.map(({ total }) => total)).to.deep.equal(Array(ROWS).fill(10.5));
    expect(rows[0]?.['notDuePosts']).to.equal(
      `http://kontor/open-posts?filter=${encodeURIComponent(
        'customer.customerNumber$eq:1$and:date$lte:2026-03-31$and:(dueDate$gte:2026-03-31$or:dueDate$eq:$null:)',
      )}`,
    );
    expect(rows[1]).not.to.have.property('notDuePosts');
    expect(etag).to.equal(etagOf(text));
    expect(turns).to.be.at.least(ROWS);
  });

  it('does so as CSV, too', async () => {
    const { file, turns } = await answered(true);

    if (file === undefined || !('bytes' in file)) throw new Error('there is no file');
    const lines = Buffer.from(file.bytes).toString().split('\r\n');
    expect(lines[1]).to.match(/^1,Customer 1 x+,10\.50,10\.50,0\.00,0\.00,0\.00,0\.00,http/);
    expect(lines).to.have.length(ROWS + 2);
    expect(turns).to.be.at.least(ROWS);
  });
});
