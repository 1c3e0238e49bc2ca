import { expect } from 'chai';
import { timestampOf } from '@kontor/kernel';
import { DEMO } from '../../src/seed/demo.js';
import { asked } from '@kontor/conformance';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases, type ServiceUnderTest, type TestAgreement } from '../support/service-under-test.js';

type Shown = { readonly sequence: number; readonly type: string; readonly changed?: readonly string[] };

for (const database of await databases()) {
  describe(`events on ${database.name} (issue 16)`, function () {
    // Of its own: it prunes the events of all.
    const running = runningService(database, {});
    let service: ServiceUnderTest;
    let ours: TestAgreement;
    before(() => {
      ({ service } = running);
    });
    beforeEach(async () => {
      ours = await service.agreement();
    });

    const ask = (path: string, more: Parameters<ServiceUnderTest['ask']>[1] = {}) =>
      service.ask(path, { ...more, headers: { ...ours.tokens, ...more.headers } });
    const unit = (name: string) => ask('/units', { method: 'POST', body: { name } });
    const position = async (): Promise<number> => (await ask('/events/position')).body.lastSequence;
    const after_ = async (sequence: number, more = ''): Promise<readonly Shown[]> =>
      (await ask(`/events?after=${sequence}&pagesize=1000${more}`)).body.collection;

    it('tell who changed what by which request, and where it is', async () => {
      const before = await position();
      const made = await unit('box');
      await ask(`/units/${made.body.unitNumber}`, { method: 'PUT', body: { name: 'crate' } });
      await ask(`/units/${made.body.unitNumber}`, { method: 'DELETE' });

      const { body } = await ask(`/events?after=${before}`);
      expect(
        body.collection.map((event: Shown) => [event.sequence - before, event.type, event.changed]),
      ).to.deep.equal([
        [1, 'unit.created', undefined],
        [2, 'unit.updated', ['name']],
        [3, 'unit.removed', undefined],
      ]);
      const [event] = body.collection;
      expect(event).to.deep.include({
        collection: 'units',
        resource: `${service.base}/units/${made.body.unitNumber}`,
        numbers: { unitNumber: made.body.unitNumber },
        requestId: made.headers.get('x-request-id'),
        app: { appNumber: ours.appNumber, self: `${service.base}/apps/${ours.appNumber}` },
      });
      expect(body.position).to.deep.include({ lastSequence: before + 3, after: before + 3 });
      expect(body.pagination).not.to.have.property('nextPage');
      const alone = await ask(event.self);
      expect(alone.body).to.deep.equal(event);
    });

    it('tell nothing of what is written as it was, nor of what a draft only names', async () => {
      const [product] = (await ask('/products?pagesize=1')).body.collection;
      const expense = await ask('/additional-expenses', {
        method: 'POST',
        body: { name: 'Postage', account: { accountNumber: 1140 }, vatAccount: { vatCode: 'S25' } },
      });
      const { additionalExpenseNumber } = expense.body;
      const cleared = `last_updated = '2001-01-01T00:00:00Z' WHERE agreement_number = ${ours.agreementNumber}`;
      await asked(service.databaseUrl, `UPDATE product SET ${cleared}`);
      const { body: read } = await ask(product.self);
      const before = await position();

      const again = await ask(product.self, { method: 'PUT', body: read });
      const additionalExpenseLines = [{ additionalExpense: { additionalExpenseNumber }, amount: 5 }];
      const draft = await ask('/v2/invoices/drafts', {
        method: 'POST',
        body: { customer: { customerNumber: 1 }, additionalExpenseLines },
      });

      expect([again.status, draft.status], again.text).to.deep.equal([200, 201]);
      expect(again.body.lastUpdated).to.equal('2001-01-01T00:00:00Z');
      expect((await after_(before)).map(({ type }) => type)).to.deep.equal(['draftInvoice.created']);
      await ask(product.self, { method: 'PUT', body: { ...read, name: 'another' } });
      expect((await ask(product.self)).body.lastUpdated).not.to.equal('2001-01-01T00:00:00Z');
      expect((await after_(before)).at(-1)).to.include({ type: 'product.updated' });
    });

    it('name of apps and webhooks the members that differ, and tell nothing of what is written as it was', async () => {
      const send = async (method: string, path: string, body: object) => {
        const before = await position();
        const answer = await ask(path, { method, body });
        const told = (await after_(before)).map(({ type, changed }) => [type, changed]);
        return { self: answer.body.self as string, told };
      };
      const app = { name: 'one', rootUrl: 'https://one.example', requiredRoles: [{ name: 'Sales' }] };
      const { self } = await send('POST', '/apps', app);
      const hook = { url: 'https://one.example/hooks', types: ['unit.*'] };
      const { self: at } = await send('POST', '/webhooks', hook);

      expect((await send('PUT', self, app)).told).to.deep.equal([]);
      expect((await send('PUT', self, { ...app, name: 'two' })).told).to.deep.equal([
        ['app.updated', ['name']],
      ]);
      expect((await send('PUT', self, { ...app, name: 'two', newSecret: true })).told).to.deep.equal([
        ['app.updated', ['appSecretToken']],
      ]);
      expect((await send('PUT', at, hook)).told).to.deep.equal([]);
      expect((await send('PUT', at, { ...hook, enabled: false, description: 'x' })).told).to.deep.equal([
        ['webhook.updated', ['enabled', 'description']],
      ]);
      expect((await send('POST', `${at}/secrets`, {})).told).to.deep.equal([
        ['webhook.updated', ['secret', 'publicKey', 'formerSecretExpires']],
      ]);
    });

    it('tell of a layer that its aliases are others, also where it had none before', async () => {
      const { body: layer } = await ask('/alias-layers', { method: 'POST', body: { name: 'English' } });
      const written = async (name: string, ...productAliases: readonly object[]) => {
        const before = await position();
        const answer = await ask(layer.self, { method: 'PUT', body: { name, productAliases } });
        expect(answer.status, answer.text).to.equal(200);
        return (await after_(before)).map(({ type, changed }) => [type, changed]);
      };
      const lamp = { productNumber: '1000', nameAlias: 'Lamp' };

      expect(await written('English', lamp)).to.deep.equal([
        ['productAlias.created', undefined],
        ['aliasLayer.updated', ['productAliases']],
      ]);
      expect(await written('English', lamp)).to.deep.equal([]);
      expect(await written('Welsh')).to.deep.equal([
        ['aliasLayer.updated', ['name', 'productAliases']],
        ['productAlias.removed', undefined],
      ]);
      expect(await written('Irish', lamp)).to.deep.equal([
        ['aliasLayer.updated', ['name', 'productAliases']],
        ['productAlias.created', undefined],
      ]);
    });

    it('name members that are shown, and none that the service keeps for itself', async () => {
      const customer = { customerNumber: 1 };
      const { body: draft } = await ask('/v2/invoices/drafts', { method: 'POST', body: { customer } });
      const before = await position();

      const additionalExpenseLines = [{ additionalExpense: { additionalExpenseNumber: 1 }, amount: 5 }];
      const charged = await ask(draft.self, { method: 'PUT', body: { customer, additionalExpenseLines } });

      const [told] = await after_(before);
      expect(told?.changed).to.include('additionalExpenseLines');
      expect(Object.keys(charged.body)).to.include.members([...(told?.changed ?? [])]);
    });

    it('name all members that are others then: what is left of an invoice, and where the file of lines is', async () => {
      ours = await service.agreement({ modules: ['internationalLedger'] });
      const differing = async (to: string, change: () => Promise<{ status: number; text: string }>) => {
        const [{ body: before }, from] = [await ask(to), await position()];
        const { status, text } = await change();
        expect(status, text).to.be.within(200, 299);
        const { body: after } = await ask(to);
        const differ = (name: string): boolean =>
          JSON.stringify(after[name]) !== JSON.stringify(before[name]);
        const members = Object.keys({ ...before, ...after }).filter((name) => name !== 'metaData');
        const { body: told } = await ask(`/events?after=${from}`);
        const { changed } = told.collection.find(({ resource }: { resource: string }) => resource === to);
        return { changed, differing: members.filter(differ) };
      };
      const post = async (to: string, body: object) => {
        const answer = await ask(to, { method: 'POST', body });
        expect(answer.status, answer.text).to.equal(201);
        return answer;
      };
      const lines = [{ product: { productNumber: '1000' } }];
      const draft = await post('/v2/invoices/drafts', { customer: { customerNumber: 1 }, lines });
      const { body: invoice } = await post('/v2/invoices/booked', { id: draft.body.id });
      const { body: creditNote } = await post(`${invoice.self}/credit-notes`, {});
      const { body: voucher } = await post('/vouchers/drafts/finance-vouchers', {
        date: new Date().toISOString().slice(0, 10),
        lines: [{ account: { accountNumber: 5820 }, contraAccount: { accountNumber: 5810 }, amount: 1 }],
      });
      const at = `${service.base}/vouchers/${voucher.voucherId}`;
      const file = { method: 'PUT', headers: { 'Content-Type': 'application/xml' }, body: '<one/>' };

      const credited = await differing(invoice.self, () =>
        post('/v2/invoices/booked', { id: creditNote.id }),
      );
      const attached = await differing(at, () => ask(`${at}/attachment`, file));
      const again = await differing(at, () => ask(`${at}/attachment`, { ...file, body: '<two/>' }));
      const gone = await differing(at, () => ask(`${at}/attachment`, { method: 'DELETE' }));

      for (const { changed, differing: members } of [credited, attached, gone])
        expect(changed).to.have.members(members);
      expect(credited.changed).to.include('remainderInDefaultCurrency');
      expect(attached.changed).to.have.members(['attachment', 'lines']);
      // Where it is stays the same; what is there does not.
      expect(again).to.deep.equal({ changed: ['attachment'], differing: [] });
    });

    it('tell nothing of drafts and of aliases either that are written as they were', async () => {
      ours = await service.agreement({ modules: ['internationalLedger'] });
      const date = `${new Date().getUTCFullYear()}-01-01`;
      const bank = { account: { accountNumber: 5810 } };
      const customer = { customer: { customerNumber: 1 } };
      const sale = { account: { accountNumber: 1010 }, amount: -1 };
      const made = [
        await ask('/vouchers/drafts/finance-vouchers', {
          method: 'POST',
          body: { date, lines: [sale, { ...bank, amount: 1 }] },
        }),
        await ask('/opening-balances/drafts', {
          method: 'POST',
          body: { date, lines: [{ ...customer, amountInBaseCurrency: 1 }] },
        }),
      ].map(({ body }) => body.self as string);
      const alias = '/alias-layers/1/product-aliases/1000';
      for (const self of [...made, alias]) {
        const { body: read } = await ask(self);
        const before = await position();

        const again = await ask(self, { method: 'PUT', body: read });

        expect(again.status, again.text).to.equal(200);
        expect(await after_(before), self).to.deep.equal([]);
      }
      const before = await position();
      await ask(alias, { method: 'PUT', body: { productNumber: '1000', nameAlias: 'another' } });
      expect((await after_(before)).map(({ type }) => type)).to.deep.equal([
        'productAlias.updated',
        'aliasLayer.updated',
      ]);
    });

    it('are read on page by page, and only those of a type or of a collection', async () => {
      const before = await position();
      for (const name of ['a', 'b', 'c']) await unit(name);
      await ask('/departments', { method: 'POST', body: { departmentNumber: 77, name: 'North' } });

      const first = await ask(`/events?after=${before}&pagesize=2`);
      expect(first.body.collection).to.have.length(2);
      const second = await ask(first.body.pagination.nextPage);
      expect(second.body.collection.map(({ type }: Shown) => type)).to.deep.equal([
        'unit.created',
        'department.created',
      ]);
      const filtered = await ask(`/events?after=${before}&filter=collection$eq:departments`);
      expect(filtered.body.collection.map(({ type }: Shown) => type)).to.deep.equal(['department.created']);
      expect(filtered.body.position.after).to.equal(before + 4);
      const ofDepartments = await ask('/events?filter=collection$eq:departments&pagesize=1000');
      expect(filtered.body.pagination).to.include({
        results: ofDepartments.body.collection.length,
        resultsWithoutFilter: first.body.pagination.results,
      });
      expect(first.body.pagination.results).to.be.greaterThan(ofDepartments.body.pagination.results);
      const types = await ask(
        `/events?after=${before}&filter=type$eq:unit.created$or:type$eq:unit.removed&pagesize=50`,
      );
      expect(types.body.collection, types.text).to.have.length(3);
    });

    it('say in self what chose the page, also where it begins with the first (§1.1)', async () => {
      const before = await position();
      await unit('box');
      const self = async (query: string): Promise<string> => (await ask(`/events${query}`)).body.self;

      for (const query of ['', '?pagesize=2', '?pagesize=2&filter=collection%24eq%3Aunits'])
        expect(await self(query)).to.equal(`${service.base}/events${query}`);
      expect(await self('?demo=true&pagesize=2')).to.equal(`${service.base}/events?demo=true&pagesize=2`);
      expect(await self(`?after=${before}`)).to.equal(`${service.base}/events?pagesize=20&after=${before}`);
      const page = await ask('/events?filter=collection$eq:units&pagesize=1');
      expect((await ask(page.body.self)).body.collection).to.deep.equal(page.body.collection);
    });

    it('are not counted through a filter where there are very many, which the description says', async () => {
      const last = await position();
      const digits =
        '(SELECT 0 AS d' + [1, 2, 3, 4, 5, 6, 7, 8, 9].map((d) => ` UNION SELECT ${d}`).join('') + ')';
      const number = `${last + 1} + a.d + 10 * b.d + 100 * c.d + 1000 * e.d`;
      await asked(
        service.databaseUrl,
        'INSERT INTO event (agreement_number, sequence, type, collection, item_keys, created, request_id, app_number, ' +
          `user_name) SELECT ${ours.agreementNumber}, ${number}, 'unit.created', 'units', '[1]', ` +
          `'2026-11-23T00:00:00Z', 'r', 1, 'u' FROM ${digits} a, ${digits} b, ${digits} c, ${digits} e`,
      );
      await asked(
        service.databaseUrl,
        `UPDATE collection_state SET items = items + 10000 WHERE collection = 'event-log' AND ` +
          `agreement_number = ${ours.agreementNumber}`,
      );

      const { body } = await ask('/events?filter=type$eq:unit.removed&pagesize=5');
      expect(body.pagination).not.to.have.property('results');
      expect(body.pagination.resultsWithoutFilter).to.equal(last + 10_000);
      expect((await ask('/events?pagesize=1')).body.pagination.results).to.equal(last + 10_000);
      const { schemas } = (await ask('/openapi.json')).body.components;
      const { $ref } = schemas.EventPage.properties.pagination;
      expect(schemas[$ref.split('/').at(-1)].required).not.to.include('results');
    });

    it('leave out what the roles of the reader do not reach, and what is another app’s own', async () => {
      const before = await position();
      await unit('box');
      await ask('/accounts', {
        method: 'POST',
        body: { accountNumber: 99_001, name: 'X', accountType: 'heading' },
      });
      expect(
        (
          await ask('/app-settings/agreement/theme', {
            method: 'PUT',
            body: { settingKey: 'theme', content: 1 },
          })
        ).status,
      ).to.equal(201);
      await ask('/departments', { method: 'POST', body: { departmentNumber: 78, name: 'South' } });
      await ask('/webhooks', { method: 'POST', body: { url: 'https://one.example/hooks' } });

      const seen = async (tokens: TestAgreement['tokens']): Promise<readonly string[]> => {
        const { body } = await service.ask(`/events?after=${before}`, { headers: tokens });
        expect(body.position.after).to.equal(before + 5);
        return body.collection.map(({ type }: Shown) => type);
      };
      expect(await seen(ours.tokens)).to.deep.equal([
        'unit.created',
        'account.created',
        'agreementSetting.created',
        'department.created',
        'webhook.created',
      ]);
      const equal = await service.app(ours.agreementNumber, ['SuperUser']);
      expect(await seen(equal)).to.deep.equal(['unit.created', 'account.created', 'department.created']);
      const sales = await service.app(ours.agreementNumber, ['Sales']);
      const bookKeeper = await service.app(ours.agreementNumber, ['BookKeeping']);
      expect(await seen(sales))
        .to.include('unit.created')
        .and.not.include('agreementSetting.created');
      expect(await seen(bookKeeper))
        .to.include('account.created')
        .and.not.include('unit.created');

      // With a filter, what the grant may read is counted; without one, how far the sequences go.
      const counted = await service.ask('/events?filter=type$ne:none&pagesize=1000', { headers: sales });
      const kept = await service.ask('/events?pagesize=1', { headers: sales });
      const last = await position();
      expect(counted.body.pagination).to.include({
        results: counted.body.collection.length,
        resultsWithoutFilter: last,
      });
      expect(counted.body.collection.length).to.be.lessThan(last);
      expect(kept.body.pagination).to.include({ results: last, resultsWithoutFilter: last });
    });

    it('are nobody else’s', async () => {
      await unit('box');
      const other = await service.agreement();

      const { body } = await service.ask('/events?pagesize=1000', { headers: other.tokens });
      const shown = JSON.stringify(body);
      expect(shown).not.to.contain(
        `"requestId":"${(await ask('/events?pagesize=1000')).body.collection.at(-1).requestId}"`,
      );
    });

    it('are waited for, and come when they are kept, also by another process', async () => {
      const other = await service.replica();
      try {
        for (const by of [service, other]) {
          const before = await position();
          const waiting = ask(`/events?after=${before}&wait=20`);
          await new Promise((go) => setTimeout(go, 150));
          await by.ask('/units', { method: 'POST', headers: ours.tokens, body: { name: 'late' } });
          const { body } = await waiting;
          expect(body.collection.map(({ type }: Shown) => type)).to.deep.equal(['unit.created']);
        }
      } finally {
        await other.stop();
      }
      const before = await position();
      const { body } = await ask(`/events?after=${before}&wait=1`);
      expect(body.collection).to.deep.equal([]);
    });

    it('are waited for by so many of an agreement at most, and others are not kept from anything', async () => {
      const before = await position();
      const { events } = service.service.database;
      const { agreementNumber, grantNumber } = ours;
      const seats = Array.from({ length: 100 }, () => events.sit(agreementNumber, String(grantNumber)));
      const other = await service.agreement();
      const second = await ours.grant(['SuperUser']);

      expect((await ask(`/events?after=${before}&wait=5`)).status).to.equal(503);
      expect((await ask(`/events?after=${before}`)).status).to.equal(200);
      expect((await service.ask('/events?wait=1', { headers: other.tokens })).status).to.equal(200);
      const { status } = await service.ask(`/events?after=${before}&wait=1`, { headers: second.tokens });
      expect(status).to.equal(200);
      for (const leave of seats) leave();
      expect((await ask(`/events?after=${before}&wait=1`)).status).to.equal(200);
    });

    it('are waited for in the demo agreement from everywhere, whatever one stranger takes', async () => {
      const { body } = await service.ask('/events/position?demo=true');
      const asked = `/events?demo=true&after=${body.lastSequence}&wait=3`;
      const one = Array.from({ length: 120 }, () => service.ask(asked));
      await new Promise((go) => setTimeout(go, 500));
      service.service.database.events.sit(DEMO.agreementNumber, '198.51.100.7')();
      const refused = (await Promise.all(one)).filter(({ status }) => status === 503);
      expect(refused).to.have.length(20);
    });

    it('are waited for without a place among the requests that are served', async () => {
      const before = await position();
      const waiting = Array.from({ length: 90 }, (_, index) =>
        ask(`/events?after=${before}&wait=20&pagesize=${index % 2 === 0 ? 20 : 100}`),
      );
      await new Promise((go) => setTimeout(go, 300));
      expect((await ask('/v2/invoices/drafts?pagesize=100')).status).to.equal(200);
      expect((await unit('box')).status).to.equal(201);
      for (const { status, body } of await Promise.all(waiting)) {
        expect(status).to.equal(200);
        expect(body.collection).to.have.length(1);
      }
    });

    it('are refused where they are not kept any more, with the first that is', async () => {
      for (const name of ['a', 'b', 'c']) await unit(name);
      const last = await position();
      await service.service.database.pruneEvents(timestampOf(new Date(Date.now() + 5_000)));
      await unit('d');

      const gone = await ask('/events?after=1');
      expect(gone.status).to.equal(410);
      expect(gone.body.errorCode).to.equal('E10510');
      expect(gone.body.errors[0].additionalData).to.deep.include({
        firstSequence: last + 1,
        lastSequence: last + 1,
      });
      expect((await ask(`/events?after=${last + 5}`)).status).to.equal(410);
      expect((await ask('/events/1')).status).to.equal(404);
      expect((await after_(last)).map(({ sequence }) => sequence)).to.deep.equal([last + 1]);
      expect((await ask('/events')).body.collection).to.have.length(1);
      const hook = { url: 'https://hooks.example.org/kontor', enabled: false };
      const { body } = await ask('/webhooks', { method: 'POST', body: hook });
      const replayed = (since: number) => ask(`${body.self}/replays`, { method: 'POST', body: { since } });
      expectRefusal(await replayed(last), 400, 'E06000');
      expect((await replayed(last + 1)).status).to.equal(201);
      const checked = await service.service.database.checkBooks(ours.agreementNumber);
      expect(checked.find(({ check }) => check === 'Events have no holes')?.faults).to.deep.equal([]);
    });

    it('are streamed, from the id that a client has seen last', async () => {
      const before = await position();
      await unit('one');
      const stopping = new AbortController();
      const response = await fetch(`http://127.0.0.1:${service.port}/events`, {
        headers: { ...ours.tokens, Accept: 'text/event-stream', 'Last-Event-ID': String(before) },
        signal: stopping.signal,
      });
      expect(response.headers.get('content-type')).to.match(/^text\/event-stream/);
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      let text = '';
      const until = async (pattern: RegExp): Promise<void> => {
        while (!pattern.test(text)) {
          const { value, done } = await reader.read();
          if (done) throw new Error(`the stream ended after ${text}`);
          text += Buffer.from(value).toString();
        }
      };
      await until(new RegExp(`id: ${before + 1}\ndata: .*"type":"unit.created".*\n\n`));
      await unit('two');
      await until(new RegExp(`id: ${before + 2}\n`));
      stopping.abort();
    });

    it('end a stream when its grant is revoked, or the process is to stop', async () => {
      const short = await service.replica({ rememberCredentialsMs: 10 });
      const { tokens, grantNumber } = await ours.grant(['SuperUser']);
      const open = async (
        headers: Readonly<Record<string, string>>,
      ): Promise<{ readonly whole: Promise<string>; soFar(): string }> => {
        const response = await fetch(`http://127.0.0.1:${short.port}/events`, {
          headers: { ...headers, Accept: 'text/event-stream' },
        });
        expect(response.status).to.equal(200);
        let text = '';
        const whole = (async () => {
          for await (const piece of response.body as AsyncIterable<Uint8Array>)
            text += Buffer.from(piece).toString();
          return text;
        })();
        return { whole, soFar: () => text };
      };
      const revoked = await open(tokens);
      const stopped = await open(ours.tokens);
      await service.service.database.studio.grants.revoke(
        ours.agreementNumber,
        grantNumber,
        timestampOf(new Date()),
      );
      await unit('secret');
      const last = await position();
      expect(await revoked.whole).not.to.contain(`id: ${last}\n`);
      while (!stopped.soFar().includes(`id: ${last}\n`)) await new Promise((go) => setTimeout(go, 20));
      short.service.database.events.end();
      expect(await stopped.whole).to.contain(`id: ${last}\n`);
      await short.stop();
    });

    it('refuse what cannot be meant', async () => {
      for (const query of [
        'wait=31',
        'wait=x',
        'after=x',
        'after=1-1',
        'skippages=1',
        'sort=time',
        'filter=time$eq:x',
      ]) {
        const { status, body } = await ask(`/events?${query}`);
        expect([query, status]).to.deep.equal([query, 400]);
        expect(body.errorCode).to.match(/^E010\d0$/);
      }
    });

    it('say how long a sequence is at most, of a number that is longer', async () => {
      const { status, body } = await ask('/events?after=1000000000000000');

      expect([status, body.errorCode]).to.deep.equal([400, 'E01030']);
      expect(body.errors[0].message).to.match(/a whole number of at most 10 digits\.$/);
    });

    it('say of a stream that its Last-Event-ID is no sequence', async () => {
      const headers = { Accept: 'text/event-stream', 'Last-Event-ID': 'x' };
      const { status, body } = await ask('/events', { headers });

      expect([status, body.errorCode]).to.deep.equal([400, 'E01030']);
      expect(body.errors[0].message).to.match(/^Last-Event-ID is the sequence of an event/);
      expect(body.errors[0].additionalData).to.deep.equal({ propertyName: 'Last-Event-ID' });
    });
  });
}
