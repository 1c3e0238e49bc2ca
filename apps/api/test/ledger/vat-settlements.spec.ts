import { expect } from 'chai';
import { SERIES } from '@kontor/ledger';
import { expectRefusal } from '../support/refusal.js';
import { replicaOf, runningService, type Client } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { tamperedWith } from '../support/tampering.js';
import { booked, everyPage } from './the-books.js';

const YEAR = new Date().getUTCFullYear();
const LEDGER = { modules: ['internationalLedger'] } as const;
const AT = '/statements/vat/settlements';
const JANUARY = { fromDate: `${YEAR}-01-01`, toDate: `${YEAR}-01-31` };
const FEBRUARY = { fromDate: `${YEAR}-02-01`, toDate: YEAR % 4 === 0 ? `${YEAR}-02-29` : `${YEAR}-02-28` };
const QUARTER = { fromDate: `${YEAR}-04-01`, toDate: `${YEAR}-06-30` };
const SETTLEMENT_ACCOUNT = 6690;

type Traded = readonly [account: number, vatCode: string, gross: number];

/** A voucher against the bank whose VAT lies in the amount, or beside it. */
function traded(date: string, ...[account, vatCode, gross]: Traded) {
  const contra = { contraAccount: { accountNumber: account }, contraVatAccount: { vatCode } };
  return { date, lines: [{ account: { accountNumber: 5810 }, amount: gross, ...contra }] };
}

/** Drafts and books a voucher, unless it is refused. */
async function tried(client: Client, voucher: Record<string, unknown>): Promise<Answered> {
  const draft = await client.post('/vouchers/drafts/finance-vouchers', voucher);
  if (draft.status !== 201) return draft;
  const { voucherId, date } = draft.body;
  return client.post('/vouchers/booked', { voucherId, date });
}

/** On a busy machine a unit may lose its turns for 3 s: whoever is told so asks again. */
async function untilAnswered(ask: () => Promise<Answered>): Promise<Answered> {
  const answer = await ask();
  return answer.status === 503 ? untilAnswered(ask) : answer;
}

