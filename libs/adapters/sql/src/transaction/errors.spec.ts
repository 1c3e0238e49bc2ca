import { expect } from 'chai';
import { Busy, Unavailable } from '@kontor/kernel';
import { CommitFailed } from '../dialect/dialect.js';
import { mysqlDialect } from '../dialect/mysql.js';
import { asPortError, ConcurrentModification, PreconditionFailed, withPortErrors } from './errors.js';

const error = (given: object): Error => Object.assign(new Error('thrown'), given);

describe('errors of a database', () => {
  it('are an outage or overload by name, with what they were as their cause', () => {
    const unreachable = [{ code: 'ECONNREFUSED' }, { errno: 2013 }, { errno: 1290 }];
    const closedToUs = [1044, 1045, 1130, 1142, 1143, 1698, 1820, 1862, 3118, 4151].map((errno) => ({
      errno,
    }));
    // A disk, a quota or a memory that is full has many names, the server's own and those of its files.
    const full = [3, 5, 20, 1004, 1021, 1026, 1030, 1037, 1041, 1114, 1135, 1878].map((errno) => ({ errno }));
    const readOnly = [1036, 1290, 1836].map((errno) => ({ errno }));
    const beingRestored = [{ errno: 1146 }, { errno: 1049 }];
    for (const outage of [...unreachable, ...closedToUs, ...full, ...readOnly, ...beingRestored].map(error))
      expect(asPortError(mysqlDialect, outage))
        .to.be.instanceOf(Unavailable)
        .and.to.have.property('cause', outage);
    for (const busy of [
      error({ errno: 1213 }),
      error({ errno: 1205 }),
      error({ errno: 3024 }),
      error({ errno: 1412 }),
      new ConcurrentModification(),
    ])
      expect(asPortError(mysqlDialect, busy)).to.be.instanceOf(Busy).and.to.have.property('cause', busy);
  });

  it('are what they were where they are neither, also where a commit failed by them', () => {
    const defect = error({ errno: 1264 });

    expect(asPortError(mysqlDialect, defect)).to.equal(defect);
    expect(asPortError(mysqlDialect, new CommitFailed(defect))).to.equal(defect);
    expect(asPortError(mysqlDialect, new CommitFailed(error({ errno: 2013 })))).to.be.instanceOf(Unavailable);
    expect(new PreconditionFailed(defect)).to.have.property('cause', defect);
  });

  it('are told so by a session, which gives all else as it is', async () => {
    const statement = { sql: 'SELECT 1', values: [] };
    const failing = withPortErrors(mysqlDialect, { run: () => Promise.reject(error({ errno: 1213 })) });
    const session = withPortErrors(mysqlDialect, {
      run: (...all) => Promise.resolve(all.map(() => ({ rows: [], affected: 7 }))),
    });

    expect(await failing.run(statement).catch((thrown: unknown) => thrown)).to.be.instanceOf(Busy);
    expect(await session.run(statement, statement)).to.deep.equal(Array(2).fill({ rows: [], affected: 7 }));
  });
});
