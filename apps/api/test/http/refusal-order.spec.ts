import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';

/*
 * Amendment 132, with 429, 413 and 412 in their places: 404 unknown route, 405, 401, 429, 403, 415,
 * then 413 and 400, 412, 404 unknown item. Each request below is wrong in its own way and in every later way
 * that it can be: it is told of the first.
 */
const [database] = await databases();

/** What is wrong with the rest of a request, once it has got past its own refusal. */
const WRONG_PRECONDITION = { 'If-Match': '"of another state"' };
const WRONG_KEY = { 'Idempotency-Key': '\u00e9', ...WRONG_PRECONDITION };
const WRONG_TYPE = { 'Content-Type': 'text/plain', ...WRONG_KEY };
const BROKEN = '{"name":';
const TOO_LARGE = `{"name":"${'x'.repeat(1_100_000)}"}`;
const RIGHT = '{"name":"kg"}';

describe('the order of refusal (D132)', () => {
  const running = runningService(database!, { rate: { perSecond: 1, burst: 12 } });
  const ours = running.client();
  const administrator = running.client({ isAdministrator: true, filled: false });

  type Row = {
    readonly refused: string;
    readonly as: 'nobody' | 'exhausted' | 'project' | 'administrator' | 'demo' | 'us';
    readonly method?: string;
    readonly to: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly status: number;
    readonly errorCode?: string;
  };

  const ROWS: readonly Row[] = [
    {
      refused: 'an unknown route, whatever else is wrong',
      as: 'nobody',
      method: 'PATCH',
      to: '/nothing/%zz?filter=%zz',
      headers: WRONG_TYPE,
      body: BROKEN,
      status: 404,
    },
    {
      refused: 'an unknown route below a known one',
      as: 'nobody',
      method: 'PUT',
      to: '/units/1/nothing',
      headers: WRONG_TYPE,
      body: BROKEN,
      status: 404,
    },
    {
      refused: 'a method the route does not have',
      as: 'nobody',
      method: 'PATCH',
      to: '/units/%zz?filter=%zz',
      headers: WRONG_TYPE,
      body: BROKEN,
      status: 405,
    },
    {
      refused: 'missing credentials',
      as: 'nobody',
      method: 'PUT',
      to: '/units/%zz?filter=%zz',
      headers: WRONG_TYPE,
      body: TOO_LARGE,
      status: 401,
      errorCode: 'E02000',
    },
    {
      refused: 'too many requests with a grant',
      as: 'exhausted',
      method: 'PUT',
      to: '/units/%zz?filter=%zz',
      headers: WRONG_TYPE,
      body: BROKEN,
      status: 429,
    },
    {
      refused: 'a role that is missing',
      as: 'project',
      method: 'PUT',
      to: '/units/%zz?filter=%zz',
      headers: WRONG_TYPE,
      body: BROKEN,
      status: 403,
      errorCode: 'E03000',
    },
    {
      refused: 'an administrator grant outside the studio module',
      as: 'administrator',
      method: 'PUT',
      to: '/units/%zz?filter=%zz',
      headers: WRONG_TYPE,
      body: BROKEN,
      status: 403,
      errorCode: 'E03020',
    },
    {
      refused: 'a write in the demo agreement',
      as: 'demo',
      method: 'PUT',
      to: '/units/%zz?filter=%zz&demo=true',
      headers: WRONG_TYPE,
      body: BROKEN,
      status: 403,
      errorCode: 'E03010',
    },
    {
      refused: 'a body that is not JSON by its own account',
      as: 'us',
      method: 'PUT',
      to: '/units/%zz?filter=%zz',
      headers: WRONG_TYPE,
      body: TOO_LARGE,
      status: 415,
    },
    {
      refused: 'a client that does not take JSON',
      as: 'us',
      to: '/units/%zz?filter=%zz',
      headers: { Accept: 'text/html' },
      status: 415,
    },
    {
      refused: 'a body that is too large',
      as: 'us',
      method: 'PUT',
      to: '/units/999999',
      headers: WRONG_PRECONDITION,
      body: TOO_LARGE,
      status: 413,
    },
    {
      refused: 'a query that cannot be decoded',
      as: 'us',
      method: 'PUT',
      to: '/units/999999?filter=%zz',
      headers: WRONG_PRECONDITION,
      body: RIGHT,
      status: 400,
      errorCode: 'E01010',
    },
    {
      refused: 'a path that cannot be decoded',
      as: 'us',
      method: 'PUT',
      to: '/units/%zz',
      headers: WRONG_PRECONDITION,
      body: RIGHT,
      status: 400,
    },
    {
      refused: 'a malformed idempotency key',
      as: 'us',
      method: 'PUT',
      to: '/units/999999',
      headers: WRONG_KEY,
      body: RIGHT,
      status: 400,
      errorCode: 'E09000',
    },
    {
      refused: 'a body that is not JSON',
      as: 'us',
      method: 'PUT',
      to: '/units/999999',
      headers: WRONG_PRECONDITION,
      body: BROKEN,
      status: 400,
      errorCode: 'E00500',
    },
    {
      refused: 'a body that does not follow the schema',
      as: 'us',
      method: 'PUT',
      to: '/units/999999',
      headers: WRONG_PRECONDITION,
      body: '{}',
      status: 400,
      errorCode: 'E00500',
    },
    {
      refused: 'a precondition on an item that is not there',
      as: 'us',
      method: 'PUT',
      to: '/units/999999',
      headers: WRONG_PRECONDITION,
      body: RIGHT,
      status: 412,
      errorCode: 'E05120',
    },
    {
      refused: 'a precondition on an item that cannot be there',
      as: 'us',
      method: 'DELETE',
      to: '/units/none',
      headers: WRONG_PRECONDITION,
      status: 412,
      errorCode: 'E05120',
    },
    {
      refused: 'an item that is not there',
      as: 'us',
      method: 'PUT',
      to: '/units/999999',
      body: RIGHT,
      status: 404,
      errorCode: 'E06000',
    },
    {
      refused: 'an item that cannot be there',
      as: 'us',
      method: 'PUT',
      to: '/units/none',
      body: RIGHT,
      status: 404,
      errorCode: 'E06000',
    },
    {
      refused: 'a filter before an owner that is not there',
      as: 'us',
      to: '/units/999999/products?filter=colour$eq:red',
      status: 400,
      errorCode: 'E01010',
    },
  ];

  for (const { refused, as, method = 'GET', to, headers = {}, body, status, errorCode } of ROWS) {
    it(`${status} · ${refused}`, async () => {
      const tokens = await tokensOf(as);

      const answer = await running.service.ask(to, {
        method,
        headers: { ...tokens, 'Content-Type': 'application/json', ...headers },
        ...(body !== undefined && { body }),
      });

      expectRefusal(answer, status, errorCode);
    });
  }

  async function tokensOf(as: Row['as']): Promise<Readonly<Record<string, string>>> {
    switch (as) {
      case 'nobody':
      case 'demo':
        return {};
      case 'administrator':
        return administrator.tokens;
      case 'us':
        return (await ours.agreement.grant(['SuperUser'])).tokens;
      case 'project':
        return (await ours.agreement.grant(['ProjectEmployee'])).tokens;
      case 'exhausted': {
        const { tokens } = await ours.agreement.grant(['ProjectEmployee']);
        const asks = Array.from({ length: 14 }, () =>
          running.service.ask('/currencies?pagesize=1', { headers: tokens }),
        );
        await Promise.all(asks);
        return tokens;
      }
    }
  }
});
