import { expect } from 'chai';
import { mysqlDialect } from './dialect/mysql.js';
import { Mistaken } from './failures.js';
import {
  claiming,
  NumberMemory,
  wereNotWritten,
  wereWritten,
  type Asking,
  type NumberClaim,
} from './number-memory.js';

const AGREEMENT = 7;

describe('the numbers that a process gives without asking', () => {
  let memory: NumberMemory;
  beforeEach(() => {
    memory = new NumberMemory();
    memory.learn(
      AGREEMENT,
      new Map([
        ['voucher-id', 10],
        ['entry-number', 100],
      ]),
    );
  });

  const give = (name: string, by = 1, withoutGaps = false): readonly NumberClaim[] => {
    const claims = memory.give(AGREEMENT, [{ name, by, withoutGaps }]);
    if (claims === undefined) throw new Error(`${name} is not known`);
    return claims;
  };
  const isKnown = (name: string): boolean => memory.give(AGREEMENT, [{ name, by: 0 }]) !== undefined;
  const writing = (...claims: readonly NumberClaim[]) => claiming(mysqlDialect, AGREEMENT, claims);
  const values = (...claims: readonly NumberClaim[]) => writing(...claims).map((one) => one.values);

  it('follow each other', () => {
    expect(give('voucher-id')[0]?.to).to.equal(11);
    expect(give('voucher-id', 3)[0]?.to).to.equal(14);
    expect(give('entry-number', 2)[0]?.to).to.equal(102);
  });

  it('are of no agreement and no counter that is not known, and of none where one of them is not', () => {
    expect(memory.give(8, [{ name: 'voucher-id', by: 1 }])).to.equal(undefined);
    expect(
      memory.give(AGREEMENT, [
        { name: 'voucher-id', by: 1 },
        { name: 'series', by: 1 },
      ]),
    ).to.equal(undefined);
    expect(give('voucher-id')[0]?.to).to.equal(11);
  });

  it('raise their counters once for all who are written together, in order, and are checked by one sum', () => {
    expect(values(...give('voucher-id'), ...give('entry-number', 3), ...give('voucher-id'))).to.deep.equal([
      [AGREEMENT, 'entry-number', 3, AGREEMENT, 'voucher-id', 2],
      [AGREEMENT, 'entry-number', 'voucher-id', 103 + 12],
    ]);
  });

  it('raise by what is left when numbers that came later are written first', () => {
    const [first, second] = [give('voucher-id'), give('voucher-id')];

    expect(values(...second)[0]).to.deep.equal([AGREEMENT, 'voucher-id', 2]);
    wereWritten(second);
    expect(writing(...first)).to.deep.equal([]);
    wereWritten(first);
    expect(values(...give('voucher-id'))[0]).to.deep.equal([AGREEMENT, 'voucher-id', 1]);
  });

  it('are never written before those that come before them, where none may be left out', () => {
    const [first, second, third] = [1, 2, 3].map(() => give('voucher-id', 1, true)) as [
      readonly NumberClaim[],
      readonly NumberClaim[],
      readonly NumberClaim[],
    ];

    expect(() => writing(...second)).to.throw(Mistaken);
    expect(() => writing(...first, ...third)).to.throw(Mistaken);
    expect(values(...first, ...second)[0]).to.deep.equal([AGREEMENT, 'voucher-id', 2]);
    wereWritten([...first, ...second]);
    expect(values(...third)[0]).to.deep.equal([AGREEMENT, 'voucher-id', 1]);
  });

  it('are not used, nor those after them, when one of them was not written', () => {
    const [first, second] = [give('voucher-id'), give('voucher-id')];
    wereNotWritten(first, false);

    expect(() => writing(...second)).to.throw(Mistaken);
    expect(isKnown('voucher-id')).to.equal(false);
    expect(isKnown('entry-number')).to.equal(true);
  });

  it('are not used when the process has raised their counter otherwise', () => {
    const before = give('voucher-id');
    memory.drop(AGREEMENT, ['voucher-id']);

    expect(() => writing(...before)).to.throw(Mistaken);
    memory.learn(AGREEMENT, new Map([['voucher-id', 20]]));
    expect(give('voucher-id')[0]?.to).to.equal(21);
  });

  it('are known again when no unit is left that asks for them, by what those asked that were kept', async () => {
    const [kept, undone, last] = [1, 2, 3].map(() => memory.ask(AGREEMENT, ['voucher-id'])) as [
      Asking,
      Asking,
      Asking,
    ];
    kept.end(new Map([['voucher-id', 12]]));
    undone.end();
    memory.learn(AGREEMENT, new Map([['voucher-id', 11]]));
    expect(isKnown('voucher-id')).to.equal(false);
    const settling = memory.settling(AGREEMENT, [{ name: 'voucher-id', by: 1 }]);

    last.end(new Map([['voucher-id', 13]]));
    last.end();
    await settling;

    expect(give('voucher-id')[0]?.to).to.equal(14);
    expect(memory.settling(AGREEMENT, [{ name: 'voucher-id', by: 1 }])).to.equal(undefined);
  });

  it('are waited for no longer than a moment', async () => {
    memory.ask(AGREEMENT, ['voucher-id']);

    await memory.settling(AGREEMENT, [{ name: 'voucher-id', by: 1 }]);

    expect(isKnown('voucher-id')).to.equal(false);
  });

  it('are not given for a while where others turn out to raise the counter as well', () => {
    wereNotWritten([...give('voucher-id'), ...give('entry-number')], true);
    memory.found(
      AGREEMENT,
      new Map([
        ['voucher-id', 12],
        ['entry-number', 100],
      ]),
    );
    memory.learn(
      AGREEMENT,
      new Map([
        ['voucher-id', 13],
        ['entry-number', 101],
      ]),
    );

    expect(isKnown('voucher-id')).to.equal(false);
    expect(give('entry-number')[0]?.to).to.equal(102);
  });

  it('of what was known before and is known anew are never written together', () => {
    const before = give('voucher-id');
    const stale = before[0] as NumberClaim;
    memory.learn(AGREEMENT, new Map([['voucher-id', 11]]));
    stale.counter.isGood = true;

    expect(() => writing(...give('voucher-id'), ...before)).to.throw(Mistaken);
  });

  it('are doubtful when there is no more room to remember their counter', () => {
    const before = give('voucher-id');
    for (let agreement = 100; agreement < 10_200; agreement += 1) {
      memory.learn(agreement, new Map([['voucher-id', 1]]));
    }

    expect(() => writing(...before)).to.throw(Mistaken);
  });
});
