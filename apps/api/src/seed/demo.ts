import { Busy, type Clock, calendarDate, MODULE_NAMES } from '@kontor/kernel';
import type { Database } from '@kontor/sql';
import { createApp, NO_PASSWORD, agreementWith } from '@kontor/studio';
import { secrets } from '../secrets.js';
import { doneOnce } from './done-once.js';
import { fillBooks } from './standard-books.js';
import { STANDARD_COMPANY } from './standard-company.data.js';

/** The demo agreement of §5.1: everybody may read it, with every module on. */
export const DEMO = { agreementNumber: 1, modules: MODULE_NAMES } as const;

/** Enough to look around: what follows links reaches every page. */
const DEMO_ENTRIES = 300;

/** So long it is waited for another process that makes the demo agreement. */
const SEEDING_MS = 30_000;

/**
 * Makes and fills the demo agreement unless it is there. Of processes that start at once one does so, which
 * may take longer on a busy machine than a request waits for what is held.
 */
export async function seedDemo(database: Database, clock: Clock): Promise<void> {
  const until = performance.now() + SEEDING_MS;
  for (;;) {
    try {
      return await seed(database, clock);
    } catch (error) {
      if (!(error instanceof Busy) || performance.now() > until) throw error;
    }
  }
}

async function seed(database: Database, clock: Clock): Promise<void> {
  const { studio, unitOfWork } = database;
  // Nearly every start finds it there, and a write would wait for the disk.
  if ((await studio.agreements.find(DEMO.agreementNumber)) === undefined) {
    await studio.agreements.ensure({
      agreementNumber: DEMO.agreementNumber,
      ...agreementWith({
        name: 'Demo Trading Ltd',
        modules: MODULE_NAMES,
        signupDate: calendarDate('2024-01-01'),
      }),
    });
  }
  await furnish(database, clock());
  await fillBooks(unitOfWork, {
    agreementNumber: DEMO.agreementNumber,
    modules: MODULE_NAMES,
    now: clock(),
    entries: DEMO_ENTRIES,
    hasInvoices: true,
    hasVouchers: true,
  });
}

/** Under this key it is done once, however many replicas start at once. */
const FURNISHING = 'kontor/demo-agreement';

/**
 * D7, D55: the demo agreement has a company behind it, a person whom nobody
 * can be, and an app whose secret nobody knows.
 */
async function furnish({ studio, unitOfWork }: Database, now: Date): Promise<void> {
  const { agreementNumber } = DEMO;
  if ((await studio.apps.listOf(agreementNumber)).length > 0) return;
  await doneOnce(unitOfWork, agreementNumber, FURNISHING, async (books) => {
    await books.studio.agreements.saveCompany(agreementNumber, STANDARD_COMPANY);
    const person = {
      userName: 'demo',
      agreementNumber,
      name: 'Dana Demo',
      email: 'dana@demo-trading.example',
    };
    await books.studio.users.create(person, NO_PASSWORD);
    const app = {
      name: 'Demo app',
      rootUrl: 'https://demo-trading.example/app',
      requiredRoles: ['SuperUser'],
    } as const;
    await createApp(books.studio, secrets, { agreementNumber, ...app, now });
  });
}
