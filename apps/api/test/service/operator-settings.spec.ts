import { expect } from 'chai';
import { configFrom, type Config } from '../../src/config.js';

describe('settings of mail and of who runs the service', () => {
  const said = (environment: Readonly<Record<string, string>>): string => {
    const decoded = configFrom(environment);
    return decoded._tag === 'Left' ? decoded.left : 'taken';
  };

  it('names no password of a mail server in its sentence', () => {
    expect(said({ MAIL_URL: 'imap://me:s3cret@mail.example' }))
      .to.match(/^MAIL_URL must be smtp:/)
      .and.not.contain('s3cret');
    expect(said({ MAIL_URL: 'smtps://me:s3cret@mail.example:465?from=b@example.com' })).to.equal('taken');
  });

  it('takes no address of a mail server with a sender under another name than from', () => {
    for (const behind of [
      'form=b@example.com',
      'From=b%40example.com',
      's3cret@mail.example',
      'from=',
      'from=s3cret',
    ])
      expect(said({ MAIL_URL: `smtp://me:25@mail.example?${behind}` }))
        .to.match(/^MAIL_URL must be smtp:.* with \?from=/)
        .and.not.contain('s3cret');
    for (const of of ['smtp://me:25#s3cret@mail.example', 'smtp://me:25/s3cret@mail.example'])
      expect(said({ MAIL_URL: of }), 'another host than that')
        .to.match(/^MAIL_URL must be smtp:/)
        .and.not.contain('s3cret');
    // A % that begins no escaped sign is one.
    const of = 'smtp://me:100%@mail.example?from=b@example.com&requireTLS=true';
    expect(said({ MAIL_URL: of })).to.equal('taken');
  });

  it('takes words that switch something in any case', () => {
    for (const word of ['ON', 'Off']) expect(said({ WEBHOOK_PRIVATE_NETWORKS: word })).to.equal('taken');
    expect(said({ RATE_LIMIT: 'OFF', LOG_LEVEL: 'Debug', WORKERS: 'AUTO' })).to.equal('taken');
  });

  it('takes addresses of the web for pages, since they are shown as links', () => {
    expect(said({ TERMS_URL: 'javascript:alert(1)' })).to.match(
      /^TERMS_URL must be an http or https address/,
    );
    expect(said({ PRIVACY_URL: 'https://b.example/privacy', OPERATOR_NAME: 'B & Co' })).to.equal('taken');
  });

  it('reads lists with blanks, pairs, what follows from others, and a name of before', () => {
    const [next, former] = ['n'.repeat(32), 'f'.repeat(32)];
    const taken = (environment: Readonly<Record<string, string>>, name: keyof Config): unknown => {
      const decoded = configFrom(environment);
      return decoded._tag === 'Left' ? decoded.left : decoded.right[name];
    };

    expect(taken({ SECRETS_KEY: ` ${next} , ${former}` }, 'secretsKeys')).to.deep.equal([next, former]);
    expect(taken({ RATE_LIMIT: '100:1000' }, 'rate')).to.deep.equal({ perSecond: 100, burst: 1000 });
    expect(taken({ RATE_LIMIT: '100' }, 'rate')).to.deep.equal({ perSecond: 100, burst: 100 });
    expect(taken({ WORKERS: 'auto', DATABASE_URL: 'sqlite::memory:' }, 'workers')).to.equal(1);
    expect(taken({ WEBHOOK_NETWORKS: 'private' }, 'webhookNetworks')).to.equal('private');
  });
});