for (const database of await databases()) {
  describe(`VAT settlements on ${database.name} (decisions, "Statements")`, function () {
    const running = runningService(database);
    const ours = running.client(LEDGER);
    const refusing = running.client(LEDGER);
    const racing = running.client(LEDGER);
    const replica = replicaOf(running);

    const kept = async (client: Client, voucher: Record<string, unknown>): Promise<void> => {
      const { status, text } = await booked(client, voucher);
      expect(status, text).to.equal(201);
    };
    const settled = async (client: Client, span: object) => {
      const { status, body, text } = await client.post(AT, span);
      expect(status, text).to.equal(201);
      return body;
    };
    const vatOf = async (client: Client, { fromDate, toDate }: typeof JANUARY) =>
      (await client.get(`/statements/vat?fromDate=${fromDate}&toDate=${toDate}`)).body.rows as readonly {
        readonly vat: number;
        readonly contraVat?: number;
      }[];
    /** What stands on the accounts of VAT on a day. */
    const standing = async (client: Client, date: string) =>
      Object.fromEntries(
        (
          (await client.get(`/statements/balance-sheet?date=${date}`)).body.rows as readonly {
            readonly account?: { readonly accountNumber: number };
            readonly amount?: number;
          }[]
        )
          .map(({ account, amount }) => [account?.accountNumber ?? 0, amount ?? 0] as const)
          .filter(([number, amount]) => number >= 6610 && number <= SETTLEMENT_ACCOUNT && amount !== 0),
      );
    const faultsOf = async ({ agreement }: Client) =>
      (await running.service.service.database.checkBooks(agreement.agreementNumber)).flatMap(
        ({ faults }) => faults,
      );
    const periodsOf = async (client: Client, { fromDate, toDate }: typeof JANUARY) =>
      (
        await client.get(
          `/accounting-years/${YEAR}/periods?filter=fromDate$gte:${fromDate}$and:toDate$lte:${toDate}`,
        )
      ).body.collection as readonly {
        readonly self: string;
        readonly barred: boolean;
        readonly vatSettlement?: { readonly settlementNumber: number; readonly self: string };
      }[];

    it('move the VAT of whole periods to their account and bar the periods; the statement stays as it was', async () => {
      await kept(ours, traded(`${YEAR}-04-15`, 1010, 'S25', 1250));
      await kept(ours, traded(`${YEAR}-05-20`, 1310, 'P25', -500.05));
      await kept(ours, traded(`${YEAR}-06-30`, 1310, 'EUG25', -80));
      const before = await vatOf(ours, QUARTER);
      expect(before).to.have.length(3);
      expect(await standing(ours, QUARTER.toDate)).to.deep.equal({ 6610: -250, 6620: -20, 6660: 120.01 });
      const { settlements } = (await ours.get('/statements/vat')).body;
      const offered = (await ours.get(settlements as string)).body.metaData.settle;

      const { status, body, headers } = await ours.post(offered.href as string, QUARTER);

      expect(status).to.equal(201);
      expect(headers.get('location')).to.equal(body.self);
      expect(body).to.deep.include({ ...QUARTER, amount: -149.99 });
      expect(body.account.accountNumber).to.equal(SETTLEMENT_ACCOUNT);
      expect(await standing(ours, QUARTER.toDate)).to.deep.equal({ [SETTLEMENT_ACCOUNT]: -149.99 });
      expect(await vatOf(ours, QUARTER)).to.deep.equal(before);
      const sum = before.reduce((total, { vat, contraVat = 0 }) => total + vat + contraVat, 0);
      expect(Math.round(sum * 100)).to.equal(-14_999);
      const item = (await ours.get(body.self as string)).body;
      expect(item.metaData.takeBack.href).to.equal(body.self);
      const voucher = (await ours.get(body.voucher.self as string)).body;
      expect(voucher).to.include({ date: QUARTER.toDate, voucherType: 'systemEntry' });
      expect(voucher.voucherNumber.displayVoucherNumber).to.equal(body.voucher.displayVoucherNumber);
      const periods = await periodsOf(ours, QUARTER);
      expect(periods.map(({ barred }) => barred)).to.deep.equal([true, true, true]);
      expect(periods.map(({ vatSettlement }) => vatSettlement?.self)).to.deep.equal(
        Array.from({ length: 3 }, () => body.self as string),
      );
      expect(await faultsOf(ours)).to.deep.equal([]);
    });

    it('keep their periods as they are: nothing is booked in them, and none is opened or settled again', async () => {
      const [april] = await periodsOf(ours, QUARTER);

      const late = await tried(ours, traded(`${YEAR}-05-01`, 1010, 'S25', 125));
      expectRefusal(late, 400, 'E10080');
      const [{ settlementNumber }] = (await ours.get(AT)).body.collection;
      expect(late.body.message).to.match(new RegExp(`is barred by VAT settlement ${settlementNumber}\\.$`));
      expect(late.body.developerHint).to.contain(`DELETE ${AT}/${settlementNumber})`);
      expectRefusal(await ours.put(april?.self ?? '', { barred: false }), 400, 'E10260');
      const barred = await ours.put(april?.self ?? '', { barred: true });
      expect(barred.status).to.equal(200);
      const read = await ours.get(april?.self ?? '');
      expect(read.body).to.deep.equal(barred.body);
      expect(read.headers.get('etag')).to.equal(barred.headers.get('etag'));
      for (const span of [QUARTER, { fromDate: `${YEAR}-06-01`, toDate: `${YEAR}-07-31` }]) {
        expectRefusal(await ours.post(AT, span), 400, 'E10260');
      }
      const [settlement] = (await ours.get(AT)).body.collection;
      const { voucherId } = settlement.voucher;
      const voucher = (await ours.get(`/vouchers/booked/${voucherId}`)).body;
      expect(voucher.metaData?.reverse).to.equal(undefined);
      const reversal = { date: `${YEAR}-07-01` };
      expectRefusal(await ours.post(`/vouchers/booked/${voucherId}/reversal`, reversal), 400, 'E10250');
      expect(await faultsOf(ours)).to.deep.equal([]);
    });

    it('are taken back by posting their opposite, and their periods are open again', async () => {
      const before = await vatOf(ours, QUARTER);
      const [settlement] = (await ours.get(AT)).body.collection;

      expect((await ours.remove(settlement.self as string)).status).to.equal(204);

      expect(await standing(ours, QUARTER.toDate)).to.deep.equal({ 6610: -250, 6620: -20, 6660: 120.01 });
      expect(await vatOf(ours, QUARTER)).to.deep.equal(before);
      const periods = await periodsOf(ours, QUARTER);
      expect(periods.map(({ barred, vatSettlement }) => [barred, vatSettlement])).to.deep.equal(
        Array.from({ length: 3 }, () => [false, undefined]),
      );
      expect((await ours.get(periods[0]?.self ?? '')).body.metaData).to.have.keys('replace');
      const { reversedBy } = (await ours.get(settlement.voucher.self as string)).body;
      const reversal = (await ours.get(reversedBy.self as string)).body;
      expect(reversal.reverses.voucherId).to.equal(settlement.voucher.voucherId);
      expect(reversal.metaData?.reverse).to.equal(undefined);
      expectRefusal(await ours.get(settlement.self as string), 404, 'E06000');
      expectRefusal(await ours.remove(settlement.self as string), 404, 'E06000');
      await kept(ours, traded(`${YEAR}-05-01`, 1010, 'S25', 125));
      expect(await settled(ours, QUARTER)).to.include({ amount: -174.99 });
      expect(await faultsOf(ours)).to.deep.equal([]);
    });

    it('are of whole periods of years that are open, and name what would be right', async () => {
      for (const [span, property, code, right] of [
        [{ ...JANUARY, fromDate: `${YEAR}-01-02` }, 'fromDate', 'E10270', `${YEAR}-01-01`],
        [{ ...JANUARY, toDate: `${YEAR}-01-30` }, 'toDate', 'E10270', `${YEAR}-01-31`],
        [{ fromDate: FEBRUARY.fromDate, toDate: JANUARY.toDate }, 'toDate', 'E10270', FEBRUARY.fromDate],
        [{ fromDate: '1999-01-01', toDate: '1999-01-31' }, 'fromDate', 'E10080', '1999-01-01'],
        [{ fromDate: JANUARY.fromDate, toDate: '2199-01-31' }, 'toDate', 'E10080', '2199-01-31'],
      ] as const) {
        const refused = await refusing.post(AT, span);
        expectRefusal(refused, 400, code);
        expect(refused.text).to.include(`"${property}"`).and.to.include(right);
      }
      expectRefusal(await refusing.post(AT, {}), 400, 'E00500');
      const [january] = await periodsOf(refusing, JANUARY);
      await kept(refusing, traded(`${YEAR}-01-05`, 1010, 'S25', 125));
      await refusing.put(january?.self ?? '', { barred: true });
      expectRefusal(await refusing.post(AT, JANUARY), 400, 'E10080');
      const { tokens } = await refusing.agreement.grant(['Sales']);
      expectRefusal(await refusing.post(AT, FEBRUARY, tokens), 403, 'E03000');
      expect((await refusing.get(AT)).body.collection).to.deep.equal([]);
      expect(await faultsOf(refusing)).to.deep.equal([]);
    });

    it('post nothing where there is no VAT, and settle all the same', async () => {
      const body = await settled(refusing, FEBRUARY);

      expect(body).to.include({ amount: 0 }).and.not.have.property('voucher');
      expectRefusal(await refusing.post(AT, FEBRUARY), 400, 'E10260');
      expect((await refusing.remove(body.self as string)).status).to.equal(204);
      expect((await periodsOf(refusing, FEBRUARY)).map(({ barred }) => barred)).to.deep.equal([false]);
    });

    it('leave barred, when they are taken back, what somebody had barred before them (D22)', async () => {
      const both = { fromDate: JANUARY.fromDate, toDate: FEBRUARY.toDate };
      const body = await settled(refusing, both);
      expect(body).to.include({ amount: -25 });
      const [january] = await periodsOf(refusing, JANUARY);
      expect((await refusing.put(january?.self ?? '', { barred: true })).status).to.equal(200);

      expect((await refusing.remove(body.self as string)).status).to.equal(204);

      expect((await periodsOf(refusing, both)).map(({ barred }) => barred)).to.deep.equal([true, false]);
      const sale = traded(`${YEAR}-01-06`, 1010, 'S25', 125);
      expectRefusal(await tried(refusing, sale), 400, 'E10080');
      expect((await refusing.put(january?.self ?? '', { barred: false })).body.barred).to.equal(false);
      const again = await settled(refusing, both);
      await refusing.remove(again.self as string);
      expect((await periodsOf(refusing, both)).map(({ barred }) => barred)).to.deep.equal([false, false]);
    });

    it('of a year that is closed since are not taken back before it is opened again', async () => {
      const last = { fromDate: `${YEAR - 1}-12-01`, toDate: `${YEAR - 1}-12-31` };
      await kept(refusing, traded(`${YEAR - 1}-12-05`, 1010, 'S25', 125));
      const body = await settled(refusing, last);
      const ofNothing = await settled(refusing, {
        fromDate: `${YEAR - 1}-11-01`,
        toDate: `${YEAR - 1}-11-30`,
      });
      expect((await refusing.post(`/accounting-years/${YEAR - 1}/closing`, undefined)).status).to.equal(200);

      expect((await refusing.get(body.self as string)).body.metaData?.takeBack).to.equal(undefined);
      expectRefusal(await refusing.remove(body.self as string), 400, 'E10080');
      // One of no VAT has posted nothing, and posts nothing back.
      const { metaData } = (await refusing.get(ofNothing.self as string)).body;
      expect(metaData).to.have.property('takeBack');
      expect((await refusing.remove(ofNothing.self as string)).status).to.equal(204);
      expect(await standing(refusing, `${YEAR}-12-31`)).to.deep.equal({
        6610: -25,
        [SETTLEMENT_ACCOUNT]: -25,
      });
      await refusing.remove(`/accounting-years/${YEAR - 1}/closing`);
      expect((await refusing.remove(body.self as string)).status).to.equal(204);
      expect(await faultsOf(refusing)).to.deep.equal([]);
    });

    it('are made once when two processes are asked at the same instant', async () => {
      await kept(racing, traded(`${YEAR}-01-05`, 1010, 'S25', 125));
      const twins = [racing, replica.client(racing), racing, replica.client(racing)];

      const answers = await Promise.all(twins.map((one) => untilAnswered(() => one.post(AT, JANUARY))));

      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses, answers.map(({ text }) => text).join()).to.deep.equal([201, 400, 400, 400]);
      for (const answer of answers) if (answer.status === 400) expectRefusal(answer, 400, 'E10260');
      expect(await standing(racing, JANUARY.toDate)).to.deep.equal({ [SETTLEMENT_ACCOUNT]: -25 });
      const [settlement] = (await racing.get(AT)).body.collection;
      const removed = await Promise.all(
        twins.map((one) => untilAnswered(() => one.remove(settlement.self as string))),
      );
      expect(removed.map(({ status }) => status).sort()).to.deep.equal([204, 404, 404, 404]);
      expect(await standing(racing, JANUARY.toDate)).to.deep.equal({ 6610: -25 });
      expect(await faultsOf(racing)).to.deep.equal([]);
    });

    it('have everything that is booked beside them, or it is refused', async () => {
      const sale = traded(`${YEAR}-02-10`, 1010, 'S25', 12.5);
      const twin = replica.client(racing);
      const both = [racing, twin, racing, twin, racing, twin] as const;

      const [settlement, ...sales] = await Promise.all([
        untilAnswered(() => racing.post(AT, FEBRUARY)),
        ...both.map((one) => untilAnswered(() => tried(one, sale))),
      ]);

      expect(settlement.status, settlement.text).to.equal(201);
      for (const answer of sales) if (answer.status !== 201) expectRefusal(answer, 400, 'E10080');
      const took = sales.filter(({ status }) => status === 201).length;
      expect(settlement.body.amount).to.equal(-2.5 * took);
      expect(await faultsOf(racing)).to.deep.equal([]);
    });

    if (database.name === 'SQLite') return;

    it('are found by kontor verify where somebody else has changed them', async () => {
      const own = `WHERE agreement_number = ${ours.agreement.agreementNumber}`;
      const tampered = async (sql: string): Promise<readonly string[]> => {
        await tamperedWith(running.service.databaseUrl, sql.replace('OURS', own));
        return faultsOf(ours);
      };

      expect(await tampered('UPDATE vat_settlement SET amount = amount + 1 OURS')).to.deep.equal([
        'VAT settlement 2: says -174.98, its voucher has -174.99',
      ]);
      expect(await tampered('UPDATE vat_settlement SET amount = amount - 1 OURS')).to.deep.equal([]);
      const april = `AND from_date = '${QUARTER.fromDate}'`;
      expect(await tampered(`UPDATE period SET barred = 0 OURS ${april}`)).to.deep.equal([
        `the period from ${QUARTER.fromDate} is settled and not barred`,
      ]);
      const nobody = 'UPDATE period SET barred = 1, vat_settlement_settlement_number = NULL';
      expect(await tampered(`${nobody} OURS ${april}`)).to.deep.equal([
        `the period from ${QUARTER.fromDate} names VAT settlement null, and is of 2`,
      ]);
      const entries = await everyPage(ours, `/entries?filter=vatAccount.vatCode$eq:P25`);
      expect(entries).to.have.length(2);
      await tampered(`UPDATE period SET vat_settlement_settlement_number = 2 OURS ${april}`);
      expect(
        await tampered("UPDATE entry SET vat_account_code = NULL OURS AND vat_account_code = 'P25'"),
      ).to.include('VAT settlement 2: has moved 120.01 from account 6660, its periods have 20 of VAT there');
      const elsewhere = `UPDATE entry SET account_number = ${SETTLEMENT_ACCOUNT} OURS AND account_number = 6660`;
      expect(await tampered(`${elsewhere} AND number_series_number = ${SERIES.vatSettlement}`)).to.include(
        'VAT settlement 2: has moved nothing from account 6660, its periods have 20 of VAT there',
      );
    });
  });
}
