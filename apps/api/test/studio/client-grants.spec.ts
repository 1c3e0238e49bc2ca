import { expect } from 'chai';
import { right } from 'fp-ts/lib/Either.js';
import { timestampOf, type FullDate } from '@kontor/kernel';
import { agreementWith, revokeGrant } from '@kontor/studio';
import {
  databases,
  type Answered,
  type ServiceUnderTest,
  type TestAgreement,
  type Tokens,
} from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { asked } from '@kontor/conformance';
import { RECORDS } from '@kontor/sql';
import { rawExchange, requestText, type RawAnswer } from '../support/raw-socket.js';
import { storedText } from '../support/stored-text.js';

/** A lifetime that ends while a test waits: 3 s. */
const SHORT_MINUTES = 0.05;

/** A grant that is taken back in a process of the service, as its portal does, and kept back until `kept`. */
function revoked(
  { service }: ServiceUnderTest,
  agreementNumber: number,
  grantNumber: number,
  kept: Promise<void> = Promise.resolve(),
): Promise<unknown> {
  const by = { appNumber: 0, grantNumber: 0, userName: 'x', method: 'POST', path: '/p', status: 303 };
  return service.database.unitOfWork.inTransaction<never, unknown>(
    agreementNumber,
    ({ studio }) =>
      async () => {
        const at = timestampOf(new Date());
        const revoking = { agreementNumber, grantNumber, at, by: () => ({ ...by, requestId: 'r' }) };
        const done = await revokeGrant(studio, revoking);
        await kept;
        return right(done);
      },
  )();
}

