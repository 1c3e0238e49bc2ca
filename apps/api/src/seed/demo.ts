import { right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Clock, FullDate, ModuleName } from '@kontor/kernel';
import type { Database } from '@kontor/sql';
import { createApp, NO_PASSWORD, type Company } from '@kontor/studio';
import { secrets } from '../secrets.js';
import { kept } from './kept.js';
import { fillBooks } from './standard-books.js';

const MODULES: readonly ModuleName[] = ['inventory', 'dimension', 'projects', 'internationalLedger'];

/** The demo agreement of §5.1: everybody may read it, with every module on. */
export const DEMO = { agreementNumber: 1, modules: MODULES } as const;

/** Enough to look around: what follows links reaches every page. */
const DEMO_ENTRIES = 200;

/** Makes and fills the demo agreement unless it is there; several replicas may start at once. */
export async function seedDemo(database: Database, clock: Clock): Promise<void> {
  const { studio, unitOfWork } = database;
  await studio.agreements.ensure({
    agreementNumber: DEMO.agreementNumber,
    name: 'Demo Trading Ltd',
    blocked: false,
    forDeletion: false,
    isAdministrator: false,
    baseCurrency: 'EUR',
    modules: MODULES,
    signupDate: '2024-01-01' as FullDate,
  });
  await fillBooks(unitOfWork, {
    agreementNumber: DEMO.agreementNumber,
    modules: MODULES,
    now: clock(),
    entries: DEMO_ENTRIES,
  });
}
