import { expect } from 'chai';
import { onEachDatabase } from '@kontor/conformance';
import { defined, type Timestamp } from '@kontor/kernel';
import type { GrantRepository } from '@kontor/studio';
import type { Engine } from '../src/dialect/dialect.js';
import { Entities } from '../src/entity/entities.js';
import type { Session, Statement } from '../src/statement.js';
import { sqlGrants } from '../src/studio/grants.js';
import { STUDIO_ENTITIES } from '../src/studio/studio.entities.js';
import { writesAlone } from '../src/transaction/global-writer.js';
import { counted, engineWith } from './support.js';

const NOW = '2026-11-29T12:00:00Z' as Timestamp;
const ADMINISTRATOR = 7;
const CLIENT = 8;
const APP = 9;
const ENDED = 3_000;
const CURRENT = 3;

onEachDatabase((kind) => {
  describe('Among grants of which nearly all have ended', () => {
    let engine: Engine;
    before(async () => {
      engine = await engineWith(kind, GRANTS);
    });
    after(() => engine.close());

    /** The repository over a session of its own, with what it has asked there. */
    const asked = (work: (grants: GrantRepository) => Promise<unknown>) =>
      engine.snapshot(async (session) => {
        const sent: Statement[] = [];
        const heard: Session = {
          run: (...statements) => {
            sent.push(...statements);
            return session.run(...statements);
          },
        };
        const entities = new Entities(engine.dialect, STUDIO_ENTITIES);
        const grants = sqlGrants(writesAlone(engine, entities), heard);
        if (kind.name === 'MySQL') return { ...(await counted(session, () => work(grants))), plan: '' };
        const found = await work(grants);
        const { sql, values } = defined(sent[0]);
        const plan = await session.run({ sql: `EXPLAIN QUERY PLAN ${sql}`, values });
        return { found, read: 0, plan: JSON.stringify(plan) };
      });

    for (const [what, work] of [
      ['those that an administrator asked for are listed', (all) => all.listAskedBy(ADMINISTRATOR, NOW)],
      ['they are counted', (all) => all.countCurrent({ administratorNumber: ADMINISTRATOR }, NOW)],
      ['those of an app are counted', (all) => all.countCurrent({ appNumber: APP }, NOW)],
      ['those of an agreement are listed', (all) => all.listCurrent(CLIENT, NOW)],
    ] as const satisfies readonly (readonly [string, (all: GrantRepository) => Promise<unknown>])[])
      it(`${what} without a look at the others`, async () => {
        const { found, read, plan } = await asked(work);

        expect(Array.isArray(found) ? found.length : found).to.equal(CURRENT);
        if (kind.name === 'MySQL') expect(read).to.be.below(50);
        else
          expect(plan).to.match(
            /INDEX agreement_grant_current_of_\w+ \(\w+=\? AND revoked=\? AND expires>\?/,
          );
      });
  });
});

/** Temporary grants of one client of an administrator's, as an app asks for them every hour. */
const GRANTS: readonly Statement[] = [
  {
    sql:
      'INSERT INTO `agreement_grant` (`grant_number`, `agreement_number`, `app_number`, `user_name`, `roles`, ' +
      '`issued`, `expires`, `token_hash`, `administrator_number`) VALUES ' +
      Array.from({ length: ENDED + CURRENT }, (_, index) => {
        const expires = index < ENDED ? '2026-11-28T12:00:00Z' : '2026-11-29T13:00:00Z';
        return `(${index + 1}, ${CLIENT}, ${APP}, 'otto', 'SuperUser', '${expires}', '${expires}', 'hash-${index}', ${ADMINISTRATOR})`;
      }).join(', '),
    values: [],
  },
];
