import { expect } from 'chai';
import { configFrom } from '../../src/config.js';

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

  it('takes addresses of the web for pages, since they are shown as links', () => {
    expect(said({ TERMS_URL: 'javascript:alert(1)' })).to.match(
      /^TERMS_URL must be an http or https address/,
    );
    expect(said({ PRIVACY_URL: 'https://b.example/privacy', OPERATOR_NAME: 'B & Co' })).to.equal('taken');
  });
});
