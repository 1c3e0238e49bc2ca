import { expect } from 'chai';
import { throwAwayServer, type FreshDatabase, type ThrowAwayServer } from '@kontor/conformance';
import { serviceProcess, type ServiceProcess } from '../support/service-process.js';
import { anInvoice } from '../sales/an-invoice.js';
import { databases, startService, type TestAgreement, type Tokens } from '../support/service-under-test.js';

const YEAR = String(new Date().getUTCFullYear());
const CLIENTS = 8;
/** More of them by hand: `KILLS=20 LOAD_MS=2500`. */
const KILLS = Number(process.env['KILLS'] ?? 2);
/** How long there is booking before something is killed. */
const LOAD_MS = Number(process.env['LOAD_MS'] ?? 300);
/** A machine with much else to do may need so long for the first. */
const UNDER_WAY_MS_MAX = 15_000;
/** So soon after the database is back there are bookings again (G17). */
const BACK_MS = 5_000;

/** A booking that was answered: its voucher, and the number of that with the prefix of its series. */
type Booked = { readonly voucherId: number; readonly number: string };

/** What clients draft and book by turns. */
const WORKS: readonly {
  readonly drafts: string;
  readonly draft: object;
  readonly booked: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies freely
  readonly toBook: (draft: any) => object;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies freely
  readonly voucherOf: (booked: any) => any;
}[] = [
  {
    drafts: '/vouchers/drafts/finance-vouchers',
    draft: {
      date: `${YEAR}-01-15`,
      lines: [{ account: { accountNumber: 5830 }, amount: 7, contraAccount: { accountNumber: 5810 } }],
    },
    booked: '/vouchers/booked',
    toBook: ({ voucherId, date }) => ({ voucherId, date }),
    voucherOf: (voucher) => voucher,
  },
  {
    drafts: '/v2/invoices/drafts',
    draft: anInvoice({ date: `${YEAR}-01-15` }),
    booked: '/v2/invoices/booked',
    toBook: ({ id }) => ({ id }),
    voucherOf: ({ voucher }) => voucher,
  },
];

/** Clients that draft and book until they are told to stop, and note what they are answered. */
class Bookers {
  readonly booked: Booked[] = [];
  /** The statuses of all that was refused; 0 where there was no answer. */
  readonly refused: number[] = [];
  readonly #works = new Set<string>();
  #working = true;
  readonly #done: Promise<unknown>;

  constructor(base: string, tokens: Tokens) {
    this.#done = Promise.all(
      Array.from({ length: CLIENTS }, (_, index) =>
        this.#work(base, tokens, WORKS[index % WORKS.length] as (typeof WORKS)[number]),
      ),
    );
  }

  /** Something of each kind was booked, however slow the machine is, and booking goes on. */
  async underWay(): Promise<void> {
    const until = Date.now() + UNDER_WAY_MS_MAX;
    await pause(LOAD_MS);
    while (this.#works.size < WORKS.length && Date.now() < until) await pause(20);
  }

  async stop(): Promise<void> {
    this.#working = false;
    await this.#done;
  }

  async #work(base: string, tokens: Tokens, work: (typeof WORKS)[number]): Promise<void> {
    while (this.#working) {
      const drafted = await send(base, work.drafts, tokens, work.draft);
      const answer =
        drafted.status === 201 ? await send(base, work.booked, tokens, work.toBook(drafted.body)) : drafted;
      if (answer.status === 201) {
        const { voucherId, voucherNumber } = work.voucherOf(answer.body);
        this.#works.add(work.booked);
        this.booked.push({ voucherId, number: voucherNumber.displayVoucherNumber as string });
      } else {
        this.refused.push(answer.status);
        await pause(20);
      }
    }
  }
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies freely
type Answer = { readonly status: number; readonly body?: any };

