import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { configFrom } from '../../src/config.js';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';

const PAGE = 'https://books.example';
const PREFLIGHT = {
  Origin: PAGE,
  'Access-Control-Request-Method': 'PUT',
  'Access-Control-Request-Headers': 'x-appsecrettoken,idempotency-key',
};

/** No database takes part in it. */
const [database] = await databases();

describe('calls from the pages of others', () => {
  const open = runningService(database!, { corsOrigins: [PAGE, 'http://localhost:5173'] });
  const ours = open.client();
  const closed = runningService(database!);
  const allowed = ({ headers }: { headers: Headers }): string | null =>
    headers.get('access-control-allow-origin');

  it('are for nobody unless the setting names them', async () => {
    const asked = await closed.service.ask('/', { headers: { Origin: PAGE } });
    const preflight = await closed.service.ask('/units', { method: 'OPTIONS', headers: PREFLIGHT });

    expect([allowed(asked), allowed(preflight)]).to.deep.equal([null, null]);
    expect(preflight.status).to.equal(405);
  });

  it('are let in from the origins that it names, with the tokens, the keys of writes and where a stream was', async () => {
    // The browser's own question, and no operation of the API.
    const { status, headers } = await fetch(`${open.service.base}/units/1`, {
      method: 'OPTIONS',
      headers: PREFLIGHT,
    });

    expect(status).to.equal(204);
    expect(headers.get('access-control-allow-origin')).to.equal(PAGE);
    expect(headers.get('access-control-allow-methods')).to.equal('GET,POST,PUT,DELETE');
    expect(headers.get('access-control-allow-headers')?.toLowerCase().split(',')).to.include.members([
      'x-appsecrettoken',
      'x-agreementgranttoken',
      'idempotency-key',
      'if-match',
      'last-event-id',
      'content-type',
    ]);
    expect(headers.get('access-control-allow-credentials')).to.equal(null);
  });

  it('are told in the guide with all that they may send and read', async () => {
    const guide = readFileSync(new URL('../../../../docs/guides/browsers.md', import.meta.url), 'utf8');
    const [, sent, read] =
      /^Pages of these origins may send ([^.]*?),\s+and\s+read ([^.]*)/m.exec(guide) ?? [];
    const named = (text = ''): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const tokens = ['X-AgreementGrantToken', 'X-AppSecretToken'];
    const preflight = await fetch(`${open.service.base}/units`, { method: 'OPTIONS', headers: PREFLIGHT });
    const answer = await open.service.ask('/units', { headers: { ...ours.tokens, Origin: PAGE } });
    const listed = ({ headers }: { headers: Headers }, name: string): string[] =>
      headers.get(`access-control-${name}-headers`)?.split(',') ?? [];

    expect([...named(sent), ...tokens]).to.have.members(listed(preflight, 'allow'));
    expect(named(read)).to.have.members(listed(answer, 'expose'));
  });

  it('read answers and refusals alike, with what the SDK needs of them', async () => {
    const headers = { ...ours.tokens, Origin: PAGE };

    for (const to of ['/units', '/units/99999']) {
      const answer = await open.service.ask(to, { headers });
      expect(allowed(answer), to).to.equal(PAGE);
      expect(answer.headers.get('access-control-expose-headers')).to.contain('X-Request-Id');
      expect(answer.headers.get('vary')).to.contain('Origin');
    }
  });

  it('read what a 401 asks for', async () => {
    const { status, headers } = await open.service.ask('/units', { headers: { Origin: PAGE } });

    expect(status).to.equal(401);
    expect(headers.get('access-control-expose-headers')).to.contain('WWW-Authenticate');
  });

  it('can tell an answer that was kept under an idempotency key', async () => {
    const headers = { Origin: PAGE, 'Idempotency-Key': 'from a page' };
    await ours.post('/units', { name: 'once' }, headers);

    const again = await ours.post('/units', { name: 'once' }, headers);

    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect(again.headers.get('access-control-expose-headers')).to.contain('Idempotent-Replayed');
  });

  it('read what a file is called that they download', async () => {
    const { headers } = await open.service.ask('/exports/sie', { headers: { ...ours.tokens, Origin: PAGE } });

    expect(headers.get('content-disposition')).to.contain('filename=');
    expect(headers.get('access-control-expose-headers')).to.contain('Content-Disposition');
  });

  it('are for no other origin, and for no page of the portal', async () => {
    for (const origin of ['https://other.example', 'http://books.example', 'null'])
      expect(allowed(await open.service.ask('/', { headers: { Origin: origin } })), origin).to.equal(null);
    expect(allowed(await open.service.ask('/portal', { headers: { Origin: PAGE } }))).to.equal(null);
  });

  it('are set up by CORS_ORIGINS, which says what is wrong with it', () => {
    const set = configFrom({ CORS_ORIGINS: 'https://books.example/, http://localhost:5173' });

    expect(set)
      .to.have.nested.property('right.corsOrigins')
      .that.deep.equals(['https://books.example', 'http://localhost:5173']);
    for (const wrong of ['*', 'books.example', 'https://books.example/app', 'ftp://a.example'])
      expect(configFrom({ CORS_ORIGINS: wrong }))
        .to.have.property('left')
        .that.contains('CORS_ORIGINS');
  });
});
