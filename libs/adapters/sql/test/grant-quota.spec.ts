import { expect } from 'chai';
import { left, right, isRight } from 'fp-ts/lib/Either.js';
import { Busy, calendarDate, type Timestamp } from '@kontor/kernel';
import { onEachDatabase } from '@kontor/conformance';
import { agreementWith, QUOTAS } from '@kontor/studio';
import { opening, type Opened } from './support.js';

const NOW = '2026-11-25T07:00:00Z' as Timestamp;
const FREE = 5;
const AT_ONCE = 24;

describe('Grants that many give at once', function () {
  onEachDatabase((kind) => {
    let database: Opened;
    let other: Opened;
    before(async () => {
      database = await opening(kind)();
      other = (await database.another()) as Opened;
    });
    after(() => database.close());

    /** What is told to who had no turn in time; anything else is a fault. */
    const told = (error: unknown): string => {
      if (error instanceof Busy) return error.message;
      throw error;
    };

    it('are no more than one person may give, whichever process they are given in', async () => {
      const { agreements, apps, grants } = database.studio;
      const { agreementNumber } = await agreements.create(
        agreementWith({
          name: 'A',
          baseCurrency: 'EUR',
          modules: [],
          signupDate: calendarDate('2026-11-25'),
        }),
      );
      const { appNumber } = await apps.create(
        {
          agreementNumber,
          name: 'An app',
          appPublicToken: 'public',
          created: calendarDate('2026-11-25'),
          rootUrl: 'https://example.test',
          requiredRoles: [],
        },
        'a'.repeat(43),
      );
      const grant = {
        agreementNumber,
        appNumber,
        userName: 'Otto',
        roles: ['SuperUser'] as const,
        issued: NOW,
        expires: '2027-11-15T07:00:00Z' as Timestamp,
      };
      const hash = (at: number): string => `${at}`.padEnd(43, 'x');
      const own = { agreementNumber, userName: 'Otto' };
      await grants.issueAll(
        Array.from({ length: QUOTAS.grantsOfPerson - FREE }, (_, at) => ({ grant, tokenHash: hash(at) })),
      );

      const given = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, at) =>
          (at % 2 === 0 ? database : other).unitOfWork
            .inTransaction(agreementNumber, (books) => async () => {
              if ((await books.studio.grants.countCurrent(own, NOW)) >= QUOTAS.grantsOfPerson)
                return left('full');
              return right(await books.studio.grants.issue(grant, hash(1_000 + at)));
            })()
            // Who lost against another after a long wait gives none either; nobody does while there is room.
            .catch((error: unknown) => left(told(error))),
        ),
      );

      expect(given.filter(isRight)).to.have.length(FREE);
      expect(await grants.countCurrent(own, NOW)).to.equal(QUOTAS.grantsOfPerson);
    });
  });
});
