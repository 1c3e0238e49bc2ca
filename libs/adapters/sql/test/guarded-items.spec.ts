import { expect } from 'chai';
import { gift, onEachDatabase, Sample, within } from '@kontor/conformance';
import { defined } from '@kontor/kernel';
import { Unit } from '@kontor/products';
import { tableOf } from '../src/entity/table-of.js';
import { statement, type Statement } from '../src/statement.js';
import { itemStatements } from '../src/statements/items.js';
import { inGlobalTransaction } from '../src/transaction/retry.js';
import { engineWith, opening } from './support.js';

const AGREEMENT = 1;
const TO_CHANGE = /SELECT .*`uses` FROM `sample`/;

onEachDatabase((kind) => {
  describe('an item', () => {
    it('that a unit of work holds is locked once, and changed as it was read then', async () => {
      const sent: string[] = [];
      const onQuery = (sql: string): void => void (TO_CHANGE.test(sql) && sent.push(sql));
      const database = await opening(kind, { also: [Sample], onQuery })();
      await gift(within(database, AGREEMENT, Sample, (all) => all.create({ code: 'a', name: 'one' })));
      sent.length = 0;

      const changed = await gift(
        within(database, AGREEMENT, Sample, (all) => async () => {
          const { value, version } = defined(await all.hold('a'));
          expect(defined(await all.hold('a')).version).to.equal(version);
          return all.replace('a', { ...value, name: 'two' }, version)();
        }),
      );
      await database.close();

      expect(changed.value).to.include({ name: 'two' });
      expect(sent).to.have.length(1);
    });

    it('that is referred to stays by the statement that removes it, whatever was read before', async () => {
      const engine = await engineWith(kind, [
        statement(
          'INSERT INTO `unit` (`agreement_number`, `unit_number`, `name`, `name_folded`, `version`, `uses`)' +
            " VALUES (1, 1, 'kg', 'kg', 7, 1), (1, 2, 'box', 'box', 7, 0)",
        ),
      ]);
      const { remove, asReadUnused } = itemStatements(tableOf(Unit), engine.dialect);
      const removal = (number: number): Statement =>
        statement(`${remove} WHERE ${asReadUnused}`, AGREEMENT, number, 7);

      const outcomes = await inGlobalTransaction(engine, (session) => session.run(removal(1), removal(2)));
      await engine.close();

      expect(outcomes.map(({ affected }) => affected)).to.deep.equal([0, 1]);
    });
  });
});
