import { expect } from 'chai';
import { runKontor } from './support/run-kontor.js';

/** Help must not need a database. */
const NOWHERE = { DATABASE_URL: 'mysql://nobody@127.0.0.1:1/nothing' };

const COMMANDS = [
  'sandbox',
  'agreement create',
  'agreement list',
  'agreement show',
  'agreement block',
  'agreement unblock',
  'agreement mark-for-deletion',
  'grant list',
  'grant revoke',
  'listen',
  'migrate',
  'import',
];

describe('help', () => {
  it('names every command, on standard output', async () => {
    const { status, out, err } = await runKontor(NOWHERE, '--help');

    expect({ status, err }).to.deep.equal({ status: 0, err: '' });
    for (const command of COMMANDS) expect(out).to.match(new RegExp(`^ {2}${command} {2}`, 'm'));
    expect(out).to.contain('DATABASE_URL');
  });

  for (const group of ['agreement', 'grant']) {
    it(`of ${group} names its commands`, async () => {
      const { status, out, err } = await runKontor(NOWHERE, `${group} --help`);

      expect({ status, err }).to.deep.equal({ status: 0, err: '' });
      for (const command of COMMANDS.filter((one) => one.startsWith(`${group} `))) {
        expect(out).to.contain(`  ${command.slice(group.length + 1)}  `);
      }
    });
  }

  for (const command of COMMANDS) {
    it(`of ${command} says how it is used`, async () => {
      const { status, out, err } = await runKontor(NOWHERE, `${command} --help`);

      expect({ status, err }).to.deep.equal({ status: 0, err: '' });
      expect(out).to.contain(`Usage: kontor ${command}`);
      expect(out).to.contain('--json');
    });
  }

  for (const command of ['block', 'mark-for-deletion']) {
    it(`of agreement ${command} says that nothing is written any more`, async () => {
      const { out } = await runKontor(NOWHERE, `agreement ${command} --help`);

      expect(out).to.contain('nothing is written to it');
    });
  }

  it('names every option of the sandbox with its default', async () => {
    const { out } = await runKontor(NOWHERE, 'sandbox -h');

    for (const option of [
      'name NAME',
      'modules LIST',
      'roles LIST',
      'years N',
      'administrator',
      'seed-entries N',
    ]) {
      expect(out).to.contain(`  --${option} `);
    }
    expect(out).to.contain('(default internationalLedger)').and.to.contain('(default SuperUser)');
  });

  it('wins over whatever else is typed', async () => {
    const { status, out } = await runKontor(NOWHERE, 'sandbox --nonsense --years x --help');

    expect(status).to.equal(0);
    expect(out).to.contain('Usage: kontor sandbox');
  });

  it('goes to standard error, with exit status 1, when no command is typed', async () => {
    for (const typed of ['', 'agreement', 'grant']) {
      const { status, out, err } = await runKontor(NOWHERE, typed);

      expect({ status, out }).to.deep.equal({ status: 1, out: '' });
      expect(err).to.contain('Usage: kontor').and.to.contain('COMMAND');
    }
  });
});

describe('the version', () => {
  it('is printed alone', async () => {
    const { status, out } = await runKontor(NOWHERE, '--version');

    expect(status).to.equal(0);
    expect(out).to.match(/^\d+\.\d+\.\d+\n$/);
  });
});
