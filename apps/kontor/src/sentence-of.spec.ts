import { expect } from 'chai';
import { Busy, Unavailable } from '@kontor/kernel';
import { sentenceOf } from './sentence-of.js';

const config = { databaseUrl: 'sqlite:books.db', logLevel: 'info' } as const;

/** What is told where a disk cannot be filled up: the drivers' own errors, as the ports hand them on. */
describe('what a command says of a database that cannot be used', () => {
  const told = (cause: object): string => {
    const error = Object.assign(new Error('for some reason'), cause);
    return sentenceOf(new Unavailable('the database cannot be reached', { cause: error }), config);
  };

  it('is that it takes nothing, where it was reached and has said why', () => {
    const full = [
      { code: 'ERR_SQLITE_ERROR', errcode: 13, message: 'database or disk is full' },
      { code: 'ER_RECORD_FILE_FULL', errno: 1114, message: "The table 'entry' is full" },
    ];

    for (const cause of full) {
      expect(told(cause)).to.equal(`the database sqlite:books.db cannot do this now: ${cause.message}.`);
    }
  });

  it('is that its disk may be full, where SQLite cannot make the files beside the books', () => {
    expect(told({ code: 'ERR_SQLITE_ERROR', errcode: 4874, message: 'disk I/O error' })).to.equal(
      'the database sqlite:books.db cannot do this now: disk I/O error: the disk may be full.',
    );
  });

  it('is that it refuses its user, and where to look, where a password or a right is wrong', () => {
    const refused = {
      code: 'ER_ACCESS_DENIED_ERROR',
      message: "Access denied for user 'me'@'localhost' (using password: YES)",
    };

    expect(told(refused)).to.equal(
      "the database sqlite:books.db refuses its user: Access denied for user 'me'@'localhost' (using password: YES); " +
        'look at the user and the password in DATABASE_URL, and at the rights of that user; one that must come ' +
        'by TLS takes tls=on.',
    );
  });

  it('is what to set, where the server takes no books as it is', () => {
    const message = 'Specified key was too long; max key length is 1173 bytes';

    expect(told({ code: 'ER_TOO_LONG_KEY', message })).to.equal(
      `the database sqlite:books.db cannot do this now: ${message}; ` +
        'the server must be made with an innodb_page_size of 16k or more.',
    );
  });

  it('is that it cannot be reached, where nobody answered', () => {
    const refused = { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:1' };

    expect(told(refused)).to.equal(
      'the database sqlite:books.db cannot be reached: connect ECONNREFUSED 127.0.0.1:1.',
    );
  });

  it('is that a node of a cluster has, or may have, lost the majority', () => {
    const message = 'WSREP has not yet prepared node for application use';
    expect(told({ code: 'ER_UNKNOWN_COM_ERROR', errno: 1047, message })).to.equal(
      `the database sqlite:books.db cannot do this now: ${message}: this node of the cluster is not in the majority.`,
    );
    const cause = Object.assign(new Error('Lock wait timeout exceeded'), { code: 'ER_LOCK_WAIT_TIMEOUT' });
    expect(sentenceOf(new Busy('the database is busy', { cause }), config)).to.equal(
      'the database sqlite:books.db is busy, try again: Lock wait timeout exceeded; a node of a cluster says ' +
        'so too that has lost the majority, where wsrep_ready is not ON.',
    );
  });

  it('has no password in it, and no stars that would say what it is', () => {
    const said = (databaseUrl: string, message: string): string =>
      sentenceOf(new Error(message), { databaseUrl, logLevel: 'info' });

    expect(said('mysql://k:a%24b%2F@db/books', 'refused: a$b/ and k:a%24b%2F@db')).to.equal(
      'it did not work on the database mysql://k@db/books: refused: *** and k:***@db.',
    );
    // Neither the name of the user nor a letter of a word is taken for the password.
    for (const password of ['kontor', 'a']) {
      expect(said(`mysql://kontor:${password}@db/kontor`, 'Table is full')).to.equal(
        'it did not work on the database mysql://kontor@db/kontor: Table is full.',
      );
    }
  });
});
