import { Busy } from '@kontor/kernel';
import { expect } from 'chai';
import { shownError } from '../../src/log.js';

describe('an error in the log', () => {
  it('says what and where, with its cause', () => {
    const error = new Error('outer', {
      cause: Object.assign(new Error('inner'), { code: 'ECONNREFUSED', errno: -111 }),
    });

    const shown = shownError(error) as { message: string; stack: string; cause: Record<string, unknown> };

    expect(shown.message).to.equal('outer');
    expect(shown.stack).to.match(/^\s+at .*log\.spec\.ts/);
    expect(shown.cause).to.include({ message: 'inner', code: 'ECONNREFUSED', errno: -111 });
  });

  it('of a database tells nothing of what was sent', () => {
    const driverError = Object.assign(new Error("Duplicate entry 's3cret\n' or 's3cret' for key 'x'"), {
      code: 'ER_DUP_ENTRY',
      errno: 1062,
      sql: "INSERT INTO t VALUES ('s3cret')",
    });
    const error = Object.assign(new Error(driverError.message), {
      name: 'QueryFailedError',
      query: 'INSERT INTO t VALUES (?)',
      parameters: ['s3cret'],
      driverError,
      cause: driverError,
    });

    const shown = JSON.stringify(shownError(error));

    expect(shown).not.to.contain('s3cret');
    expect(shown)
      .to.contain('QueryFailedError')
      .and.to.contain('ER_DUP_ENTRY')
      .and.to.contain('Duplicate entry');
  });

  it('of want of a turn tells why in a few words, and no key of what was changed meanwhile', () => {
    const changed = new Error('a precondition does not hold', { cause: 'product s3cret' });
    const error = new Busy('no turn', { cause: Object.assign(changed, { code: 'ER_LOCK_DEADLOCK' }) });

    const { type, message, cause } = shownError(error) as { readonly [name: string]: unknown };

    expect({ type, message }).to.deep.equal({ type: 'Error', message: 'no turn' });
    expect(cause).to.deep.include({ message: 'a precondition does not hold', code: 'ER_LOCK_DEADLOCK' });
    expect(JSON.stringify(shownError(error)))
      .not.to.contain('s3cret')
      .and.not.to.contain('log.spec');
  });

  it('is told of whatever was thrown', () => {
    expect(shownError('a text')).to.deep.equal({ message: 'a text' });
    expect(shownError(undefined)).to.deep.equal({ message: 'undefined' });
  });
});