for (const database of await databases()) {
  describe(`administrator access on ${database.name}`, function () {
    const running = runningService(database);
    const administrator = running.client({ isAdministrator: true, filled: false });
    const stranger = running.client({ isAdministrator: true, filled: false });
    const plain = running.client({ filled: false });
    const client: Record<'first' | 'second' | 'blocked' | 'forDeletion' | 'strangers', number> = {
      first: 0,
      second: 0,
      blocked: 0,
      forDeletion: 0,
      strangers: 0,
    };

    before(async () => {
      const { agreements } = running.service.service.database.studio;
      const make = async (name: string, of: TestAgreement, flags = {}): Promise<number> => {
        const { agreementNumber } = await agreements.create(
          agreementWith({
            name,
            administratorNumber: of.agreementNumber,
            signupDate: '2025-01-01' as FullDate,
            ...flags,
          }),
        );
        return agreementNumber;
      };
      client.first = await make('First client', administrator.agreement);
      client.second = await make('Second client', administrator.agreement);
      client.blocked = await make('Blocked client', administrator.agreement, { blocked: true });
      client.forDeletion = await make('Client for deletion', administrator.agreement, { forDeletion: true });
      client.strangers = await make('Somebody else', stranger.agreement);
    });

    const grantsOf = async (...agreementNumbers: readonly number[]): Promise<number> => {
      const { grants } = running.service.service.database.studio;
      const lists = await Promise.all(agreementNumbers.map((number) => grants.listOf(number)));
      return lists.flat().length;
    };
    const issue = (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answered> =>
      administrator.post('/studio/client-grants', body, headers);
    const tokensOf = (grantToken: string): Tokens => ({
      ...administrator.tokens,
      'X-AgreementGrantToken': grantToken,
    });

    describe('GET /studio/client-agreements', () => {
      it('offers a grant with each that may have one', async () => {
        for (const [number, isOffered] of [
          [client.first, true],
          [client.blocked, false],
          [client.forDeletion, false],
        ] as const) {
          const { body } = await administrator.get(`/studio/client-agreements/${number}`);
          expect('createClientGrants' in (body.metaData ?? {}), String(number)).to.equal(isOffered);
        }
      });

      it('lists the agreements that this administrator may work with, and says where grants come from', async () => {
        const { base } = running.service;

        const { status, body } = await administrator.get('/studio/client-agreements');

        expect(status).to.equal(200);
        expect(body.collection).to.deep.equal(
          [
            { agreementNumber: client.first, blocked: false, forDeletion: false, name: 'First client' },
            { agreementNumber: client.second, blocked: false, forDeletion: false, name: 'Second client' },
            { agreementNumber: client.blocked, blocked: true, forDeletion: false, name: 'Blocked client' },
            {
              agreementNumber: client.forDeletion,
              blocked: false,
              forDeletion: true,
              name: 'Client for deletion',
            },
          ].map((one) => ({ ...one, self: `${base}/studio/client-agreements/${one.agreementNumber}` })),
        );
        expect(body.metaData.createClientGrants).to.include({
          href: `${base}/studio/client-grants`,
          httpMethod: 'post',
        });
        expect((await administrator.get(body.collection[0].self as string)).body).to.deep.include(
          body.collection[0],
        );
      });

      it('filters, sorts and pages them', async () => {
        const { body } = await administrator.get(
          '/studio/client-agreements?filter=blocked$eq:false&sort=-name&pagesize=2',
        );

        expect((body.collection as { name: string }[]).map(({ name }) => name)).to.deep.equal([
          'Second client',
          'First client',
        ]);
        expect(body.pagination).to.include({ results: 3, resultsWithoutFilter: 4 });
      });

      it('does not know the agreements of others', async () => {
        const foreign = await administrator.get(`/studio/client-agreements/${client.strangers}`);
        const nowhere = await administrator.get('/studio/client-agreements/999999');

        expectRefusal(foreign, 404, 'E06000');
        expectRefusal(nowhere, 404, 'E06000');
        expectRefusal(
          await administrator.get(`/studio/client-agreements/${plain.agreement.agreementNumber}`),
          404,
          'E06000',
        );
      });
    });

    describe('POST /studio/client-grants', () => {
      it('gives a grant for each agreement named, by number or self, in the order of the request', async () => {
        const { base } = running.service;
        const self = `${base}/studio/client-agreements/${client.first}`;

        const { status, body, headers, text } = await issue([
          { agreementNumber: client.second, name: 'not looked at', blocked: true },
          { self, agreementNumber: 1 },
        ]);

        expect(status, text).to.equal(201);
        expect((body as object[]).map((one) => Object.keys(one))).to.deep.equal([
          ['clientGrantNumber', 'clientAgreement', 'grantToken', 'issued', 'expires', 'self'],
          ['clientGrantNumber', 'clientAgreement', 'grantToken', 'issued', 'expires', 'self'],
        ]);
        expect(body[0].clientAgreement).to.deep.include({
          agreementNumber: client.second,
          name: 'Second client',
        });
        expect(body[1].clientAgreement).to.deep.equal({
          agreementNumber: client.first,
          blocked: false,
          forDeletion: false,
          name: 'First client',
          self,
        });
        for (const { grantToken } of body) expect(grantToken).to.match(/^[\w-]{44}$/);
        expect(headers.get('location')).to.equal(`${base}/studio/client-grants`);
        expect(headers.get('cache-control')).to.equal('no-store');
      });

      it('gives a SuperUser’s grant of the client agreement for 60 minutes, to the calling app (amendment 182)', async () => {
        const [{ grantToken }] = (await issue({ agreementNumber: client.first })).body;
        const tokens = tokensOf(grantToken as string);

        const { body } = await administrator.get('/self', tokens);

        expect(body).to.deep.include({
          agreementNumber: client.first,
          IsAdminAgreement: false,
          agreementType: { agreementTypeNumber: 1, name: 'Standard' },
          userName: 'tester',
        });
        expect(body.application.appNumber).to.equal(administrator.agreement.appNumber);
        expect(Date.parse(body.grantExpires as string) - Date.now()).to.be.within(3_590_000, 3_600_000);
        expect(
          (await administrator.post('/departments', { name: 'Made for the client' }, tokens)).status,
        ).to.equal(201);
        expect((await administrator.get('/departments', tokens)).text).to.contain('Made for the client');
        expectRefusal(await administrator.get('/studio/client-agreements', tokens), 403, 'E03000');
      });

      it('gives a fresh token each time; the older ones live on (D90)', async () => {
        const [one] = (await issue([{ agreementNumber: client.first }])).body;
        const [other] = (await issue([{ agreementNumber: client.first }])).body;

        expect(one.grantToken).not.to.equal(other.grantToken);
        for (const { grantToken } of [one, other]) {
          expect((await administrator.get('/units', tokensOf(grantToken as string))).status).to.equal(200);
        }
      });

      it('gives none when one is blocked or marked for deletion, and names all that are (D182)', async () => {
        const before = await grantsOf(client.first, client.blocked, client.forDeletion);

        const answer = await issue(
          [client.first, client.blocked, client.forDeletion].map((agreementNumber) => ({ agreementNumber })),
        );

        expectRefusal(answer, 400, 'E10050');
        expect(
          (answer.body.errors as { additionalData: object }[]).map(({ additionalData }) => additionalData),
        ).to.deep.equal([
          { propertyName: '[1].agreementNumber', agreementNumber: client.blocked, reason: 'blocked' },
          {
            propertyName: '[2].agreementNumber',
            agreementNumber: client.forDeletion,
            reason: 'forDeletion',
          },
        ]);
        expect(await grantsOf(client.first, client.blocked, client.forDeletion)).to.equal(before);

        const alone = await issue({
          self: `${running.service.base}/studio/client-agreements/${client.blocked}`,
        });
        expectRefusal(alone, 400, 'E10050');
        expect(alone.body.errors[0].additionalData.propertyName).to.equal('self');
      });

      it('gives none when one is unknown or nobody’s client of this administrator, and names these', async () => {
        const before = await grantsOf(client.first, client.strangers);
        const wrong = [
          client.strangers,
          999_999,
          plain.agreement.agreementNumber,
          administrator.agreement.agreementNumber,
        ];

        const answer = await issue([client.first, ...wrong].map((agreementNumber) => ({ agreementNumber })));

        expectRefusal(answer, 400, 'E06000');
        expect(
          (answer.body.errors as { additionalData: object }[]).map(({ additionalData }) => additionalData),
        ).to.deep.equal(
          wrong.map((agreementNumber, index) => ({
            propertyName: `[${index + 1}].agreementNumber`,
            agreementNumber,
          })),
        );
        expect(await grantsOf(client.first, client.strangers)).to.equal(before);
      });

      it('refuses what names nothing', async () => {
        expectRefusal(await issue([]), 400, 'E00500');
        expectRefusal(await issue('17'), 400, 'E00500');
        expectRefusal(await issue([client.first]), 400, 'E00500');
        expectRefusal(await issue([{ agreementNumber: 'one' }]), 400, 'E00500');
        expectRefusal(await issue([{ agreementNumber: client.first }, {}]), 400, 'E04500');
        expectRefusal(await issue({ self: `${running.service.base}/self` }), 400, 'E04500');
        expectRefusal(await issue({ agreementNumber: null, self: null }), 400, 'E04500');
        expectRefusal(
          await issue(Array.from({ length: 1001 }, () => ({ agreementNumber: client.first }))),
          400,
          'E00500',
        );
      });

      it('takes null beside what a client is named by as left out', async () => {
        const self = `${running.service.base}/studio/client-agreements/${client.first}`;

        for (const given of [
          { agreementNumber: client.first, self: null },
          { agreementNumber: null, self },
        ])
          expect((await issue(given)).status).to.equal(201);
      });

      it('gives one grant to a client that is named a thousand times', async () => {
        const before = await grantsOf(client.second);

        const { status, body } = await issue(
          Array.from({ length: 1000 }, () => ({ agreementNumber: client.second })),
        );

        expect(status).to.equal(201);
        expect(body).to.have.length(1);
        expect(await grantsOf(client.second)).to.equal(before + 1);
      });

      it('says where the grant is and until when, without its token', async () => {
        const { body, headers } = await issue({ agreementNumber: client.first });
        const [{ self, expires, issued, clientGrantNumber }] = body;

        const read = await administrator.get(headers.get('location') ?? '');
        const listed = await administrator.get('/studio/client-grants?sort=-clientGrantNumber');

        expect(headers.get('location')).to.equal(self);
        expect(Date.parse(expires as string) - Date.parse(issued as string)).to.equal(3_600_000);
        const { base } = running.service;
        expect(read.body).to.deep.equal({
          clientGrantNumber,
          clientAgreement: {
            agreementNumber: client.first,
            self: `${base}/studio/client-agreements/${client.first}`,
          },
          issued,
          expires,
          self,
        });
        expect(listed.body.collection[0]).to.deep.equal(read.body);
        expect(listed.body.metaData).to.have.all.keys('createClientGrants', 'find');
        expect(listed.body.metaData.createClientGrants).to.include({
          href: `${running.service.base}/studio/client-grants`,
          httpMethod: 'post',
        });
        expectRefusal(await stranger.get(self as string), 404, 'E06000');
        expectRefusal(await plain.get('/studio/client-grants'), 403, 'E03000');
        const home = await running.service.ask('/');
        expect(home.body.stable['client-grants']).to.equal(`${base}/studio/client-grants`);
      });

      it('gives no more than the roles of who asks', async () => {
        const { tokens } = await administrator.agreement.grant(['BookKeeping']);
        const [{ grantToken }] = (await issue({ agreementNumber: client.first }, tokens)).body;
        const granted = tokensOf(grantToken as string);

        expect((await administrator.get('/accounting-years', granted)).status).to.equal(200);
        expectRefusal(await administrator.post('/customers', {}, granted), 403, 'E03000');
      });

      it('is in the record of the client (G37)', async () => {
        const [{ clientGrantNumber }] = (await issue({ agreementNumber: client.second })).body;

        const records = await asked(
          running.service.databaseUrl,
          `SELECT * FROM ${RECORDS} WHERE agreement_number = ${client.second} ORDER BY grant_number`,
        );

        expect(records.at(-1)).to.include({
          grant_number: clientGrantNumber,
          app_number: administrator.agreement.appNumber,
          user_name: 'tester',
          method: 'POST',
          path: '/studio/client-grants',
          status: 201,
        });
      });

      it('answers the same tokens again under its idempotency key, and has one effect', async () => {
        const key = { 'Idempotency-Key': 'client-grants' };
        const before = await grantsOf(client.first);

        const all = await Promise.all([1, 2, 3, 4].map(() => issue({ agreementNumber: client.first }, key)));

        expect(new Set(all.map(({ text }) => text)).size).to.equal(1);
        expect(await grantsOf(client.first)).to.equal(before + 1);
        expectRefusal(await issue({ agreementNumber: client.second }, key), 400, 'E09010');
      });

      it('keeps no token: neither in the database, nor in what is observed (G30)', async () => {
        const [{ grantToken }] = (
          await issue({ agreementNumber: client.first }, { 'Idempotency-Key': 'kept' })
        ).body;

        const stored = await storedText(running.service.databaseUrl);

        expect(stored).to.contain('First client').and.not.to.contain(grantToken);
        expect(JSON.stringify(running.service.observations)).not.to.contain(grantToken);
      });
    });

    /** An administrator that this process has just heard of, and a client of it. */
    const known = async (): Promise<TestAgreement & { readonly clientNumber: number }> => {
      const own = await running.service.agreement({ isAdministrator: true, filled: false });
      const { agreementNumber } = await running.service.service.database.studio.agreements.create(
        agreementWith({
          name: 'Client of who was just heard',
          administratorNumber: own.agreementNumber,
          signupDate: '2025-01-01' as FullDate,
        }),
      );
      expect((await running.service.ask('/self', { headers: own.tokens })).status).to.equal(200);
      return { ...own, clientNumber: agreementNumber };
    };
    const asks = ({ tokens, clientNumber }: Awaited<ReturnType<typeof known>>): Promise<Answered> =>
      running.service.ask('/studio/client-grants', {
        method: 'POST',
        headers: tokens,
        body: { agreementNumber: clientNumber },
      });
    const temporaryOf = async (administrating: Awaited<ReturnType<typeof known>>): Promise<Tokens> => {
      const [{ grantToken }] = (await asks(administrating)).body;
      return { ...administrating.tokens, 'X-AgreementGrantToken': grantToken as string };
    };

    it('ends when the client is blocked, on every replica, with all writing; its own people read on', async () => {
      const { agreements, grants } = running.service.service.database.studio;
      const own = running.service;
      const blocking = await known();
      const agreementNumber = blocking.clientNumber;
      const theirs = await own.app(agreementNumber);
      const temporary = await temporaryOf(blocking);
      const replica = await own.replica();
      const make = (by: typeof own, headers: Tokens): Promise<Answered> =>
        by.ask('/units', { method: 'POST', headers, body: { name: 'unit' } });
      try {
        for (const by of [own, replica]) {
          expect((await by.ask('/units', { headers: temporary })).status).to.equal(200);
          expect((await make(by, theirs)).status).to.equal(201);
        }

        await agreements.flag(agreementNumber, { blocked: true });
        await grants.revokeTemporary(agreementNumber, timestampOf(new Date()));
        await new Promise((go) => setTimeout(go, 4_000));

        for (const by of [own, replica]) {
          expectRefusal(await by.ask('/units', { headers: temporary }), 401, 'E02020');
          expectRefusal(await make(by, theirs), 400, 'E10050');
          const read = await by.ask('/units', { headers: theirs });
          expect(read.status).to.equal(200);
          expect(read.body.metaData).not.to.have.property('create');
        }
        await agreements.flag(agreementNumber, { blocked: false });
        await new Promise((go) => setTimeout(go, 4_000));
        expect((await make(own, theirs)).status).to.equal(201);
        expectRefusal(await own.ask('/units', { headers: temporary }), 401, 'E02020');
      } finally {
        await replica.stop();
      }
    });

    it('end when the administrator is blocked, in the books of its clients', async () => {
      const { agreements, grants } = running.service.service.database.studio;
      const own = running.service;
      const blocked = await known();
      const theirs = await own.app(blocked.clientNumber);
      const temporary = await temporaryOf(blocked);
      expect((await own.ask('/units', { headers: temporary })).status).to.equal(200);

      await agreements.flag(blocked.agreementNumber, { blocked: true });
      await grants.revokeTemporary(blocked.agreementNumber, timestampOf(new Date()));
      await new Promise((go) => setTimeout(go, 4_000));

      expectRefusal(await own.ask('/units', { headers: temporary }), 401, 'E02020');
      expect((await own.ask('/units', { headers: theirs })).status).to.equal(200);
    });

    for (const flags of [{ blocked: true }, { forDeletion: true }]) {
      it(`is given to no administrator from the moment on that it is ${Object.keys(flags)[0]}`, async () => {
        const { agreements, grants } = running.service.service.database.studio;
        const administrating = await known();

        await agreements.flag(administrating.agreementNumber, flags);
        await grants.revokeTemporary(administrating.agreementNumber, timestampOf(new Date()));

        expectRefusal(await asks(administrating), 400, 'E10050');
        expect(await grantsOf(administrating.clientNumber)).to.equal(0);
      });
    }

    it('is given by no administrator’s grant from the moment on that it is revoked', async () => {
      const { grants } = running.service.service.database.studio;
      const administrating = await known();

      const { agreementNumber, grantNumber, clientNumber } = administrating;
      await grants.revoke(agreementNumber, grantNumber, timestampOf(new Date()));

      expectRefusal(await asks(administrating), 401, 'E02020');
      expect(await grantsOf(clientNumber)).to.equal(0);
    });

    it('ends when the app that asked for it has no other grant of the administrator', async () => {
      const { agreementNumber, clientNumber, ...own } = await known();
      const renewed = await own.grant(['SuperUser']);
      const other = await running.service.app(agreementNumber);
      const asking = { ...own, agreementNumber, clientNumber };
      const first = await temporaryOf(asking);
      const second = await temporaryOf({ ...asking, ...renewed });
      const others = await temporaryOf({ ...asking, tokens: other });
      const revoke = (grantNumber: number): Promise<unknown> =>
        revoked(running.service, agreementNumber, grantNumber);
      const read = (headers: Tokens): Promise<Answered> => running.service.ask('/units', { headers });

      await revoke(own.grantNumber);
      expect((await read(first)).status).to.equal(200);
      await revoke(renewed.grantNumber);

      expectRefusal(await read(second), 401, 'E02020');
      expect((await read(others)).status).to.equal(200);
      const records = await asked(
        running.service.databaseUrl,
        `SELECT * FROM ${RECORDS} WHERE agreement_number = ${clientNumber} AND path = '/p'`,
      );
      expect(records).to.have.length(1);
    });

    it('ends when what is left of its app’s grants does not reach as far', async () => {
      const { agreementNumber, clientNumber, ...own } = await known();
      const bookKeeping = await own.grant(['BookKeeping', 'Sales']);
      const sales = await own.grant(['Sales']);
      const asking = { ...own, agreementNumber, clientNumber };
      const temporary = async (): Promise<readonly Tokens[]> =>
        Promise.all([{}, bookKeeping, sales].map((by) => temporaryOf({ ...asking, ...by })));
      // What was read with once is known for some seconds: each is read with once.
      const [before, after] = [await temporary(), await temporary()];
      const revoke = (grantNumber: number): Promise<unknown> =>
        revoked(running.service, agreementNumber, grantNumber);
      const read = async (headers: Tokens): Promise<number> =>
        (await running.service.ask('/customers', { headers })).status;

      // A SuperUser's grant is left, which reaches all that the other reached.
      await revoke(bookKeeping.grantNumber);
      expect(await Promise.all(before.map(read))).to.deep.equal([200, 200, 200]);
      // Only Sales is left: neither the books of the one nor those of the other are reached any more.
      await revoke(own.grantNumber);

      expect(await Promise.all(after.map(read))).to.deep.equal([401, 401, 200]);
    });

    it('ends with the last two grants of its app, though two replicas take them back at once', async () => {
      const { agreementNumber, clientNumber, ...own } = await known();
      const renewed = await own.grant(['SuperUser']);
      const temporary = await temporaryOf({ ...own, agreementNumber, clientNumber });
      const replica = await running.service.replica();
      let goOn = (): void => undefined;
      const told = new Promise<void>((resolve) => (goOn = resolve));
      try {
        const first = revoked(running.service, agreementNumber, own.grantNumber, told);
        const second = revoked(replica, agreementNumber, renewed.grantNumber);
        await Promise.race([second, new Promise((go) => setTimeout(go, 500))]);
        goOn();
        await Promise.all([first, second]);

        const { grants } = running.service.service.database.studio;
        const given = await grants.listOf(clientNumber);
        expect(given.map(({ revoked }) => revoked === undefined)).to.deep.equal([false]);
        expectRefusal(await replica.ask('/units', { headers: temporary }), 401, 'E02020');
      } finally {
        goOn();
        await replica.stop();
      }
    });

    for (const who of ['client', 'administrator'] as const) {
      it(`is not given while the ${who} is being blocked by another process`, async () => {
        const administrating = await known();
        const blocked = who === 'client' ? administrating.clientNumber : administrating.agreementNumber;
        const replica = await running.service.replica();
        let goOn = (): void => undefined;
        const told = new Promise<void>((resolve) => (goOn = resolve));
        let begun = (): void => undefined;
        const isBlocking = new Promise<void>((resolve) => (begun = resolve));
        try {
          const blocking = replica.service.database.unitOfWork.inTransaction<never, void>(
            blocked,
            ({ studio }) =>
              async () => {
                await studio.agreements.flag(blocked, { blocked: true });
                await studio.grants.revokeTemporary(blocked, timestampOf(new Date()));
                begun();
                await told;
                return right(undefined);
              },
          )();
          await isBlocking;
          const asking = asks(administrating);
          await Promise.race([asking, new Promise((go) => setTimeout(go, 500))]);
          goOn();
          await blocking;

          expectRefusal(await asking, 400, 'E10050');
          expect(await grantsOf(administrating.clientNumber)).to.equal(0);
        } finally {
          goOn();
          await replica.stop();
        }
      });
    }

    it('ends with the agreement for what was on its way when it was blocked, or its grant taken back', async () => {
      const { agreements, grants } = running.service.service.database.studio;
      const { port, ask } = running.service;
      const blocked = await running.service.agreement({ filled: false });
      const revoked = await running.service.agreement({ filled: false });
      const sent = (line: string, type: string, body: string, tokens: Tokens): Promise<RawAnswer> => {
        const headers = [
          'Host: x',
          `Content-Type: ${type}`,
          `Content-Length: ${body.length}`,
          ...Object.entries(tokens).map(([name, value]) => `${name}: ${value}`),
        ];
        const whole = requestText(line, headers, body);
        return rawExchange(port, [whole.slice(0, -1), whole.slice(-1)], { pauseMs: 4_500, waitMs: 9_000 });
      };
      const unit = JSON.stringify({ name: 'late' });
      const file = `{"kontor":{"version":1,"baseCurrency":"EUR"}}\n{"units":{"unitNumber":7,"name":"late"}}\n`;

      const sending = Promise.all([
        sent('POST /units', 'application/json', unit, blocked.tokens),
        sent('POST /imports', 'application/x-ndjson', file, blocked.tokens),
        sent('POST /units', 'application/json', unit, revoked.tokens),
      ]);
      await new Promise((go) => setTimeout(go, 500));
      await agreements.flag(blocked.agreementNumber, { blocked: true });
      await grants.revoke(revoked.agreementNumber, revoked.grantNumber, timestampOf(new Date()));

      const [late, lateFile, lateOfRevoked] = await sending;
      expectRefusal(late, 400, 'E10050');
      expectRefusal(lateFile, 400, 'E10050');
      expectRefusal(lateOfRevoked, 401, 'E02020');
      for (const path of ['/units', '/imports']) {
        const { body } = await ask(path, { headers: blocked.tokens });
        expect(body.collection, path).to.have.length(0);
      }
    });

    it('leaves to an agreement that is marked for deletion reading by SuperUser only', async () => {
      const { agreements } = running.service.service.database.studio;
      const { agreementNumber, tokens, grant } = await running.service.agreement({ filled: false });
      const { tokens: sales } = await grant(['Sales']);
      await agreements.flag(agreementNumber, { forDeletion: true });
      const { ask } = running.service;

      expect((await ask('/units', { headers: tokens })).status).to.equal(200);
      // What every role reads otherwise, too.
      for (const to of ['/units', '/account-categories', '/vat-zones/1', '/self']) {
        const refused = await ask(to, { headers: sales });
        expectRefusal(refused, 403, 'E03000');
        // More roles of the app would be no help to its agreement.
        expect(refused.body.message).to.contain('marked for deletion').and.contain('SuperUser');
        expect(refused.body.developerHint).to.contain('Sales').and.not.contain('chosen by the app');
      }
      expectRefusal(
        await ask('/units', { method: 'POST', headers: tokens, body: { name: 'x' } }),
        400,
        'E10050',
      );
    });

    it('is refused to every grant that is no administrator’s, the demo included (§2.4b)', async () => {
      const { ask } = running.service;

      expectRefusal(await plain.get('/studio/client-agreements'), 403, 'E03000');
      expectRefusal(await plain.get(`/studio/client-agreements/${client.first}`), 403, 'E03000');
      expectRefusal(
        await plain.post('/studio/client-grants', { agreementNumber: client.first }),
        403,
        'E03000',
      );
      expectRefusal(await ask('/studio/client-agreements?demo=true'), 403, 'E03000');
      expectRefusal(
        await ask('/studio/client-grants?demo=true', { method: 'POST', body: [] }),
        403,
        'E03010',
      );
      expectRefusal(await ask('/studio/client-agreements'), 401, 'E02000');
    });

    it('reaches nothing but self and the studio module itself (§5.6)', async () => {
      for (const to of [
        '/units',
        '/apps',
        '/app-roles',
        '/app-settings',
        '/app-settings/agreement',
        '/currencies',
      ]) {
        expectRefusal(await administrator.get(to), 403, 'E03020');
      }
      expectRefusal(await administrator.post('/apps', {}), 403, 'E03020');
      expect((await administrator.get('/self')).status).to.equal(200);
    });

    it('ends with the grant by which it was asked for at the latest, which ends sooner by itself', async () => {
      const short = await administrator.agreement.grant(['SuperUser'], 1_800_000);
      const until = (await administrator.get('/self', short.tokens)).body.grantExpires as string;

      const { body } = await issue({ agreementNumber: client.first }, short.tokens);

      expect(body[0].expires).to.equal(until);
      const self = await administrator.get('/self', tokensOf(body[0].grantToken as string));
      expect(self.body.grantExpires).to.equal(until);
    });

    it('ends on the minute that is configured: then it is a token like any wrong one (D89)', async () => {
      const replica = await running.service.replica({ temporaryGrantMinutes: SHORT_MINUTES });
      try {
        const { body } = await replica.ask('/studio/client-grants', {
          method: 'POST',
          headers: administrator.tokens,
          body: { agreementNumber: client.first },
        });
        const tokens = tokensOf(body[0].grantToken as string);
        expect((await administrator.get('/units', tokens)).status).to.equal(200);

        await new Promise((go) => setTimeout(go, SHORT_MINUTES * 60_000 + 100));

        expectRefusal(await administrator.get('/units', tokens), 401, 'E02020');
        expectRefusal(await replica.ask('/self', { headers: tokens }), 401, 'E02020');
      } finally {
        await replica.stop();
      }
    });
  });
}
