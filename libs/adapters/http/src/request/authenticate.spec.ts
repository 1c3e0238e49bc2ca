import { expect } from 'chai';
import type { Context } from 'koa';
import type { CredentialRepository, KnownCredentials } from '@kontor/studio';
import { authenticator } from './authenticate.js';

describe('who calls', () => {
  it('is looked for again after a revocation, also where it was being looked for meanwhile', async () => {
    const found = {
      app: { appNumber: 1 },
      grant: { appNumber: 1, roles: ['SuperUser'], expires: '2999-01-01T00:00:00Z' },
      agreement: { modules: [] },
    } as unknown as KnownCredentials;
    const answers: ((found: KnownCredentials) => void)[] = [];
    const credentials: CredentialRepository = {
      find: () => new Promise((answer) => answers.push(answer)),
      noteUse: () => Promise.resolve(),
    };
    const demo = { agreementNumber: 1, modules: [] };
    const who = authenticator({ credentials, clock: () => new Date(), demo, cacheMs: 60_000 });
    const headers = { 'x-appsecrettoken': 'secret', 'x-agreementgranttoken': 'token' };
    const asked = () => who.authenticate({ req: { headers } } as unknown as Context, false);

    const meanwhile = asked();
    who.forget();
    answers[0]?.(found);
    expect(await meanwhile).to.have.property('_tag', 'Right');
    const next = asked();
    answers[1]?.({} as KnownCredentials);

    expect(answers).to.have.lengthOf(2);
    expect(await next).to.have.property('_tag', 'Left');
  });
});
