import { expect } from 'chai';
import { right } from 'fp-ts/lib/Either.js';
import { Unavailable, type Books } from '@kontor/kernel';
import type { Session } from '../statement.js';
import { beginEpoch, Epoch, inEpoch } from './epoch.js';

describe('the epoch of a database, as a process knows it', () => {
  let rows: { epoch: number }[] = [];
  let isOut = false;
  const session: Session = {
    run: (...statements) => {
      if (isOut) return Promise.reject(new Error('out of reach'));
      return Promise.resolve(
        statements.map(({ sql, values }) => {
          if (sql.startsWith('REPLACE')) rows = [{ epoch: values[0] as number }];
          return { rows, affected: 1 };
        }),
      );
    },
  };
  const refusalOf = async (epoch: Epoch): Promise<unknown> =>
    epoch.check(session).catch((error: unknown) => error);
  beforeEach(() => {
    rows = [{ epoch: 7 }];
    isOut = false;
  });

  it('is the one that it began with as long as the database is in it', async () => {
    const epoch = new Epoch(session);

    await epoch.check(session);
    await epoch.check(session);

    expect(await epoch.began()).to.equal(7);
    expect(await epoch.wasLeft()).to.equal(false);
  });

  it('is refused for good once it was found to be another, also when that is taken back', async () => {
    const epoch = new Epoch(session);
    await epoch.began();
    await beginEpoch(session);
    expect(await refusalOf(epoch)).to.be.instanceOf(Unavailable);

    rows = [{ epoch: 7 }];

    expect(await refusalOf(epoch)).to.be.instanceOf(Unavailable);
    expect(await epoch.wasLeft()).to.equal(true);
    expect(() => epoch.refuseAnother()).to.throw('started anew');
  });

  it('is begun with when the database answers, not before', async () => {
    const epoch = new Epoch(session);
    isOut = true;
    expect(await refusalOf(epoch))
      .to.be.an('error')
      .with.property('message', 'out of reach');
    isOut = false;

    await epoch.check(session);

    expect(await epoch.began()).to.equal(7);
  });

  it('is another after every restore', async () => {
    const seen = new Set<number>();
    for (let times = 0; times < 20; times += 1) {
      await beginEpoch(session);
      seen.add(rows[0]?.epoch as number);
    }

    expect(seen.size).to.equal(20);
  });

  it('is left where another is found, or where the file is not in its place any more, and for good', async () => {
    const epoch = new Epoch(session);
    await epoch.began();
    await beginEpoch(session);
    expect(await epoch.wasLeft()).to.equal(true);
    rows = [{ epoch: 7 }];
    expect(await epoch.wasLeft()).to.equal(true);

    let isInPlace = true;
    const ofFile = new Epoch(session, () => isInPlace);
    expect(await ofFile.wasLeft()).to.equal(false);
    isInPlace = false;
    expect(await ofFile.wasLeft()).to.equal(true);
    isInPlace = true;
    expect(await ofFile.wasLeft()).to.equal(true);
  });

  it('is expected to be the one that the process began with', async () => {
    const { read, number } = await new Epoch(session).expected();

    expect(read.sql).to.include('database_epoch');
    expect(number).to.equal(7);
  });

  it('is 0 in a database that has none', async () => {
    rows = [];
    expect(await new Epoch(session).began()).to.equal(0);
  });

  it('ends reads and units of work when it is another', async () => {
    const epoch = new Epoch(session);
    const units = inEpoch<Books>(epoch, {
      read: (agreementNumber) => ({ agreementNumber }) as unknown as Books,
      inTransaction: (agreementNumber) => () => Promise.resolve(right(agreementNumber as never)),
    });
    expect(units.read(7)).to.deep.equal({ agreementNumber: 7 });
    expect(await units.inTransaction(7, () => () => Promise.resolve(right(undefined)))()).to.deep.equal(
      right(7),
    );

    await beginEpoch(session);
    await epoch.wasLeft();

    expect(() => units.read(7)).to.throw(Unavailable);
    const ended = units.inTransaction(7, () => () => Promise.resolve(right(undefined)))();
    expect(await ended.catch((error: unknown) => error)).to.be.instanceOf(Unavailable);
  });
});
