import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request, type IncomingHttpHeaders } from 'node:http';
import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';

/** Amendment 140, D141: entity tags, HEAD, compression. */
for (const database of await databases()) {
  describe(`caching and compression on ${database.name}`, () => {
    const running = runningService(database);
    const ours = running.client({ modules: ['dimension'] });

    type Bytes = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly bytes: Buffer };

    /** Asks without a client that decompresses or adds headers of its own. */
    function plainly(
      method: string,
      to: string,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Bytes> {
      return new Promise((resolve, reject) => {
        const path = to.replace(running.service.base, '');
        const sending = request(
          {
            port: running.service.port,
            host: '127.0.0.1',
            method,
            path,
            headers: { ...ours.tokens, ...headers },
          },
          (response) => {
            const pieces: Buffer[] = [];
            response.on('data', (piece: Buffer) => pieces.push(piece));
            response.on('end', () =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                bytes: Buffer.concat(pieces),
              }),
            );
          },
        );
        sending.on('error', reject);
        sending.end();
      });
    }

    describe('an entity tag', () => {
      it('is strong, and the same for POST, GET and HEAD of one state', async () => {
        const created = await ours.post('/units', { name: 'etag' });
        const got = await plainly('GET', created.body.self as string);
        const head = await plainly('HEAD', created.body.self as string);

        expect(created.headers.get('etag')).to.match(/^"[^"]+"$/);
        expect(got.headers.etag).to.equal(created.headers.get('etag'));
        expect(head.headers.etag).to.equal(created.headers.get('etag'));
      });

      it('stands on every single resource', async () => {
        for (const to of [
          '/currencies/EUR',
          '/country-codes/DK',
          '/accounts/1010',
          '/products/1000',
          '/units/1',
          // What describes the service is a resource as well, and changes with the program only.
          '/errors/E00500',
          '/api-resources',
          '/api-resources/units',
          '/units/schema/post',
          '/schema/units.get.schema.json',
        ]) {
          const { status, headers } = await plainly('GET', to);

          expect(status, to).to.equal(200);
          expect(headers.etag, to).to.match(/^"[^"]+"$/);
          const again = await plainly('GET', to, { 'If-None-Match': headers.etag ?? '' });
          expect(again.status, to).to.equal(304);
        }
      });

      it('changes with the state and comes back with it', async () => {
        const { body } = await ours.post('/units', { name: 'a' });

        const first = await plainly('GET', body.self as string);
        const changed = await ours.put(body.self as string, { name: 'b' });
        const second = await plainly('GET', body.self as string);
        await ours.put(body.self as string, { name: 'a' });
        const third = await plainly('GET', body.self as string);

        expect(second.headers.etag).not.to.equal(first.headers.etag);
        expect(changed.headers.get('etag')).to.equal(second.headers.etag);
        expect(third.headers.etag).to.equal(first.headers.etag);
      });

      it('of a layer changes with an alias in it', async () => {
        const layer = await ours.post('/alias-layers', { name: 'etag' });
        const to = layer.body.self as string;

        const before = await plainly('GET', to);
        await ours.post(`${to}/product-aliases`, { productNumber: '1000', nameAlias: 'x' });
        const after = await plainly('GET', to);
        const late = await ours.put(to, { name: 'late' }, { 'If-Match': before.headers.etag ?? '' });

        expect(after.headers.etag).not.to.equal(before.headers.etag);
        expectRefusal(late, 412, 'E05120');
      });

      it('depends on the demo flag and never on the token', async () => {
        const { tokens } = await ours.agreement.grant(['Sales']);

        const byUs = await plainly('GET', '/currencies/EUR');
        const byAnother = await plainly('GET', '/currencies/EUR', tokens);
        const inDemo = await plainly('GET', '/currencies/EUR?demo=true');

        expect(byAnother.headers.etag).to.equal(byUs.headers.etag);
        expect(inDemo.headers.etag).not.to.equal(byUs.headers.etag);
      });
    });

    describe('If-None-Match', () => {
      it('gives 304 without a body, for GET and HEAD, in every form of the tag', async () => {
        const { headers } = await plainly('GET', '/units/1');
        const etag = headers.etag as string;

        for (const form of [
          etag,
          `W/${etag}`,
          '*',
          `"x", ${etag}`,
          `"x",${etag},"y"`,
          etag.replace(/"$/, '-gzip"'),
          etag.replace(/"$/, '-br"'),
        ]) {
          for (const method of ['GET', 'HEAD']) {
            const answer = await plainly(method, '/units/1', { 'If-None-Match': form });

            expect(answer.status, `${method} ${form}`).to.equal(304);
            expect(answer.bytes).to.have.length(0);
            expect(answer.headers.etag).to.equal(etag);
            expect(answer.headers['content-type']).to.equal(undefined);
            expect(answer.headers['cache-control']).to.equal(headers['cache-control']);
            expect(answer.headers['x-request-id']).to.be.a('string');
          }
        }
      });

      it('gives 200 for another tag', async () => {
        const { headers } = await plainly('GET', '/units/1');

        for (const form of ['"x"', '', 'x', (headers.etag as string).slice(1, -1), 'W/"x"']) {
          expect((await plainly('GET', '/units/1', { 'If-None-Match': form })).status, form).to.equal(200);
        }
      });

      it('refuses a write with *, where the thing is there, and lets it make what is not', async () => {
        const body = { name: 'x', productGroup: { productGroupNumber: 1 } };

        const made = await ours.put('/products/once', body, { 'If-None-Match': '*' });
        const again = await ours.put('/products/once', body, { 'If-None-Match': '*' });

        expect(made.status, made.text).to.equal(201);
        expectRefusal(again, 412, 'E05120');
      });

      it('makes a thing once only, of many at the same time', async () => {
        const put = (name: string) =>
          ours.put(
            '/products/made-once',
            { name, productGroup: { productGroupNumber: 1 } },
            { 'If-None-Match': '*' },
          );

        const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => put(`n${index}`)));

        expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, ...Array(11).fill(412)]);
        const winner = answers.find(({ status }) => status === 201);
        expect((await ours.get('/products/made-once')).body.name).to.equal(winner?.body.name);
      });
    });

    describe('If-Match', () => {
      it('lets a write through with the tag as it was answered, also of a compressed answer, in a list, and with *', async () => {
        for (const form of [
          (etag: string) => etag,
          (etag: string) => etag.replace(/"$/, '-gzip"'),
          (etag: string) => etag.replace(/"$/, '-br"'),
          (etag: string) => `"x", ${etag}`,
          () => '*',
        ]) {
          const { body, headers } = await ours.post('/units', { name: 'a' });
          const ifMatch = { 'If-Match': form(headers.get('etag') as string) };

          const put = await ours.put(body.self as string, { name: 'b' }, ifMatch);
          const newTag = { 'If-Match': form(put.headers.get('etag') as string) };
          const removed = await ours.remove(body.self as string, newTag);

          expect(put.status, put.text).to.equal(200);
          expect(removed.status, removed.text).to.equal(204);
        }
      });

      it('gives 412 for another tag, a weak one, none at all, or a thing that is not there', async () => {
        const { body, headers } = await ours.post('/units', { name: 'a' });
        const etag = headers.get('etag') as string;

        for (const form of ['"x"', `W/${etag}`, '', etag.slice(1, -1), '"*"']) {
          expectRefusal(
            await ours.put(body.self as string, { name: 'b' }, { 'If-Match': form }),
            412,
            'E05120',
          );
          expectRefusal(await ours.remove(body.self as string, { 'If-Match': form }), 412, 'E05120');
        }
        expectRefusal(await ours.put('/units/999999', { name: 'b' }, { 'If-Match': '*' }), 412, 'E05120');
        expectRefusal(await ours.remove('/units/999999', { 'If-Match': '*' }), 412, 'E05120');
        expect((await ours.get(body.self as string)).body.name).to.equal('a');
      });

      it('says how a tag is sent that a proxy has weakened, or that has lost its quotes', async () => {
        const { body, headers } = await ours.post('/units', { name: 'a' });
        const etag = headers.get('etag') as string;
        const hintFor = async (tag: string) =>
          (await ours.put(body.self as string, { name: 'b' }, { 'If-Match': tag })).body.developerHint;

        expect(await hintFor(`W/${etag}`)).to.match(/weak/);
        expect(await hintFor(etag.slice(1, -1))).to.match(/double quotes/);
        expect(await hintFor('"x"')).to.match(/^Read it again/);
      });

      it('is never required', async () => {
        const { body } = await ours.post('/units', { name: 'a' });

        expect((await ours.put(body.self as string, { name: 'b' })).status).to.equal(200);
        expect((await ours.remove(body.self as string)).status).to.equal(204);
      });
    });

    describe('HEAD', () => {
      it('answers what GET does but for the body, for good and for ill', async () => {
        const tos = [
          '/',
          '/units',
          '/units/1',
          '/products?pagesize=1000',
          '/nothing',
          '/units/999999',
          '/units?sort=x',
        ];
        for (const to of tos) {
          for (const encoding of ['identity', 'gzip', 'br']) {
            const got = await plainly('GET', to, { 'Accept-Encoding': encoding });
            const head = await plainly('HEAD', to, { 'Accept-Encoding': encoding });
            // Home tells the second that it is: in the next one its text may be packed into a byte more.
            const after = await plainly('GET', to, { 'Accept-Encoding': encoding });
            const asRead = [got, after].map(({ headers }) => comparable(headers));

            expect(head.status, to).to.equal(got.status);
            expect(head.bytes).to.have.length(0);
            expect(asRead, `${to} ${encoding}`).to.deep.include(comparable(head.headers));
          }
        }
      });

      it('is refused without credentials', async () => {
        const { status } = await running.service.ask('/units', { method: 'HEAD' });

        expect(status).to.equal(401);
      });
    });

    describe('compression', () => {
      const LARGE = '/products?pagesize=1000';

      it('is by gzip or br when asked, and the same text', async () => {
        const plain = await plainly('GET', LARGE);
        const zipped = await plainly('GET', LARGE, { 'Accept-Encoding': 'gzip' });
        const brotli = await plainly('GET', LARGE, { 'Accept-Encoding': 'br' });

        expect(plain.headers['content-encoding']).to.equal(undefined);
        expect([zipped.headers['content-encoding'], brotli.headers['content-encoding']]).to.deep.equal([
          'gzip',
          'br',
        ]);
        expect(gunzipSync(zipped.bytes).toString()).to.equal(plain.bytes.toString());
        expect(brotliDecompressSync(brotli.bytes).toString()).to.equal(plain.bytes.toString());
        for (const { headers, bytes } of [plain, zipped, brotli]) {
          expect(headers['content-type']).to.equal('application/json; charset=utf-8');
          expect(headers.vary).to.match(/accept-encoding/i);
          expect(headers['content-length']).to.equal(String(bytes.length));
        }
      });

      it('follows what the client prefers', async () => {
        for (const [accepted, chosen] of [
          ['br;q=0, gzip', 'gzip'],
          ['br;q=0.1, gzip;q=0.9', 'gzip'],
          ['*', 'br'],
          ['gzip, deflate, br', 'gzip'],
          ['identity', undefined],
          ['gzip;q=0', undefined],
          ['deflate', undefined],
          ['identity;q=1, gzip;q=0.5', undefined],
          ['', undefined],
        ] as const) {
          const { headers } = await plainly('GET', LARGE, { 'Accept-Encoding': accepted });

          expect(headers['content-encoding'], accepted).to.equal(chosen);
        }
      });

      it('is not worth it for little', async () => {
        const { headers } = await plainly('GET', '/units/1', { 'Accept-Encoding': 'gzip' });

        expect(headers['content-encoding']).to.equal(undefined);
      });

      it('gives the encoded answer a tag of its own, which comes back in a condition', async () => {
        const description = 'long '.repeat(100);
        const { body } = await ours.post('/products', {
          productNumber: 'long',
          name: 'n'.repeat(300),
          description,
          tags: Array.from({ length: 50 }, (_, index) => `tag number ${index}`),
          productGroup: { productGroupNumber: 1 },
        });
        const to = body.self as string;

        const plain = await plainly('GET', to);
        const zipped = await plainly('GET', to, { 'Accept-Encoding': 'gzip' });
        const again = await plainly('GET', to, {
          'Accept-Encoding': 'gzip',
          'If-None-Match': zipped.headers.etag as string,
        });
        const put = await ours.put(
          to,
          { name: 'n', productGroup: { productGroupNumber: 1 } },
          { 'If-Match': zipped.headers.etag as string },
        );

        expect(zipped.headers.etag).to.equal((plain.headers.etag as string).replace(/"$/, '-gzip"'));
        expect(again.status).to.equal(304);
        expect(again.headers.etag).to.equal(zipped.headers.etag);
        expect(again.headers.vary).to.match(/accept-encoding/i);
        expect(put.status, put.text).to.equal(200);
      });

      it('is of refusals too', async () => {
        const to = `/products?filter=${'(name$eq:x)$or:'.repeat(40)}`;

        const { status, headers, bytes } = await plainly('GET', to, { 'Accept-Encoding': 'gzip' });

        expect(status).to.equal(400);
        if (headers['content-encoding'] === 'gzip')
          expect(JSON.parse(gunzipSync(bytes).toString()).errorCode).to.equal('E01010');
        else expect(bytes.length).to.be.lessThan(1_024);
      });
    });

    it('keeps answers out of shared caches, and from being taken for another type', async () => {
      const { headers } = await plainly('GET', '/units/1');

      expect(headers['cache-control'])
        .to.match(/\bprivate\b/)
        .and.to.match(/\bno-cache\b/);
      expect(headers['x-content-type-options']).to.equal('nosniff');
      expect(headers['content-security-policy']).to.equal("default-src 'none'; frame-ancestors 'none'");
      expect(headers['cross-origin-resource-policy']).to.equal('same-origin');
      expect(headers).not.to.have.property('strict-transport-security');
    });
  });
}

/** Headers that say something of the answer, not of the exchange. */
function comparable(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const {
    date: _,
    'x-request-id': __,
    traceparent: ___,
    connection: ____,
    'keep-alive': _____,
    ...rest
  } = headers;
  return rest;
}
