import { expect } from 'chai';
import { calendarDate, type Timestamp } from '@kontor/kernel';
import { QUOTAS, type Agreement, type App, type Grant, agreementWith } from '@kontor/studio';
import type { DatabaseUnderTest, OpenDatabase, OpenedDatabase } from './opened.js';

const AGREEMENT: Omit<Agreement, 'agreementNumber'> = agreementWith({
  name: 'Ærø Købmand ApS',
  baseCurrency: 'DKK',
  modules: ['inventory', 'dimension'],
  signupDate: calendarDate('2026-11-20'),
});

const NOW = '2026-11-20T07:00:00Z' as Timestamp;

/** The repositories that span agreements. */
export function studioConformance(open: OpenDatabase): void {
  describe('the studio', () => {
    let database: DatabaseUnderTest;
    let other: OpenedDatabase;
    before(async () => {
      database = await open();
      other = await database.another();
    });
    after(() => database.close());

    const app = (agreementNumber: number): Omit<App, 'appNumber'> => ({
      agreementNumber,
      name: 'An app',
      appPublicToken: 'public',
      created: calendarDate('2026-11-20'),
      rootUrl: 'https://example.test/app?x=1',
      requiredRoles: ['Sales', 'BookKeeping'],
    });
    const grant = (agreementNumber: number, appNumber: number): Omit<Grant, 'grantNumber'> => ({
      agreementNumber,
      appNumber,
      userName: 'Bodil',
      roles: ['SuperUser'],
      issued: NOW,
      expires: '2027-11-15T07:00:00Z' as Timestamp,
    });

    it('numbers agreements in the order they come, also when many come at once', async () => {
      const made = await Promise.all(
        Array.from({ length: 30 }, (_, turn) =>
          (turn % 2 === 0 ? database : other).studio.agreements.create(AGREEMENT),
        ),
      );

      const numbers = made.map(({ agreementNumber }) => agreementNumber);
      expect(new Set(numbers)).to.have.property('size', 30);
      expect(await other.studio.agreements.find(numbers[0] as number)).to.deep.equal({
        ...AGREEMENT,
        agreementNumber: numbers[0],
      });
    });

    it('reserves numbers that no agreement has or gets otherwise', async () => {
      const taken = (await database.studio.agreements.create(AGREEMENT)).agreementNumber + 1;
      await database.studio.agreements.ensure({ ...AGREEMENT, agreementNumber: taken });

      const reserved = await Promise.all([database, other].map(({ studio }) => studio.agreements.reserve()));

      expect([...reserved].sort((a, b) => a - b)).to.deep.equal([taken + 1, taken + 2]);
      expect((await other.studio.agreements.create(AGREEMENT)).agreementNumber).to.equal(taken + 3);
    });

    it('keeps an agreement under a given number once, and passes over that number later', async () => {
      const taken = (await database.studio.agreements.create(AGREEMENT)).agreementNumber + 1;
      const demo = { ...AGREEMENT, name: 'Demo', agreementNumber: taken, modules: [] };

      expect(await database.studio.agreements.ensure(demo)).to.deep.equal({ created: true });
      expect(await other.studio.agreements.ensure({ ...demo, name: 'Other' })).to.deep.equal({
        created: false,
      });
      expect(await database.studio.agreements.find(taken)).to.deep.equal(demo);
      expect((await database.studio.agreements.create(AGREEMENT)).agreementNumber).to.equal(taken + 1);
    });

    it('lists all agreements, or those of an administrator', async () => {
      const administrator = await database.studio.agreements.create({ ...AGREEMENT, isAdministrator: true });
      const administratorNumber = administrator.agreementNumber;
      const client = await database.studio.agreements.create({ ...AGREEMENT, administratorNumber });

      expect(await database.studio.agreements.list({ administratorNumber })).to.deep.equal([client]);
      const all = await database.studio.agreements.list();
      expect(all).to.deep.include.members([administrator, client]);
      const numbers = all.map(({ agreementNumber }) => agreementNumber);
      expect(numbers).to.deep.equal([...numbers].sort((one, two) => one - two));
    });

    it('holds those that there are, by number, each once', async () => {
      const { agreements } = database.studio;
      const first = await agreements.create(AGREEMENT);
      const second = await agreements.create({ ...AGREEMENT, blocked: true });
      const [one, other] = [first.agreementNumber, second.agreementNumber];

      expect(await agreements.hold([other, 987_654, one, other])).to.deep.equal([first, second]);
      const many = Array.from({ length: 1_001 }, (_, index) => 2_000_000 + index);
      expect(await agreements.hold([...many, one])).to.deep.equal([first]);
      expect(await agreements.hold([])).to.deep.equal([]);
    });

    it('changes the flags that are named', async () => {
      const { agreementNumber } = await database.studio.agreements.create(AGREEMENT);

      expect(await database.studio.agreements.flag(agreementNumber, { blocked: true })).to.deep.include({
        blocked: true,
        forDeletion: false,
      });
      expect(
        await database.studio.agreements.flag(agreementNumber, { forDeletion: true, blocked: false }),
      ).to.deep.include({
        blocked: false,
        forDeletion: true,
      });
      expect(await database.studio.agreements.flag(agreementNumber, {})).to.deep.include({
        forDeletion: true,
      });
      expect(await database.studio.agreements.flag(987_654, { blocked: true })).to.equal(undefined);
    });

    it('finds people by their name in any case, each name once', async () => {
      const user = { userName: 'Bodil.Ærø', agreementNumber: 1, name: 'Bodil', email: 'bodil@example.test' };

      expect(await database.studio.users.create(user, 'hash')).to.equal(true);
      expect(await other.studio.users.create({ ...user, userName: 'BODIL.ÆRØ' }, 'other')).to.equal(false);
      expect(await database.studio.users.find('bodil.ærø')).to.deep.equal({ ...user, passwordHash: 'hash' });
      expect(await database.studio.users.find('bodil')).to.equal(undefined);
      await other.studio.users.changePassword(user.userName, 'another');
      expect((await database.studio.users.find('bodil.ærø'))?.passwordHash).to.equal('another');
    });

    it('keeps whose books they are, whole, and nothing where nothing is known', async () => {
      const { agreements } = database.studio;
      const { agreementNumber } = await agreements.create(AGREEMENT);
      expect(await agreements.companyOf(agreementNumber)).to.deep.equal({});

      await agreements.saveCompany(agreementNumber, {
        city: 'Ærøskøbing',
        vatNumber: 'DK1',
        ibanNumber: 'DK50',
      });
      await agreements.saveCompany(agreementNumber, { city: 'Marstal', swiftCode: 'X' });

      expect(await other.studio.agreements.companyOf(agreementNumber)).to.deep.equal({
        city: 'Marstal',
        swiftCode: 'X',
      });
      expect(await agreements.companyOf(987_654)).to.deep.equal({});
      expect(await agreements.find(agreementNumber)).to.deep.equal({ ...AGREEMENT, agreementNumber });
    });

    it('keeps the language of a person', async () => {
      const user = {
        userName: 'Dieter',
        agreementNumber: 1,
        name: 'D',
        email: 'd@example.test',
        culture: 'de-DE',
      };

      await database.studio.users.create(user, 'hash');

      expect((await other.studio.users.find('dieter'))?.culture).to.equal('de-DE');
    });

    it('issues several grants at once, each under a number of its own, also when others do', async () => {
      const one = (tokenHash: string) => ({ grant: grant(81, 9), tokenHash });
      const hash = (turn: number, index: number): string => `${turn}-${index}`.padEnd(43, 'x');

      const issued = await Promise.all(
        Array.from({ length: 10 }, (_, turn) =>
          (turn % 2 === 0 ? database : other).studio.grants.issueAll([
            one(hash(turn, 1)),
            one(hash(turn, 2)),
            one(hash(turn, 3)),
          ]),
        ),
      );

      const numbers = issued.map((grants) => grants.map(({ grantNumber }) => grantNumber));
      expect(new Set(numbers.flat())).to.have.property('size', 30);
      for (const [first = 0, ...rest] of numbers) expect(rest).to.deep.equal([first + 1, first + 2]);
      expect(await database.studio.grants.listOf(81)).to.have.deep.members(issued.flat());
      expect(await database.studio.grants.issueAll([])).to.deep.equal([]);
    });

    it('counts the grants that have not ended, of an agreement, a person or an administrator', async () => {
      const { grants } = database.studio;
      const at = '2026-06-01T00:00:00Z' as Timestamp;
      const before = '2026-05-31T00:00:00Z' as Timestamp;
      const after = '2026-06-02T00:00:00Z' as Timestamp;
      const made = [
        { ...grant(82, 9), userName: 'anna', expires: after },
        { ...grant(82, 9), userName: 'bodil', expires: after },
        { ...grant(82, 9), userName: 'anna', expires: before },
        { ...grant(82, 9), userName: 'anna', expires: after, administratorNumber: 8200 },
      ];
      const issued = await grants.issueAll(
        made.map((one, index) => ({ grant: one, tokenHash: `count-${index}`.padEnd(43, 'x') })),
      );

      expect(await grants.countCurrent({ agreementNumber: 82 }, at)).to.equal(2);
      expect(await grants.countCurrent({ agreementNumber: 82, userName: 'anna' }, at)).to.equal(1);
      expect(await grants.countCurrent({ administratorNumber: 8200 }, at)).to.equal(1);
      await grants.revoke(82, issued[1]?.grantNumber ?? 0, at);
      expect(await grants.countCurrent({ agreementNumber: 82 }, at)).to.equal(1);
    });

    it('lists the grants that have not ended, and those that have by pages, the latest first', async () => {
      const { grants } = database.studio;
      const at = '2026-06-01T00:00:00Z' as Timestamp;
      const after = '2026-06-02T00:00:00Z' as Timestamp;
      const expiries = [after, at, after, at, after];
      const issued = await grants.issueAll(
        expiries.map((expires, index) => ({
          grant: { ...grant(83, 9), expires },
          tokenHash: `list-${index}`.padEnd(43, 'x'),
        })),
      );
      const numbers = issued.map(({ grantNumber }) => grantNumber);
      const listed = async (list: Promise<readonly Grant[]>): Promise<readonly number[]> =>
        (await list).map(({ grantNumber }) => numbers.indexOf(grantNumber));
      await grants.revoke(83, numbers[2] ?? 0, at);

      expect(await listed(grants.listCurrent(83, at))).to.deep.equal([0, 4]);
      expect(await listed(grants.listEnded(83, at, { max: 2 }))).to.deep.equal([3, 2]);
      expect(await listed(grants.listEnded(83, at, { before: numbers[2], max: 2 }))).to.deep.equal([1]);
      expect(await grants.listEnded(987_654, at, { max: 2 })).to.deep.equal([]);
    });

    it('keeps what a person may do, when that is not everything', async () => {
      const user = {
        userName: 'Cecilie',
        agreementNumber: 1,
        name: 'C',
        email: 'c@example.test',
        roles: ['Sales'] as const,
      };

      await database.studio.users.create(user, 'hash');

      expect((await other.studio.users.find('cecilie'))?.roles).to.deep.equal(['Sales']);
    });

    it('finds apps by their public token and by their numbers, and changes a secret of the agreement’s own', async () => {
      const { apps, credentials } = database.studio;
      const one = await apps.create({ ...app(71), appPublicToken: 'public-1' }, 'P'.repeat(43));
      const two = await apps.create({ ...app(72), appPublicToken: 'public-2' }, 'Q'.repeat(43));

      expect(await other.studio.apps.findByPublicToken('public-2')).to.deep.equal(two);
      expect(await apps.findByPublicToken('PUBLIC-2')).to.equal(undefined);
      expect(await apps.findAll([two.appNumber, one.appNumber, 987_654])).to.have.deep.members([one, two]);
      expect(await apps.findAll([])).to.deep.equal([]);
      expect(await apps.hold(71, one.appNumber)).to.deep.equal(one);
      expect(await apps.hold(72, one.appNumber)).to.equal(undefined);
      expect(await apps.remove(72, one.appNumber, '2026-01-01T00:00:00Z' as Timestamp)).to.equal(undefined);
      expect(await apps.rotateSecret(72, one.appNumber, 'R'.repeat(43))).to.equal(undefined);
      expect(await apps.rotateSecret(71, one.appNumber, 'R'.repeat(43))).to.deep.equal(one);
      expect(await credentials.find('P'.repeat(43), 'x')).to.deep.equal({});
      expect(await credentials.find('R'.repeat(43), 'x')).to.deep.equal({
        app: { appNumber: one.appNumber },
      });
    });

    it('knows who is signed in on every replica, until the session is ended', async () => {
      const { portalSessions } = database.studio;
      const session = { userName: 'Bodil', started: NOW, expires: '2026-11-20T15:00:00Z' as Timestamp };
      const later = { ...session, started: session.expires, expires: '2026-11-20T23:00:00Z' as Timestamp };

      await portalSessions.start(session, 'A'.repeat(43));
      await portalSessions.start(session, 'B'.repeat(43));
      expect(await other.studio.portalSessions.find('A'.repeat(43))).to.deep.equal(session);
      expect(await portalSessions.find('a'.repeat(43))).to.equal(undefined);
      await other.studio.portalSessions.end('A'.repeat(43));
      expect(await portalSessions.find('A'.repeat(43))).to.equal(undefined);
      expect(await portalSessions.find('B'.repeat(43))).to.deep.equal(session);

      await portalSessions.start(later, 'C'.repeat(43));
      expect(await portalSessions.find('B'.repeat(43))).to.equal(undefined);
      expect(await portalSessions.find('C'.repeat(43))).to.deep.equal(later);
    });

    it('begins a session in place of the one that the browser had, and of no other', async () => {
      const { portalSessions } = database.studio;
      const session = { userName: 'Inga', started: NOW, expires: '2026-11-21T15:00:00Z' as Timestamp };
      const [before, elsewhere, fresh] = ['G', 'H', 'I'].map((letter) => letter.repeat(43));
      await portalSessions.start(session, before as string);
      await portalSessions.start(session, elsewhere as string);

      await portalSessions.start(session, fresh as string, before);

      const kept = await other.studio.portalSessions.listOf('Inga', NOW, 10);
      expect(kept.map(({ tokenHash }) => tokenHash)).to.have.members([elsewhere, fresh]);
    });

    it('ends the session of longest ago where a person has more than may be, and nobody else’s', async () => {
      const { portalSessions } = database.studio;
      const expires = '2026-11-30T15:00:00Z' as Timestamp;
      const startedAt = (index: number): Timestamp =>
        new Date(Date.UTC(2026, 10, 20, 12, 0, index)).toISOString().replace('.000', '') as Timestamp;
      const hash = (index: number): string => `many-${index}`.padEnd(43, 'x');
      await portalSessions.start(
        { userName: 'Gerda', started: startedAt(0), expires },
        'gerda'.padEnd(43, 'x'),
      );

      for (let index = 0; index <= QUOTAS.sessionsOfPerson; index += 1) {
        await portalSessions.start({ userName: 'Hans', started: startedAt(index), expires }, hash(index));
      }

      expect(await other.studio.portalSessions.find(hash(0))).to.equal(undefined);
      expect((await portalSessions.listOf('Hans', NOW, 1_000)).length).to.equal(QUOTAS.sessionsOfPerson);
      expect(await portalSessions.find('gerda'.padEnd(43, 'x'))).to.have.property('userName', 'Gerda');
    });

    it('lists the sessions of one person, and ends one, or all others', async () => {
      const { portalSessions } = database.studio;
      const until = '2026-11-21T15:00:00Z' as Timestamp;
      const later = '2026-11-20T14:00:00Z' as Timestamp;
      const of = (userName: string, started: Timestamp, agent?: string) => ({
        userName,
        started,
        expires: until,
        ...(agent !== undefined && { agent }),
      });
      const [one, two, hers] = ['D', 'E', 'F'].map((letter) => letter.repeat(43)) as [string, string, string];
      await portalSessions.start(of('Eva', NOW, 'Firefox'), one);
      await portalSessions.start(of('Eva', later), two);
      await portalSessions.start(of('Frida', later), hers);

      expect(await other.studio.portalSessions.listOf('Eva', later, 10)).to.deep.equal([
        { ...of('Eva', later), tokenHash: two },
        { ...of('Eva', NOW, 'Firefox'), tokenHash: one },
      ]);
      expect(await portalSessions.listOf('Eva', later, 1)).to.have.lengthOf(1);
      expect(await portalSessions.listOf('Eva', until, 10)).to.deep.equal([]);
      await portalSessions.endOwn('Frida', two);
      expect(await portalSessions.find(two)).not.to.equal(undefined);
      await portalSessions.endAll('Eva', two);
      expect(await portalSessions.find(one)).to.equal(undefined);
      await portalSessions.endOwn('Eva', two);
      expect(await portalSessions.find(two)).to.equal(undefined);
      await portalSessions.endAll('Frida');
      expect(await portalSessions.find(hers)).to.equal(undefined);
    });

    it('gives everybody the key that was kept first', async () => {
      const offers = Array.from({ length: 12 }, (_, turn) =>
        (turn % 2 === 0 ? database : other).studio.portalKeys.save(`key ${turn}`),
      );

      const kept = await Promise.all(offers);

      expect(new Set(kept)).to.have.property('size', 1);
      expect(await other.studio.portalKeys.save('late')).to.equal(kept[0]);
      expect(await other.studio.portalKeys.find('sessions')).to.equal(kept[0]);
    });

    it('counts the tries of a second factor over all replicas, from the last right one on', async () => {
      const factor = { encrypted: 'encrypted', lastStep: 1 };
      await database.studio.secondFactors.turnOn('Berit', factor, ['R'.repeat(43)]);
      const limit = { attempts: 3, withinMs: 60_000 };
      const at = Date.parse(NOW);
      const tried = (now: number, times: number): Promise<readonly (number | undefined)[]> =>
        Promise.all(
          Array.from({ length: times }, (_, turn) =>
            [database, other][turn % 2]!.studio.secondFactors.tryCode('Berit', limit, now),
          ),
        );
      const taken = (waits: readonly unknown[]): number => waits.filter((wait) => wait === undefined).length;

      const first = await tried(at, 8);
      const later = await tried(at + 59_500, 2);
      const inNextSpan = await tried(at + 60_000, 4);
      await other.studio.secondFactors.takeStep('Berit', 2);
      const afterCode = await tried(at + 60_001, 4);
      await database.studio.secondFactors.takeCode('Berit', 'R'.repeat(43));
      const afterRecovery = await tried(at + 60_002, 4);

      expect(taken(first)).to.equal(3);
      expect(first.filter((wait) => wait !== undefined)).to.deep.equal(Array<number>(5).fill(60));
      expect(later).to.deep.equal([1, 1]);
      expect([inNextSpan, afterCode, afterRecovery].map(taken)).to.deep.equal([3, 3, 3]);
      expect(await database.studio.secondFactors.tryCode('Nobody', limit, at)).to.equal(undefined);
    });

    it('counts tries anew where a clock that was years ahead began their span', async () => {
      const { secondFactors } = database.studio;
      await secondFactors.turnOn('Bodil', { encrypted: 'encrypted', lastStep: 1 }, []);
      const limit = { attempts: 2, withinMs: 60_000 };
      const at = Date.parse(NOW);
      const tried = (now: number): Promise<number | undefined> => secondFactors.tryCode('Bodil', limit, now);
      const ahead = at + 365 * 86_400_000;

      expect([await tried(ahead), await tried(ahead), await tried(ahead)]).to.deep.equal([
        undefined,
        undefined,
        60,
      ]);
      expect([await tried(at), await tried(at), await tried(at)]).to.deep.equal([undefined, undefined, 60]);
    });

    it('leads from two tokens to app, grant and agreement', async () => {
      const { agreements, apps, grants, credentials } = database.studio;
      const agreement = await agreements.create(AGREEMENT);
      const made = await apps.create(app(agreement.agreementNumber), 'S'.repeat(43));
      const granted = await grants.issue(grant(agreement.agreementNumber, made.appNumber), 'T'.repeat(43));
      const { issued: _, ...known } = granted;
      const { agreementNumber, blocked, forDeletion, isAdministrator, modules } = agreement;
      const of = { agreementNumber, blocked, forDeletion, isAdministrator, modules };

      expect(await credentials.find('S'.repeat(43), 'T'.repeat(43))).to.deep.equal({
        app: { appNumber: made.appNumber },
        grant: known,
        agreement: of,
      });
      expect(await credentials.find('S'.repeat(43), 't'.repeat(43))).to.deep.equal({
        app: { appNumber: made.appNumber },
      });
      expect(await credentials.find('x', 'T'.repeat(43))).to.deep.equal({ grant: known, agreement: of });
      expect(await credentials.find('x', 'y')).to.deep.equal({});
    });

    it('lists the apps and grants of an agreement by number', async () => {
      const { agreements, apps, grants } = database.studio;
      const { agreementNumber } = await agreements.create(AGREEMENT);
      const first = await apps.create(app(agreementNumber), 'a'.repeat(43));
      const second = await apps.create(app(agreementNumber), 'b'.repeat(43));
      const one = await grants.issue(grant(agreementNumber, first.appNumber), 'c'.repeat(43));
      const two = await grants.issue(grant(agreementNumber, second.appNumber), 'd'.repeat(43));

      expect(await apps.listOf(agreementNumber)).to.deep.equal([first, second]);
      expect(await apps.find(first.appNumber)).to.deep.equal(first);
      expect(await apps.find(987_654)).to.equal(undefined);
      expect(await grants.listOf(agreementNumber)).to.deep.equal([one, two]);
      expect(await grants.listOf(987_654)).to.deep.equal([]);
      expect(await grants.find(agreementNumber, one.grantNumber)).to.deep.equal(one);
      expect(await grants.find(agreementNumber + 1, one.grantNumber)).to.equal(undefined);
      expect(await grants.hold(agreementNumber, one.grantNumber)).to.deep.equal(one);
      expect(await grants.hold(agreementNumber + 1, one.grantNumber)).to.equal(undefined);
    });

    it('revokes a grant of the agreement once, and none of another', async () => {
      const { agreements, apps, grants, credentials } = database.studio;
      const { agreementNumber } = await agreements.create(AGREEMENT);
      const { appNumber } = await apps.create(app(agreementNumber), 'e'.repeat(43));
      const { grantNumber } = await grants.issue(grant(agreementNumber, appNumber), 'f'.repeat(43));

      expect(await grants.revoke(agreementNumber + 1, grantNumber, NOW)).to.equal(undefined);
      expect(await grants.revoke(agreementNumber, grantNumber, NOW)).to.deep.include({
        grantNumber,
        revoked: NOW,
      });
      expect(
        await grants.revoke(agreementNumber, grantNumber, '2030-01-01T00:00:00Z' as Timestamp),
      ).to.deep.include({
        revoked: NOW,
      });
      expect((await credentials.find('', 'f'.repeat(43))).grant).to.deep.include({ revoked: NOW });
    });
  });
}
