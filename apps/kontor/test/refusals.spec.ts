import { expect } from 'chai';
import { runKontor } from './support/run-kontor.js';

/** Nothing here may reach the database. */
const NOWHERE = { DATABASE_URL: 'mysql://nobody@127.0.0.1:1/nothing' };

/** What is typed, and what the sentence about it says. */
const WRONG = [
  [
    'nonsense',
    '"nonsense" is no command; there are sandbox, agreement, grant, listen, migrate, restored, verify, export, import.',
  ],
  ['verify --agreement two', '--agreement must be a whole number'],
  ['export --agreement 2', '--format is missing.'],
  ['import --agreement 2', 'FILE, the file, is missing.'],
  ['import books.se', '--agreement is missing.'],
  ['export --agreement 2 --format csv', '--format must be hledger'],
  ['agreement nonsense', '"agreement nonsense" is no command; there are create, list, show, block,'],
  ['--json agreement list', '"--json" is no command'],
  ['sandbox --nonsense', 'there is no option --nonsense here.'],
  ['sandbox --constructor', 'there is no option --constructor here.'],
  ['sandbox nonsense', '"nonsense" is too much'],
  ['agreement show 2 3', '"3" is too much: 1 value is expected here.'],
  ['agreement show 2 --agreement 2', '"2" is too much: only options are expected here.'],
  ['sandbox --roles Boss', '--roles must be some of Sales, SuperUser, BookKeeping, ProjectEmployee'],
  ['sandbox --roles Sales,Boss', '"Boss" is no role.'],
  ['sandbox --roles=', '"" is no role.'],
  [
    'sandbox --modules ledger',
    '--modules must be some of inventory, dimension, projects, internationalLedger',
  ],
  ['sandbox --modules inventory;projects', '"inventory;projects" is no module.'],
  ['sandbox --years two', '--years must be a whole number from 1 to 100, but is "two".'],
  ['sandbox --years 0', '--years must be a whole number'],
  ['sandbox --years 1.5', '--years must be a whole number'],
  ['sandbox --years=-1', '--years must be a whole number'],
  ['sandbox --seed-entries 1e3', '--seed-entries must be a whole number'],
  ['sandbox --seed-entries -1', '--seed-entries must be a whole number from 0 to 100000000, but is "-1".'],
  ['sandbox --years', '--years needs a value: --years N.'],
  ['sandbox --name --administrator', '--name needs a value: --name NAME.'],
  ['sandbox --administrator=yes', '--administrator takes no value.'],
  ['sandbox --years 1 --years 2', '--years is given twice.'],
  ['agreement create', '--name is missing.'],
  ['agreement create --name=', '--name must be one line of 1 to 250 characters.'],
  [`agreement create --name ${'x'.repeat(251)}`, '--name must be one line of 1 to 250 characters.'],
  [
    'agreement create --name A --base-currency euro',
    '--base-currency must be a currency of ISO 4217 such as EUR',
  ],
  [
    'agreement create --name A --first-year-from 2026-02-30',
    '--first-year-from must be a date such as 2026-01-01',
  ],
  [
    'agreement create --name A --first-year-from 9999-06-01',
    '--first-year-from must be 9999-01-31 or before, so that the year ends by 9999-12-31, but is "9999-06-01".',
  ],
  ['agreement create --name A --client-of me', '--client-of must be a whole number'],
  ['agreement show', 'N, the number of the agreement, is missing.'],
  [
    'agreement block two',
    'N, the number of the agreement, must be a whole number from 1 to 2147483647, but is "two".',
  ],
  ['agreement block 99999999999', 'must be a whole number from 1 to 2147483647'],
  ['grant list', '--agreement is missing.'],
  [
    'listen --forward http://127.0.0.1:1 --types unit.*,invoice.boked',
    '--types must be types of events that there are: invoice.boked is none, the nearest is invoice.booked.',
  ],
  [
    'listen --forward http://127.0.0.1:1 --types webhook.test',
    '--types must be types of events that there are: webhook.test is none.',
  ],
  ['grant revoke --agreement 2', '--grant is missing.'],
] as const;

describe('a wrong argument', () => {
  for (const [typed, sentence] of WRONG) {
    it(`is refused: kontor ${typed.slice(0, 60)}`, async () => {
      const { status, out, err } = await runKontor(NOWHERE, typed);

      expect({ status, out }).to.deep.equal({ status: 1, out: '' });
      expect(err)
        .to.match(/^kontor: /)
        .and.to.contain(sentence);
      expect(err)
        .to.contain('--help')
        .and.not.to.match(/^\s+at /m);
    });
  }

  it('is refused when a name holds a control character', async () => {
    const { status, err } = await runKontor(NOWHERE, ['agreement', 'create', '--name', 'A\u001b[31mB']);

    expect(status).to.equal(1);
    expect(err).to.contain('--name must be one line');
  });
});

describe('a wrong environment', () => {
  it('is refused with the variable that is wrong', async () => {
    const { status, out, err } = await runKontor({ DATABASE_URL: 'postgres://x' }, 'agreement list');

    expect({ status, out }).to.deep.equal({ status: 1, out: '' });
    expect(err).to.match(/^kontor: DATABASE_URL must be .*\n$/);
  });

  it('is told what a database in a file lacks, which begins as it must', async () => {
    const { status, err } = await runKontor({ DATABASE_URL: 'sqlite:' }, 'agreement list');

    expect(status).to.equal(1);
    expect(err).to.match(/, but it names no file\.\n$/);
  });

  it('is told that a path of SQLite is written as it is: nothing else expands or resolves it', async () => {
    for (const path of ['file:/tmp/kontor.db', '~/kontor.db', '~']) {
      const { status, err } = await runKontor({ DATABASE_URL: `sqlite:${path}` }, 'agreement list');

      expect(status).to.equal(1);
      expect(err).to.match(/^kontor: DATABASE_URL must be .*, but it begins with (file:|~)[^\n]*\n$/);
    }
  });

  it('is refused when the password has a % that is not escaped, and does not say it', async () => {
    const { status, out, err } = await runKontor(
      { DATABASE_URL: 'mysql://kontor:geheim%zz@127.0.0.1:1/kontor' },
      'migrate',
    );

    expect({ status, out }).to.deep.equal({ status: 1, out: '' });
    expect(err).to.equal(
      'kontor: DATABASE_URL has a % that begins no escaped sign: write the % itself as %25.\n',
    );
  });

  it('does not say the password of a database that cannot be reached', async () => {
    for (const password of ['geheim', 'ge%40heim']) {
      const url = `mysql://kontor:${password}@127.0.0.1:1/kontor`;
      const { status, out, err } = await runKontor({ DATABASE_URL: url }, 'sandbox');

      expect({ status, out }).to.deep.equal({ status: 1, out: '' });
      expect(err).to.match(
        /^kontor: the database mysql:\/\/kontor@127\.0\.0\.1:1\/kontor cannot be reached: .*\.\n$/,
      );
      expect(err).not.to.contain('heim');
    }
  });

  it('is refused in one sentence when the file is no database', async () => {
    const { status, out, err } = await runKontor(
      { DATABASE_URL: `sqlite:${import.meta.filename}` },
      'migrate',
    );

    expect({ status, out }).to.deep.equal({ status: 1, out: '' });
    expect(err).to.match(/^kontor: .*refusals\.spec\.ts is no SQLite database; .*\n$/);
  });
});
