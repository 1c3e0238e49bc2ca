import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'chai';
import { onEachDatabase } from '@kontor/conformance';
import type { Api, Customer, Home } from '@kontor/sdk';
import { startProcess, type RunningService } from './built-service.js';
import { examples, type Examples, type Started } from './support/example.js';
import { packedSdk } from './support/packed-sdk.js';
import { possible } from './support/possible.js';

const YEAR = new Date().getUTCFullYear();
/** What the program says that it leaves out. */
const LEFT_OUT = ['balance', 'dueAmount', 'metaData'];
const WRITES = 40;
const KILLS = 4;

/** libs/sdk/examples/mirror-agreement.ts: what is in its file is what the service shows, whatever happens. */
describe('the mirror of an agreement', function () {
  this.timeout(180_000);
  let programs: Examples;
  before(async () => {
    programs = await examples();
  });

  onEachDatabase((database) => {
    let service: RunningService;
    let drop: () => Promise<void>;
    let api: Api;
    let home: Home;
    let environment: Readonly<Record<string, string>>;
    let mirror: Started;

    const file = (): string => join(programs.folder, `mirror-${database.name}.db`);
    const start = async (): Promise<void> => {
      mirror = await programs.start('mirror-agreement', environment, [file()]);
    };

    before(async () => {
      const fresh = await database.fresh();
      drop = () => fresh.drop();
      service = await startProcess(fresh.url);
      const tokens = JSON.parse(await service.kontor('sandbox', '--seed-entries', '60')) as {
        readonly appSecretToken: string;
        readonly agreementGrantToken: string;
      };
      environment = {
        KONTOR_URL: service.address,
        KONTOR_APP_SECRET_TOKEN: tokens.appSecretToken,
        KONTOR_AGREEMENT_GRANT_TOKEN: tokens.agreementGrantToken,
      };
      api = (await packedSdk()).sdk.connect(service.address, tokens);
      home = await api.home();
      await start();
    });
    after(async () => {
      expect(await service?.stop()).to.equal(0);
      await drop?.();
    });

    it('has all that there is, and then what is made, changed, removed and booked', async () => {
      await expectEqual();

      const lamp = await api.create(home.products, product('M/1'));
      await api.replace(lamp, { ...lamp, name: 'Lamp, green', salesPrice: 12.5 });
      await api.remove(await api.create(home.products, product('M/2')));
      const customer = await someCustomer();
      await api.replace(customer, { ...customer, name: `${customer.name} & Co`, city: 'Ærø' });
      await invoiced(customer);
      await vouchered(customer);

      await expectEqual();
      const { body } = read('SELECT body FROM item WHERE number = ?', 'M/1') as { readonly body: string };
      expect(JSON.parse(body)).to.include({ name: 'Lamp, green', salesPrice: 12.5 });
    });

    it('is right again after it was ended in the middle, by Ctrl+C and by kill -9, while others write', async () => {
      const customer = await someCustomer();
      const writing = (async () => {
        for (let write = 0; write < WRITES; write += 1) {
          const made = await api.create(home.products, product(`K/${write}`));
          if (write % 2 === 0) await api.replace(made, { ...made, name: `Lamp ${write}, dearer` });
          if (write % 3 === 0) await api.remove(made);
          if (write % 10 === 0) await invoiced(customer);
          if (write % 15 === 0) await vouchered(customer);
        }
      })();

      for (let kill = 0; kill < KILLS; kill += 1) {
        await sleep(Math.random() * 400);
        await mirror.stop('kill');
        await start();
      }
      expect(await mirror.stop()).to.include({ status: 0, err: '' });
      await writing;
      await start();

      await expectEqual();
      expect((await mirror.stop()).out).to.match(/ goes on after event \d+\n$/);
    });

    it('begins again where events are gone, and is right', async () => {
      const { lastSequence } = await api.follow(home.eventsPosition);
      const kept = new DatabaseSync(file());
      kept.exec(
        `UPDATE position SET sequence = ${lastSequence + 1}; UPDATE item SET body = '{}' WHERE number = '1'`,
      );
      kept.exec("INSERT INTO item VALUES ('products', 'GONE', '{}')");
      kept.close();

      await start();

      await expectEqual();
      expect((await mirror.stop()).out.match(/ goes on after event /g)).to.have.lengthOf(2);
    });

    /** When it has come as far as the service is, it has what the service shows. */
    async function expectEqual(): Promise<void> {
      const { lastSequence } = await api.follow(home.eventsPosition);
      while (read('SELECT sequence FROM position')?.['sequence'] !== lastSequence) await sleep(50);
      const served = await everythingServed();
      const mirrored = new Map<string, unknown>();
      const kept = new DatabaseSync(file(), { readOnly: true });
      for (const { collection, number, body } of kept.prepare('SELECT * FROM item').all() as readonly Row[])
        mirrored.set(`${collection} ${number}`, JSON.parse(body));
      kept.close();

      expect([...mirrored.keys()].sort()).to.deep.equal([...served.keys()].sort());
      for (const [name, item] of served) expect(mirrored.get(name), name).to.deep.equal(item);
    }

    async function everythingServed(): Promise<ReadonlyMap<string, unknown>> {
      const all = [
        ['products', 'productNumber', home.products],
        ['customers', 'customerNumber', home.customers],
        ['suppliers', 'supplierNumber', home.suppliers],
        ['vouchers', 'voucherId', home.vouchers],
        ['draft-invoices', 'id', home.draftInvoices],
        ['booked-invoices', 'bookedInvoiceNumber', home.bookedInvoices],
      ] as const;
      const served = new Map<string, unknown>();
      for (const [collection, key, link] of all)
        for await (const item of api.each(link as typeof home.products, { pageSize: 1000 })) {
          const text = JSON.stringify(item, (name, value: unknown) =>
            LEFT_OUT.includes(name) ? undefined : value,
          );
          served.set(`${collection} ${String((item as never)[key])}`, JSON.parse(text));
        }
      return served;
    }

    function read(sql: string, ...values: string[]): Readonly<Record<string, unknown>> | undefined {
      const kept = new DatabaseSync(file(), { readOnly: true });
      try {
        return kept.prepare(sql).get(...values) as Readonly<Record<string, unknown>> | undefined;
      } finally {
        kept.close();
      }
    }

    const product = (productNumber: string) => ({
      productNumber,
      name: 'Lamp',
      salesPrice: 10,
      productGroup: { productGroupNumber: 1 },
    });

    async function someCustomer(): Promise<Customer> {
      return api.find(home.customers, { customerNumber: 1 });
    }

    /** A draft that is removed, and one that is changed, booked, and paid in part. */
    async function invoiced({ customerNumber }: Customer): Promise<void> {
      const lines = [{ product: { productNumber: '1000' }, quantity: 2 }];
      const draft = { customer: { customerNumber }, date: `${YEAR}-01-15`, lines };
      await api.remove(await api.create(home.draftInvoices, draft));
      const made = await api.create(home.draftInvoices, draft);
      await api.replace(made, { ...draft, lines: [...lines, ...lines] });
      const { bookedInvoiceNumber, date } = await api.create(home.bookedInvoices, { id: made.id });
      const { metaData } = await api.follow(home.vouchers);
      const payment = await api.perform(possible(metaData.createCustomerPayment), {
        date,
        lines: [
          {
            customer: { customerNumber },
            amount: -5,
            invoiceNumber: bookedInvoiceNumber,
            contraAccount: { accountNumber: 5820 },
          },
        ],
      });
      await api.perform(possible(metaData.book), { voucherId: payment.voucherId, date });
    }

    /** A draft that is changed and booked, and reversed. */
    async function vouchered({ customerNumber }: Customer): Promise<void> {
      const { metaData } = await api.follow(home.vouchers);
      const date = `${YEAR}-01-20`;
      const lines = (amount: number) => [
        { customer: { customerNumber }, amount, contraAccount: { accountNumber: 5820 } },
      ];
      const draft = await api.perform(possible(metaData.createCustomerPayment), { date, lines: lines(-3) });
      await api.replace(draft, { date, lines: lines(-4) } as never);
      await api.perform(possible(metaData.book), { voucherId: draft.voucherId, date });
      const booked = await api.find(home.bookedVoucher, { voucherId: draft.voucherId });
      await api.perform(possible(booked.metaData?.reverse), { date });
    }
  });
});

type Row = { readonly collection: string; readonly number: string; readonly body: string };