async function send(base: string, path: string, tokens: Tokens, body: object): Promise<Answer> {
  try {
    const headers = { 'Content-Type': 'application/json', ...tokens };
    const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  } catch {
    return { status: 0 };
  }
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Makes an agreement on a database and leaves the database. */
async function agreementOn(url: string): Promise<TestAgreement> {
  const making = await startService({ url, drop: () => Promise.resolve() });
  const agreement = await making.agreement({ modules: ['internationalLedger'] });
  await making.stop();
  return agreement;
}

/**
 * The books hold, and every booking that was answered is in them, under the number that it was answered with.
 */
async function expectAllKept(
  database: FreshDatabase,
  { agreementNumber, tokens }: TestAgreement,
  booked: readonly Booked[],
): Promise<void> {
  const service = await startService(database);
  try {
    const checks = await service.service.database.checkBooks(agreementNumber);
    expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
    expect(new Set(booked.map(({ number }) => number))).to.have.property('size', booked.length);
    const invoices = await service.ask('/v2/invoices/booked?pagesize=1000', { headers: tokens });
    const numbers = invoices.body.collection.map(
      (one: { bookedInvoiceNumber: number }) => one.bookedInvoiceNumber,
    );
    expect(numbers).to.not.be.empty;
    expect(numbers).to.deep.equal(Array.from(numbers, (_, index) => index + 1));
    for (const { voucherId, number } of booked) {
      const { status, body } = await service.ask(`/vouchers/booked/${voucherId}`, { headers: tokens });
      expect([status, body.booked, body.voucherNumber.displayVoucherNumber]).to.deep.equal([
        200,
        true,
        number,
      ]);
    }
  } finally {
    await service.stop();
  }
}

for (const database of await databases()) {
  describe(`the service killed while it books on ${database.name} (G1, G2)`, function () {
    this.timeout(60_000 + KILLS * 20_000);
    let running: ServiceProcess | undefined;
    after(() => void running?.child.kill('SIGKILL'));

    it('has kept what it answered, and nothing by halves', async () => {
      const fresh = await database.fresh();
      const agreement = await agreementOn(fresh.url);
      const booked: Booked[] = [];
      for (let kill = 1; kill <= KILLS; kill += 1) {
        running = serviceProcess({ DATABASE_URL: fresh.url, HOST: '127.0.0.1', LOG_LEVEL: 'info' });
        const listening = await running.listening;
        if (listening === undefined) throw new Error(running.said.err);
        const bookers = new Bookers(listening.address, agreement.tokens);
        await bookers.underWay();
        running.child.kill('SIGKILL');
        await running.ended;
        await bookers.stop();

        expect(bookers.booked).to.not.be.empty;
        expect(bookers.refused.filter((status) => status !== 0)).to.deep.equal([]);
        booked.push(...bookers.booked);
      }
      await expectAllKept(fresh, agreement, booked);
      console.log(`    ${booked.length} bookings kept on ${database.name} (KILLS=${KILLS})`);
    });
  });
}

describe('the database server killed while there is booking (G1, G2, G17)', function () {
  this.timeout(60_000 + KILLS * 20_000);
  let server: ThrowAwayServer | undefined;
  before(async function () {
    server = await throwAwayServer();
    if (server !== undefined) return;
    console.warn('NOT RUN: no mariadbd to start and kill');
    this.skip();
  });
  after(() => server?.kill());

  it('has kept what was answered; meanwhile there is 503, afterwards booking goes on by itself', async () => {
    const { url, kill, start } = server as ThrowAwayServer;
    const database = { url: `${url}/kontor`, drop: () => Promise.resolve() };
    const service = await startService(database);
    const agreement = await service.agreement({ modules: ['internationalLedger'] });
    const bookers = new Bookers(`http://127.0.0.1:${service.port}`, agreement.tokens);
    try {
      for (let turn = 1; turn <= KILLS; turn += 1) {
        await pause(LOAD_MS);
        await kill();
        await pause(LOAD_MS / 2);
        const before = bookers.booked.length;
        expect(await start()).to.equal(true);
        const latest = Date.now() + BACK_MS;
        while (bookers.booked.length === before && Date.now() < latest) await pause(20);
        expect(bookers.booked.length, `after kill ${turn}`).to.be.above(before);
      }
    } finally {
      await bookers.stop();
      await service.stop();
    }
    expect([...new Set(bookers.refused)]).to.deep.equal([503]);
    await expectAllKept(database, agreement, bookers.booked);
    console.log(`    ${bookers.booked.length} bookings kept by a server that was killed (KILLS=${KILLS})`);
  });
});
