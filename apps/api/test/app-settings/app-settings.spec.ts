import { expect } from 'chai';
import { routeEscaped, tokenHash } from '@kontor/http';
import { databases, type Answered } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService, type Client } from '../support/running-service.js';
import { walked } from '../support/walked.js';

const SCOPES = ['agreement', 'user'] as const;

/** A PUT whose content is written exactly so. */
function put(
  client: Client,
  to: string,
  settingKey: string,
  content: string,
  headers = {},
): Promise<Answered> {
  return client.put(to, `{"settingKey":${JSON.stringify(settingKey)},"content":${content}}`, headers);
}

/** The text of the member `content` of an answer. */
function contentIn({ text }: Answered): string {
  const item = text
    .replace(/,"self":"[^"]*"\}$/, '')
    .replace(/,"metaData":\{"delete":\{[^{}]*\},"replace":\{[^{}]*\}\}$/, '');
  return item.replace(/^\{"settingKey":"(?:[^"\\]|\\.)*","content":/, '');
}

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

for (const database of await databases()) {
  describe(`app settings on ${database.name}`, () => {
    const running = runningService(database);
    const ours = running.client({ filled: false });
    const theirs = running.client({ filled: false });

    it('start at a root that leads to the agreement’s and the person’s', async () => {
      const { base } = running.service;

      const { status, body } = await ours.get('/app-settings');

      expect(status).to.equal(200);
      expect(body).to.deep.equal({
        agreement: `${base}/app-settings/agreement`,
        user: `${base}/app-settings/user`,
        self: `${base}/app-settings`,
      });
      const demo = await running.service.ask('/app-settings?demo=true');
      expect(demo.body.user).to.equal(`${base}/app-settings/user?demo=true`);
      expect((await running.service.ask(demo.body.user as string)).body.collection).to.deep.equal([]);
    });

    for (const scope of SCOPES) {
      describe(`of the ${scope}`, () => {
        const at = (key = ''): string => `/app-settings/${scope}${key === '' ? '' : `/${routeEscaped(key)}`}`;
        const clear = async (client: Client): Promise<void> => {
          const { body } = await client.get(`${at()}?pagesize=1000`);
          for (const { self } of body.collection as { self: string }[]) await client.remove(self);
        };
        beforeEach(() => clear(ours));

        it('are made by PUT (201), replaced by PUT (200), read, and removed (204, then 404)', async () => {
          const self = `${running.service.base}${at('theme')}`;

          const made = await ours.put(at('theme'), { settingKey: 'theme', content: { dark: true } });
          const replaced = await ours.put(at('theme'), { settingKey: 'theme', content: ['light'] });
          const read = await ours.get(at('theme'));
          const removed = await ours.remove(at('theme'));

          expect([made.status, made.body]).to.deep.equal([
            201,
            { settingKey: 'theme', content: { dark: true }, self },
          ]);
          expect(made.headers.get('location')).to.equal(self);
          expect([replaced.status, replaced.body.content]).to.deep.equal([200, ['light']]);
          expect(read.body).to.deep.include({ settingKey: 'theme', content: ['light'], self });
          expect(read.body.metaData).to.have.keys('delete', 'replace');
          expect(read.headers.get('etag')).to.equal(replaced.headers.get('etag'));
          expect([removed.status, removed.text]).to.deep.equal([204, '']);
          expectRefusal(await ours.remove(at('theme')), 404, 'E06000');
          expectRefusal(await ours.get(at('theme')), 404, 'E06000');
        });

        const DOCUMENTS: readonly (readonly [string, string])[] = [
          ['null', 'null'],
          ['true', 'true'],
          ['an empty text', '""'],
          ['a number beyond 2^53', '12345678901234567890'],
          [
            'digits beyond a double, and zeros',
            '0.1000000000000000055511151231257827021181583404541015625000',
          ],
          ['a number no double holds', '-1.50E+400'],
          ['the order of members', '{"b":1,"a":2,"1":3,"0":4}'],
          ['members given twice', '{"a":1,"a":{"a":2,"a":3}}'],
          ['blanks and line ends', '{ "a" :\t[ 1 ,\r\n 2 ] }'],
          ['escapes as they are written', '"\\u00e6\\/\\ud800 \\u0000"'],
          ['text of every kind', '"Ærø 😀 \u2028 \u007f"'],
          [
            'names that mean something',
            '{"__proto__":{"x":1},"constructor":null,"self":"x","content":{"settingKey":1}}',
          ],
          ['20 levels', nested(20)],
          ['65,536 bytes', `"${'x'.repeat(65_534)}"`],
          ['65,536 bytes of letters of two', `"${'ø'.repeat(32_767)}"`],
        ];
        for (const [what, content] of DOCUMENTS) {
          it(`come back as they were sent: ${what}`, async () => {
            const made = await put(ours, at('document'), 'document', content);
            const read = await ours.get(at('document'));
            const listed = await ours.get(at());

            expect(made.status, made.text.slice(0, 300)).to.equal(201);
            expect(contentIn(made)).to.equal(content);
            expect(contentIn(read)).to.equal(content);
            expect(listed.text).to.contain(`"content":${content},"self"`);
          });
        }

        it('take the last content where several are sent, as every JSON parser does', async () => {
          await ours.put(at('k'), '{"settingKey":"x","content":1,"settingKey":"k","cont\\u0065nt":[2.0]}');

          expect(contentIn(await ours.get(at('k')))).to.equal('[2.0]');
        });

        const KEYS = [
          'a b',
          'Ærø/1 #2+3_4',
          '100%',
          'a.b?c&d=e',
          '<*>:\\',
          '_6_',
          '__proto__',
          'schema',
          '😀',
          'x'.repeat(100),
        ];
        for (const key of KEYS) {
          it(`have any key of 1 to 100 characters: ${key.slice(0, 20)}`, async () => {
            const made = await put(ours, at(key), key, '1');

            expect(made.status, made.text).to.equal(201);
            expect(made.body.settingKey).to.equal(key);
            expect((await ours.get(made.body.self as string)).body.settingKey).to.equal(key);
          });
        }

        const WRONG: readonly (readonly [string, string, string, string])[] = [
          ['without a key', 'k', '{"content":1}', 'settingKey'],
          ['without content', 'k', '{"settingKey":"k"}', 'content'],
          ['without anything', 'k', '{}', 'settingKey'],
          ['with null as the key', 'k', '{"settingKey":null,"content":1}', 'settingKey'],
          ['with a number as the key', '1', '{"settingKey":1,"content":1}', 'settingKey'],
          [
            'with a key of 101 characters',
            'y'.repeat(101),
            `{"settingKey":"${'y'.repeat(101)}","content":1}`,
            'settingKey',
          ],
          ['with 65,537 bytes', 'k', `{"settingKey":"k","content":"${'x'.repeat(65_535)}"}`, 'content'],
          [
            'with 65,537 bytes in fewer characters',
            'k',
            `{"settingKey":"k","content":"x${'ø'.repeat(32_767)}"}`,
            'content',
          ],
        ];
        for (const [what, key, body, property] of WRONG) {
          it(`are refused ${what}`, async () => {
            const answer = await ours.put(at(key), body);

            expectRefusal(answer, 400, 'E00500');
            const [error] = answer.body.errors as {
              additionalData: { propertyName?: string; missing?: string[] };
            }[];
            expect(error?.additionalData.propertyName ?? error?.additionalData.missing?.[0]).to.equal(
              property,
            );
            expect((await ours.get(at())).body.pagination.results).to.equal(0);
          });
        }

        it('are refused when they nest deeper than 20 levels, or are no JSON', async () => {
          for (const content of [
            nested(21),
            nested(100_000),
            '{"a":1,}',
            'undefined',
            '01',
            '"\u0000"',
            "'a'",
          ]) {
            expectRefusal(await put(ours, at('k'), 'k', content), 400, 'E00500');
          }
          expectRefusal(await ours.put(at('k'), '[{"settingKey":"k","content":1}]'), 400, 'E00500');
          expectRefusal(
            await ours.put(at('k'), `{"settingKey":"k","content":"${'x'.repeat(1_048_576)}"}`),
            413,
          );
        });

        it('are another each for every spelling of the key: case, accents, letters of another form', async () => {
          const keys = [
            'Theme',
            'theme',
            'THEME',
            'Thème',
            'the\u0300me',
            'th\u00e8me',
            'straße',
            'strasse',
            'theme ',
          ];
          for (const [index, key] of keys.entries()) {
            expect((await put(ours, at(key), key, String(index))).status, key).to.equal(201);
          }

          const again = await put(ours, at('THEME'), 'THEME', '"changed"');
          const removed = await ours.remove(at('theme'));

          expect([again.status, again.body.settingKey, removed.status]).to.deep.equal([200, 'THEME', 204]);
          expectRefusal(await ours.get(at('theme')), 404, 'E06000');
          const other = await put(ours, at('Theme'), 'theme', '1');
          expectRefusal(other, 400, 'E10650');
          // To leave it out is refused as well (D128).
          expect(other.body.developerHint).to.equal('Send settingKey as the URL has it.');
          for (const [index, key] of keys.entries()) {
            if (key === 'theme') continue;
            const { body } = await ours.get(at(key));
            expect([body.settingKey, body.content]).to.deep.equal([key, key === 'THEME' ? 'changed' : index]);
          }
          const { body } = await ours.get(at());
          const found = (body.collection as { settingKey: string }[]).map(({ settingKey }) => settingKey);
          expect([...found].sort()).to.deep.equal(keys.filter((key) => key !== 'theme').sort());
        });

        it('are listed by key, filtered and sorted by it, and paged', async () => {
          for (const key of ['b', 'a10', 'A2', 'c']) await put(ours, at(key), key, '1');
          const keysOf = ({ body }: Answered): readonly string[] =>
            (body.collection as { settingKey: string }[]).map(({ settingKey }) => settingKey);

          expect(keysOf(await ours.get(at()))).to.deep.equal(['a10', 'A2', 'b', 'c']);
          expect(keysOf(await ours.get(`${at()}?sort=-settingKey&pagesize=3`))).to.deep.equal([
            'c',
            'b',
            'A2',
          ]);
          expect(keysOf(await ours.get(`${at()}?filter=settingkey$like:a`))).to.deep.equal(['a10', 'A2']);
          expectRefusal(await ours.get(`${at()}?filter=content$eq:1`), 400, 'E01010');
          const { body } = await ours.get(`${at()}?pagesize=3`);
          expect(body.pagination).to.include({ results: 4, pageSize: 3 });
          expect(keysOf(await ours.get(body.pagination.nextPage as string))).to.deep.equal(['c']);
          expect(body.metaData.find.href).to.equal(`${running.service.base}${at()}/{settingKey}`);
          expect(body.metaData).not.to.have.property('create');
        });

        it('are walked to the end where those that were seen are removed', async () => {
          const keys = ['\u{1f4d2}'.repeat(50), 'A', 'ThemE', 'Theme', 'theme', 'z'];
          for (const key of keys) await put(ours, at(key), key, '1');
          const settingKeys = (query: string, remove = false) =>
            walked(ours, `${at()}?${query}`, (item) => String(item['settingKey']), {
              after: 3,
              write: async (seen) => {
                if (remove) for (const key of seen) await ours.remove(at(key));
              },
            });

          const whole = await settingKeys('pagesize=1000');
          expect([...whole].sort()).to.deep.equal([...keys].sort());
          expect(await settingKeys('pagesize=1')).to.deep.equal(whole);
          expect(await settingKeys('pagesize=1', true)).to.deep.equal(whole);
        });

        it('are changed only in the state that If-Match names', async () => {
          const made = await put(ours, at('k'), 'k', '1');
          const match = { 'If-Match': made.headers.get('etag') ?? '' };

          const changed = await put(ours, at('k'), 'k', '2', match);

          expect(changed.status).to.equal(200);
          expectRefusal(await put(ours, at('k'), 'k', '3', match), 412, 'E05120');
          expectRefusal(await ours.remove(at('k'), match), 412, 'E05120');
          expectRefusal(await put(ours, at('new'), 'new', '1', { 'If-Match': '*' }), 412, 'E05120');
          expectRefusal(await put(ours, at('k'), 'k', '4', { 'If-None-Match': '*' }), 412, 'E05120');
          expect((await put(ours, at('only'), 'only', '1', { 'If-None-Match': '*' })).status).to.equal(201);
          expect(contentIn(await ours.get(at('k')))).to.equal('2');
          expect(
            (await ours.get(at('k'), { 'If-None-Match': changed.headers.get('etag') ?? '' })).status,
          ).to.equal(304);
        });

        it('are answered once under an idempotency key, to the letter', async () => {
          const key = { 'Idempotency-Key': `settings-${scope}` };
          const content = '{"n":1.000,"n":12345678901234567890}';

          const once = await put(ours, at('k'), 'k', content, key);
          const twice = await put(ours, at('k'), 'k', content, key);

          expect([twice.status, twice.text]).to.deep.equal([201, once.text]);
          expect(twice.headers.get('idempotent-replayed')).to.equal('true');
          expectRefusal(await put(ours, at('k'), 'k', '2', key), 400, 'E09010');
        });

        it('are seen by the same app only, in the same agreement only (D181)', async () => {
          const { service } = running;
          await put(ours, at('secret'), 'secret', '"canary"');
          const otherApp = await service.app(ours.agreement.agreementNumber);
          const seen = { ...theirs, get: (to: string) => service.ask(to, { headers: otherApp }) };

          for (const client of [theirs, seen]) {
            expectRefusal(await client.get(at('secret')), 404, 'E06000');
            expect((await client.get(at())).text).not.to.contain('canary');
          }
          expectRefusal(await theirs.remove(at('secret')), 404, 'E06000');
          expectRefusal(
            await service.ask(at('secret'), { method: 'DELETE', headers: otherApp }),
            404,
            'E06000',
          );
          expect((await put(theirs, at('secret'), 'secret', '"own"')).status).to.equal(201);
          expect(contentIn(await ours.get(at('secret')))).to.equal('"canary"');
        });

        it('are open to every role (D13), and read-only in the demo agreement', async () => {
          const { tokens } = await ours.agreement.grant(['ProjectEmployee']);

          expect((await put(ours, at('k'), 'k', '1', tokens)).status).to.equal(201);
          expect((await ours.get(at('k'), tokens)).status).to.equal(200);
          const demo = await running.service.ask(`${at('k')}?demo=true`, { method: 'PUT', body: {} });
          expectRefusal(demo, 403, 'E03010');
        });

        it('are not made by POST', async () => {
          expectRefusal(await ours.post(at(), { settingKey: 'k', content: 1 }), 405);
        });

        it('show the schema of their body, with both members required', async () => {
          const { body } = await ours.get(`${at()}/schema/put`);

          expect(body.required).to.deep.equal(['settingKey', 'content']);
          expect(body.properties.content).not.to.have.property('type');
        });
      });
    }

    describe('of a user', () => {
      it('are those of the person who gave the grant, whichever grant it is', async () => {
        const { studio } = running.service.service.database;
        const { agreementNumber, appNumber } = ours.agreement;
        const again = await ours.agreement.grant(['Sales']);
        await put(ours, '/app-settings/user/mine', 'mine', '1');

        const bySamePerson = await ours.get('/app-settings/user/mine', again.tokens);
        const token = `${'t'.repeat(40)}${database.name.slice(0, 4)}`;
        const [grant] = await studio.grants.listOf(agreementNumber);
        await studio.grants.issue(
          { ...(grant as NonNullable<typeof grant>), appNumber, userName: 'another' },
          tokenHash(token),
        );
        const other = { 'X-AgreementGrantToken': token };

        expect(bySamePerson.status).to.equal(200);
        expectRefusal(await ours.get('/app-settings/user/mine', other), 404, 'E06000');
        expect((await put(ours, '/app-settings/user/mine', 'mine', '2', other)).status).to.equal(201);
        expect(contentIn(await ours.get('/app-settings/user/mine'))).to.equal('1');
        await put(ours, '/app-settings/agreement/shared', 'shared', '3');
        expect(contentIn(await ours.get('/app-settings/agreement/shared', other))).to.equal('3');
      });
    });
  });
}
