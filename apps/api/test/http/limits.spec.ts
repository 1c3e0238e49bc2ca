import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { request } from 'node:http';
import { expect } from 'chai';
import { databases, type Answered } from '../support/service-under-test.js';
import { rawExchange, requestText } from '../support/raw-socket.js';
import { expectRefusal } from '../support/refusal.js';
import { aTransfer, lastYear } from '../ledger/the-books.js';
import { runningService } from '../support/running-service.js';

/**
 * Bodies as bytes: what they are made of is the http adapter's business alone, so the embedded database does.
 */
const [database] = await databases();

const GROUP = { productGroup: { productGroupNumber: 1 } };

describe('the limits of a request (G23, G24)', () => {
  const running = runningService(database!);
  const ours = running.client();

  /** Sends bytes as they are. */
  function send(
    bytes: Buffer | string,
    headers: Readonly<Record<string, string>> = {},
    { method = 'POST', to = '/products' } = {},
  ): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const sending = request(
        {
          port: running.service.port,
          host: '127.0.0.1',
          method,
          path: to,
          headers: {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(bytes),
            ...ours.tokens,
            ...headers,
          },
        },
        (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('end', () => {
            const text = Buffer.concat(pieces).toString();
            const received = new Headers(
              Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
                value === undefined ? [] : [[name, String(value)]],
              ),
            );
            resolve({
              status: response.statusCode ?? 0,
              headers: received,
              text,
              body: text && JSON.parse(text),
            });
          });
        },
      );
      sending.on('error', reject);
      sending.end(bytes);
    });
  }

  let next = 0;
  const product = (more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
    productNumber: `L-${(next += 1)}`,
    name: 'x',
    ...GROUP,
    ...more,
  });
  /** A product's text with one member written by hand. */
  const written = (member: string): string => `${JSON.stringify(product()).slice(0, -1)},${member}}`;

  describe('size', () => {
    it('takes a body of 1 MB, and 413 for one byte more', async () => {
      const text = JSON.stringify(product());
      const most = text + ' '.repeat(1_048_576 - text.length);

      const taken = await send(most);
      const refused = await send(`${most} `);

      expect(taken.status, taken.text).to.equal(201);
      expectRefusal(refused, 413);
    });

    it('takes a body of 1 MB that is larger as it is packed, by a client with little memory', async () => {
      const [start, end] = ['{"noise":"', `",${JSON.stringify(product()).slice(1)}`];
      const noise = Array.from(randomBytes(1_048_576 - start.length - end.length), (byte) =>
        String.fromCharCode(0x23 + (byte % 91)),
      );
      const body = start + noise.join('').replaceAll('\\', '!') + end;
      const packed = gzipSync(body, { level: 1, memLevel: 1, windowBits: 9 });

      const taken = await send(packed, { 'Content-Encoding': 'gzip' });

      expect(packed.length).to.be.above(1_055_000);
      expect(taken.status, taken.text).to.equal(201);
    });

    it('413 for 10 MB, told and chunked, and the process lives', async () => {
      const large = Buffer.alloc(10_485_760, 'x');

      const told = await send(large);
      const chunked = await running.service.ask('/products', {
        method: 'POST',
        headers: ours.tokens,
        body: `{"name":"${'x'.repeat(10_485_760)}"}`,
      });

      expectRefusal(told, 413);
      expectRefusal(chunked, 413);
      expect((await ours.get('/units')).status).to.equal(200);
    });

    describe('of more than is taken, where a client reads only when it has sent all,', () => {
      const LARGE = Buffer.alloc(20_000_000, ' ');
      const LARGE_CHUNK = [`${LARGE.length.toString(16)}\r\n`, LARGE, '\r\n0\r\n\r\n'];
      const TOLD = `Content-Length: ${LARGE.length}`;
      const CHUNKED = 'Transfer-Encoding: chunked';
      const JSON_BODY = 'Content-Type: application/json';
      const FORM = 'Content-Type: application/x-www-form-urlencoded';
      const FILE = 'Content-Type: application/pdf';
      const theirs = running.client({ modules: ['internationalLedger'] });
      const tokenLines = (): readonly string[] =>
        Object.entries(theirs.tokens).map(([name, value]) => `${name}: ${value}`);
      before(async () => {
        const { on } = await lastYear(theirs);
        await theirs.post('/vouchers/drafts/finance-vouchers', aTransfer(on('03-31')));
      });

      for (const { what, line, headers, pieces, status } of [
        { what: 'a body', line: 'POST /units', headers: [JSON_BODY, TOLD], pieces: [LARGE], status: 413 },
        {
          what: 'a body in chunks',
          line: 'POST /units',
          headers: [JSON_BODY, CHUNKED],
          pieces: LARGE_CHUNK,
          status: 413,
        },
        {
          what: 'a compressed body',
          line: 'POST /units',
          headers: [JSON_BODY, TOLD, 'Content-Encoding: br'],
          pieces: [Buffer.concat([brotliCompressSync(Buffer.alloc(2_000_000, ' ')), LARGE], LARGE.length)],
          status: 413,
        },
        {
          what: 'a file',
          line: 'PUT /vouchers/1/attachment',
          headers: [FILE, TOLD],
          pieces: [LARGE],
          status: 400,
        },
        {
          what: 'a file in chunks',
          line: 'PUT /vouchers/1/attachment',
          headers: [FILE, CHUNKED],
          pieces: LARGE_CHUNK,
          status: 400,
        },
        { what: 'a form', line: 'POST /portal/sign-in', headers: [FORM, TOLD], pieces: [LARGE], status: 413 },
        {
          what: 'a form in chunks',
          line: 'POST /portal/sign-in',
          headers: [FORM, CHUNKED],
          pieces: LARGE_CHUNK,
          status: 413,
        },
      ]) {
        it(`${status} for ${what}`, async () => {
          const refused = await rawExchange(
            running.service.port,
            [requestText(line, ['Host: x', ...tokenLines(), ...headers]), ...pieces],
            { readsAfterwards: true },
          );

          expect(refused.status, refused.all.slice(0, 300)).to.equal(status);
        });
      }

      for (const { what, line, type = JSON_BODY, status } of [
        { what: 'a resource that there is not', line: 'POST /no-such-thing', status: 404 },
        { what: 'a method that there is not', line: 'PUT /units', status: 405 },
        {
          what: 'another type of file',
          line: 'PUT /vouchers/1/attachment',
          type: 'Content-Type: text/html',
          status: 415,
        },
        {
          what: 'an expired form',
          line: 'POST /portal/sign-in',
          type: `${FORM}\r\nContent-Encoding: br`,
          status: 403,
        },
      ]) {
        it(`${status} for ${what}, also where the client keeps no connection`, async () => {
          for (const once of ['Connection: close', 'Connection: keep-alive']) {
            const refused = await rawExchange(
              running.service.port,
              [requestText(line, ['Host: x', ...tokenLines(), type, TOLD, once]), LARGE],
              { readsAfterwards: true },
            );

            expect(refused.status, refused.all.slice(0, 300)).to.equal(status);
          }
        });
      }

      it('400 for one that is not compressed as it says, and the next request is answered at once', async () => {
        const told = ['Host: x', JSON_BODY, 'Content-Encoding: gzip', `Content-Length: ${LARGE.length}`];

        const { all, durationMs } = await rawExchange(
          running.service.port,
          [
            requestText('POST /units', [...told, ...tokenLines()]),
            LARGE,
            requestText('GET /', ['Host: x', 'Connection: close']),
          ],
          { readsAfterwards: true, untilClosed: true },
        );

        expect(all.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 400', 'HTTP/1.1 200']);
        expect(durationMs).to.be.below(4_000);
      });

      it('413, and nothing is done of what was sent behind it', async () => {
        const unit = '{"name":"behind"}';
        const post = (more: readonly string[], body = ''): string =>
          requestText('POST /units', ['Host: x', JSON_BODY, ...tokenLines(), ...more], body);
        const behind = post([`Content-Length: ${unit.length}`], unit);

        const { all } = await rawExchange(
          running.service.port,
          [post([CHUNKED]), ...LARGE_CHUNK.slice(0, 2), `${String(LARGE_CHUNK[2])}${behind}`],
          { readsAfterwards: true, untilClosed: true },
        );

        expect(all.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 413']);
        expect((await theirs.get('/units?filter=name$eq:behind')).body.collection).to.deep.equal([]);
      });
    });

    it('413 for 100 MB that come compressed in 100 KB', async () => {
      for (const [encoding, pack] of [
        ['gzip', gzipSync],
        ['deflate', deflateRawSync],
      ] as const) {
        const bomb = pack(Buffer.alloc(100_000_000, ' '));
        const began = performance.now();

        const refused = await send(bomb, { 'Content-Encoding': encoding });

        expectRefusal(refused, 413);
        expect(performance.now() - began).to.be.lessThan(3_000);
      }
    });

    it('400 for a target of more than 8 KB, told before who asks', async () => {
      const refused = await running.service.ask(`/products?filter=${'x'.repeat(8_200)}`);

      expectRefusal(refused, 400);
    });

    it('400 for a list of more than 1,000 items', async () => {
      const aliases = Array.from({ length: 1_001 }, () => ({ productNumber: '1000' }));
      const layer = await ours.post('/alias-layers', { name: 'many' });

      const inLayer = await ours.post('/alias-layers', { name: 'many', productAliases: aliases });
      const asList = await ours.post(`${layer.body.self}/product-aliases`, aliases);

      expectRefusal(inLayer, 400, 'E00500');
      expectRefusal(asList, 400, 'E00500');
    });
  });

  describe('depth', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    const DEEP: readonly (readonly [string, string])[] = [
      ['500,000 lists', '['.repeat(500_000) + ']'.repeat(500_000)],
      ['1,000,000 brackets that never close', '['.repeat(1_000_000)],
      ['170,000 objects', '{"a":'.repeat(170_000) + '1' + '}'.repeat(170_000)],
      ['an unknown member of 100,000 levels', `{"name":"x","unknown":${nested(100_000)}}`],
      ['11 levels', `{"a":${nested(10)}}`],
    ];
    for (const [what, text] of DEEP) {
      it(`400 for ${what}, fast`, async () => {
        const began = performance.now();

        const refused = await send(text);

        expectRefusal(refused, 400, 'E00500');
        // A reader that goes down level by level takes minutes, on any machine.
        expect(performance.now() - began).to.be.lessThan(5_000);
        expect((await ours.get('/units')).status).to.equal(200);
      });
    }

    it('takes 10 levels', async () => {
      const taken = await send(written(`"unknown":${nested(9)}`));

      expect(taken.status, taken.text).to.equal(201);
    });

    it('counts brackets outside of strings only', async () => {
      const taken = await send(written(`"description":${JSON.stringify('[{"\\'.repeat(60))}`));

      expect(taken.status, taken.text).to.equal(201);
      expect(taken.body.description).to.equal('[{"\\'.repeat(60));
    });
  });

  describe('bytes', () => {
    const name = (bytes: readonly number[]): Buffer => {
      const [before, after] = JSON.stringify(product({ name: '@' })).split('@') as [string, string];
      return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
    };
    const NOT_UTF8: readonly (readonly [string, readonly number[]])[] = [
      ['a lone continuation byte', [0x80]],
      ['a byte that begins nothing', [0xff]],
      ['an overlong slash', [0xc0, 0xaf]],
      ['a surrogate', [0xed, 0xa0, 0x80]],
      ['a code point beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
      ['a letter that is cut off', [0xc3]],
      ['Latin 1', [0xe9]],
    ];
    for (const [what, bytes] of NOT_UTF8) {
      it(`400 for ${what}`, async () => {
        expectRefusal(await send(name(bytes)), 400, 'E00500');
      });
    }

    it('400 for UTF-16', async () => {
      expectRefusal(await send(Buffer.from(JSON.stringify(product()), 'utf16le')), 400, 'E00500');
    });

    it('takes a byte order mark', async () => {
      const taken = await send(`\ufeff${JSON.stringify(product())}`);

      expect(taken.status, taken.text).to.equal(201);
    });

    it('keeps letters of four bytes and of several code points', async () => {
      const text = '𝕶𝖔𝖓𝖙𝖔𝖗 👩‍👩‍👧‍👦 Ærø \u0958 e\u0301';

      const taken = await send(JSON.stringify(product({ name: text })));

      expect(taken.status, taken.text).to.equal(201);
      expect((await ours.get(taken.body.self as string)).body.name).to.equal(text);
    });
  });

  describe('compression of a body', () => {
    const bytes = (): Buffer => Buffer.from(JSON.stringify(product()));
    it('takes gzip, deflate and br', async () => {
      for (const [encoding, body] of [
        ['gzip', gzipSync(bytes())],
        ['deflate', deflateSync(bytes())],
        // Without the head of zlib, which old clients of Windows leave out (RFC 9110, 8.4.1.2).
        ['deflate', deflateRawSync(bytes())],
        ['Deflate', deflateRawSync(bytes(), { level: 0 })],
        ['br', brotliCompressSync(bytes())],
        ['identity', bytes()],
        ['GZIP', gzipSync(bytes())],
        ['x-gzip', gzipSync(bytes())],
        ['Br', brotliCompressSync(bytes())],
        ['Identity', bytes()],
      ] as const) {
        const taken = await send(body, { 'Content-Encoding': encoding });

        expect(taken.status, `${encoding} ${taken.text}`).to.equal(201);
      }
    });

    const BROKEN: readonly (readonly [string, string, () => Buffer])[] = [
      ['gzip that is none', 'gzip', () => Buffer.from('{"name":"x"}')],
      ['gzip that ends too early', 'gzip', () => gzipSync(bytes()).subarray(0, 20)],
      [
        'gzip with a wrong checksum',
        'gzip',
        () => Buffer.concat([gzipSync(bytes()).subarray(0, -8), Buffer.alloc(8)]),
      ],
      ['br that is none', 'br', () => Buffer.from('nonsense')],
      ['deflate that is none', 'deflate', () => Buffer.from('nonsense')],
      ['deflate that ends too early', 'deflate', () => deflateSync(bytes()).subarray(0, 20)],
      [
        'deflate without a head that ends too early',
        'deflate',
        () => deflateRawSync(bytes()).subarray(0, 20),
      ],
      ['deflate of one byte', 'deflate', () => Buffer.from('x')],
      ['gzip that holds no JSON', 'gzip', () => gzipSync('nonsense')],
    ];
    for (const [what, encoding, body] of BROKEN) {
      it(`400 for ${what}`, async () => {
        expectRefusal(await send(body(), { 'Content-Encoding': encoding }), 400, 'E00500');
      });
    }

    it('415 for an encoding that is not known, naming it and those that are taken', async () => {
      for (const encoding of ['compress', 'zstd', 'gzip, gzip', 'x']) {
        const refused = await send(bytes(), { 'Content-Encoding': encoding });

        expectRefusal(refused, 415);
        expect(refused.headers.get('accept-encoding')).to.equal('gzip, deflate, br');
        expect(refused.body.developerHint).to.equal(
          `Content-Encoding is ${encoding}; send the body as it is, or as gzip, deflate or br.`,
        );
      }
    });
  });

  it('says of a path that there is not which one is meant, where one is near', async () => {
    const meant = {
      '/product': '/products',
      '/product/17': '/products',
      '/productGroups': '/product-groups',
      '/customer': '/customers',
      '/statement/balance-sheet': '/statements/balance-sheet',
      '/invoices/unpaid': '/v2/invoices/unpaid',
      '/invoices/not-due': '/v2/invoices/not-due',
      '/invoices/draft': '/v2/invoices/drafts',
    };
    for (const [path, near] of Object.entries(meant)) {
      const answer = await ours.get(path);
      expectRefusal(answer, 404);
      expect(answer.body.developerHint, path).to.match(/^Is (\S+) meant\? Use the links/);
      expect(answer.body.developerHint.split(' ')[1], path).to.equal(near);
    }
    for (const path of ['/goods', '/api/v1/things', '/products/1/2/3/4', `/product${'s'.repeat(5000)}`])
      expect((await ours.get(path)).body.developerHint, path).to.match(/^Use the links/);
  });

  it('says where a list is taken too, of a body that is neither an object nor a list', async () => {
    const taken = await send('7');
    const one = await send('[]', {}, { to: '/units' });

    expectRefusal(taken, 400, 'E00500');
    expect(taken.body.errors[0].message).to.equal(
      'The body must be a JSON object, or a list of 1 to 1000 of them.',
    );
    expect(one.body.errors[0].message).to.equal('The body must be a JSON object.');
  });

  describe('what is no JSON object', () => {
    const NOT_AN_OBJECT: readonly string[] = [
      '',
      ' ',
      '\n',
      '{',
      '}',
      '{}{}',
      '{"name":"x",}',
      "{'name':'x'}",
      '{name:"x"}',
      '{"name":"x"} x',
      '/* */ {}',
      '{"name":NaN}',
      '{"name":+1}',
      '{"name":01}',
      '{"name":.5}',
      '{"name":1.}',
      '{"name":0x1F}',
      '{"name":"a\nb"}',
      '{"name":"\\x"}',
      '{"name":"\\u12"}',
      '"text"',
      '7',
      '-0',
      '1e400',
      'null',
      'true',
      '[]',
      '[{}]',
      '[[]]',
      'undefined',
      '<product/>',
      'name=x',
      '\u0000',
      '{"a":12345678901234567--}',
      '{"a":0123456789012345678}',
      '{"a":1234567890123456.}',
    ];
    for (const text of NOT_AN_OBJECT) {
      it(`400 for ${JSON.stringify(text)}`, async () => {
        expectRefusal(await send(text), 400, 'E00500');
      });
    }

    for (const text of NOT_AN_OBJECT.filter((one) => /^[{}/<'u\u0000]./.test(one))) {
      it(`400 for ${JSON.stringify(text)} beside what is right`, async () => {
        const broken = `${JSON.stringify(product()).slice(0, -1)},"x":${text}}`;

        expectRefusal(await send(broken), 400, 'E00500');
      });
    }

    it('400 for a body that is left out, naming what is required', async () => {
      const answer = await ours.post('/products', undefined);

      expectRefusal(answer, 400, 'E00500');
      expect(answer.body.errors).to.have.length(1);
      expect(answer.body.errors[0].message).to.contain('productNumber, name, productGroup');
    });

    it('400 for a body that ends before its Content-Length', async () => {
      const tokens = Object.entries(ours.tokens).map(([header, value]) => `${header}: ${value}`);
      const lines = ['Host: x', ...tokens, 'Content-Length: 100'];

      const answer = await rawExchange(
        running.service.port,
        requestText('POST /products', lines, '{"name":'),
        {
          end: true,
        },
      );

      expectRefusal(answer, 400);
    });
  });

  describe('members', () => {
    it('ignores __proto__ and constructor like any unknown member (D102, G29)', async () => {
      const hostile = [
        '"__proto__":{"name":"evil","barred":true,"polluted":1}',
        '"constructor":{"prototype":{"polluted":1}}',
        '"prototype":{"polluted":1}',
        '"toString":"x","hasOwnProperty":7,"valueOf":null',
        '"unit":{"unitNumber":1,"__proto__":{"self":"x"}}',
        '"productGroup":{"__proto__":{"productGroupNumber":2},"productGroupNumber":1}',
      ];
      for (const member of hostile) {
        const taken = await send(written(member));

        expect(taken.status, taken.text).to.equal(201);
        expect(taken.body).to.include({ name: 'x', barred: false });
        expect(taken.body.productGroup.productGroupNumber).to.equal(1);
        expect(taken.text).not.to.contain('polluted');
      }
      expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
    });

    it('does not take inherited members for given ones', async () => {
      const refused = await send(
        '{"__proto__":{"productNumber":"P","name":"x","productGroup":{"productGroupNumber":1}}}',
      );

      expectRefusal(refused, 400, 'E00500');
      expect(refused.body.errors[0].additionalData.missing).to.deep.equal([
        'productNumber',
        'name',
        'productGroup',
      ]);
    });

    it('takes the last of a member given twice', async () => {
      const taken = await send(written('"name":"second"'));

      expect(taken.status, taken.text).to.equal(201);
      expect(taken.body.name).to.equal('second');
    });

    it('400 for control characters and lone surrogates, naming the member', async () => {
      for (const [member, text] of [
        ['name', '\\u0000'],
        ['name', 'a\\u0007b'],
        ['name', 'a\\nb'],
        ['name', '\\u2028'],
        ['name', '\\ud800'],
        ['name', '\\udc00x'],
        ['name', '\\ude00\\ud83d'],
        ['description', '\\u0000'],
        ['description', '\\ud83d'],
        ['barCode', '\\t'],
        ['tags', null],
      ] as const) {
        const value = text === null ? '["\\ud800"]' : `"${text}"`;

        const refused = await send(written(`"${member}":${value}`));

        expectRefusal(refused, 400, 'E00500');
        expect(refused.body.errors[0].additionalData.propertyName).to.match(new RegExp(`^${member}`));
        const wrong = /\\ud/.test(value)
          ? 'it holds a lone surrogate'
          : 'must not contain control characters';
        expect(refused.body.errors[0].message, value).to.contain(wrong);
      }
    });
  });

  describe('numbers', () => {
    const KEPT: readonly (readonly [string, string])[] = [
      ['0', '0.00'],
      ['-0', '0.00'],
      ['-0.0', '0.00'],
      ['0e99', '0.00'],
      ['1e2', '100.00'],
      ['1E+2', '100.00'],
      ['125e-2', '1.25'],
      ['0.1', '0.10'],
      ['-1.5', '-1.50'],
      ['0.0000000001', '0.0000000001'],
      ['12.1234567891', '12.1234567891'],
      ['9999999999999.99', '9999999999999.99'],
      ['1234567890123', '1234567890123.00'],
      ['1.10000000000000000000', '1.10'],
      ['1000000000000000000000e-20', '10.00'],
    ];
    for (const [sent, shown] of KEPT) {
      it(`keeps ${sent} as ${shown}`, async () => {
        const taken = await send(written(`"salesPrice":${sent}`));

        expect(taken.status, taken.text).to.equal(201);
        expect(taken.text).to.contain(`"salesPrice":${shown},`);
        expect((await ours.get(taken.body.self as string)).text).to.contain(`"salesPrice":${shown},`);
      });
    }

    const REFUSED: readonly (readonly [string, string])[] = [
      ['1e400', 'E00500'],
      ['-1e400', 'E00500'],
      ['1e-400', 'E04740'],
      ['5e-324', 'E04740'],
      ['1e-11', 'E04740'],
      ['0.00000000001', 'E04740'],
      ['1.12345678901', 'E04740'],
      ['1.000000000000000000001', 'E04740'],
      ['12345678901234567.89', 'E00500'],
      ['1234567890123456', 'E00500'],
      ['123456789012345.678', 'E00500'],
      ['0.12345678901234567890', 'E04740'],
      ['9999999999999.123456789', 'E04740'],
      ['10000000000000', 'E00500'],
      ['1e13', 'E00500'],
      ['1e308', 'E00500'],
      ['9007199254740993', 'E00500'],
      ['"1"', 'E00500'],
      ['[1]', 'E00500'],
      ['{}', 'E00500'],
      ['true', 'E00500'],
    ];
    for (const [sent, codes] of REFUSED) {
      it(`400 for ${sent}, never another number in its place`, async () => {
        const refused = await send(written(`"salesPrice":${sent}`));

        expect(refused.body.errorCode, refused.text).to.match(new RegExp(`^(${codes})$`));
        expectRefusal(refused, 400, refused.body.errorCode as string);
        expect(refused.body.errors[0].additionalData.propertyName).to.equal('salesPrice');
      });
    }

    it('says of too many digits before the point that they are, and not that decimals are', async () => {
      for (const sent of ['1234567890123456', '12345678901234567', '1e400', '10000000000000']) {
        const { body } = await send(written(`"salesPrice":${sent}`));

        expect(body.message).to.equal('Schema validation failed.');
        expect(body.errors[0].message).to.match(/must have at most 13 digits before the decimal point/);
      }
    });

    it('says of more digits than can be kept how many may be, and not of decimals alone', async () => {
      const { body } = await send(written('"salesPrice":99999999999999.99'));

      expect(body.errorCode).to.equal('E04740');
      expect(body.message).to.equal('Validation failed: a number has too many decimals or digits.');
      expect(body.errors[0].message).to.equal(
        'salesPrice has more digits than can be kept exactly: at most 13 may stand before the decimal point, 10 behind it, and 15 in all.',
      );
    });

    it('400 for whole numbers that are none', async () => {
      for (const sent of [
        '1.5',
        '0',
        '-1',
        '1e99',
        '1e-400',
        '1000000000',
        '9007199254740993',
        '"one"',
        '[]',
        '{}',
      ]) {
        const refused = await send(written(`"unit":{"unitNumber":${sent}}`));

        expectRefusal(refused, 400, refused.body.errorCode as string);
        expect(refused.body.errorCode, sent).to.match(/^E0(0500|4740)$/);
      }
    });

    it('takes whole numbers however they are written', async () => {
      for (const sent of ['1', '1.0', '1e0', '10e-1', '1.00000000000000000000']) {
        const taken = await send(written(`"unit":{"unitNumber":${sent}}`));

        expect(taken.status, taken.text).to.equal(201);
        expect(taken.body.unit.unitNumber).to.equal(1);
      }
    });
  });
});
