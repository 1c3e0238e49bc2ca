import { randomUUID } from 'node:crypto';
import { right } from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { fillBooks, recorded, seedEntries, STANDARD_COMPANY } from '@kontor/api';
import { orThrow, type ModuleName } from '@kontor/kernel';
import { createApp, issueGrant, createUser, ROLES, type Agreement, type RoleName } from '@kontor/studio';
import { defaulted, flag } from '../arguments.js';
import { command, type CommandContext } from '../command.js';
import { modulesOption, newAgreement } from '../new-agreement.js';
import { nameOf, roleNames, wholeNumber } from '../readers.js';

const DAY_MS = 86_400_000;
const PASSWORD_LENGTH = 20;

/** `kontor sandbox`: one JSON object, as running.md has it. */
export const sandbox = command({
  name: 'sandbox',
  makesDatabase: true,
  says: 'makes a fresh agreement with filled books, an app and a grant for it, and prints the tokens as JSON',
  options: {
    name: defaulted('NAME', 'the name of the agreement', 'Sandbox', nameOf(250)),
    modules: modulesOption(['internationalLedger']),
    roles: defaulted(
      'LIST',
      `roles of the grant, out of ${ROLES.map((role) => role.name).join(',')}`,
      'SuperUser',
      roleNames,
    ),
    years: defaulted(
      'N',
      'how many accounting years, the last one containing today',
      '2',
      wholeNumber(1, 100),
    ),
    administrator: flag(
      'make an administrator agreement over three clients: one plain, one blocked, one for deletion',
    ),
    'seed-entries': defaulted(
      'N',
      'how many booked entries of a plausible small company, over the last twelve months',
      '0',
      wholeNumber(0, 100_000_000),
    ),
  },
  run: async (context, { name, modules, roles, years, administrator, 'seed-entries': entries }) => {
    const { config, database, clock } = context;
    const agreement = await filledAgreement(context, {
      name,
      modules,
      years,
      isAdministrator: administrator,
    });
    const { agreementNumber } = agreement;
    const onProgress = progressOf(context, entries);
    await seedEntries(database, { agreementNumber, entries, now: clock(), onProgress });
    const access = await accessTo(context, agreement, roles);
    const made = { baseUrl: config.baseUrl, agreementNumber, ...access };
    const json = administrator
      ? { ...made, clientAgreements: await clientsOf(context, agreement, years) }
      : made;
    return right({ json, text: `${JSON.stringify(json)}\n` });
  },
});

type Filled = {
  readonly name: string;
  readonly modules: readonly ModuleName[];
  readonly years: number;
  readonly isAdministrator: boolean;
  readonly administratorNumber?: number;
};

async function filledAgreement(context: CommandContext, { years, ...given }: Filled): Promise<Agreement> {
  const { database, clock } = context;
  const agreement = await orThrow(
    newAgreement(context, { ...given, baseCurrency: 'EUR' }, ({ studio }, { agreementNumber }) =>
      studio.agreements.saveCompany(agreementNumber, STANDARD_COMPANY),
    ),
  );
  const { agreementNumber, modules } = agreement;
  await fillBooks(database.unitOfWork, { agreementNumber, modules, now: clock(), years });
  return agreement;
}

const BAR_LENGTH = 30;

/** A bar that fills up, where a person looks on. */
function progressOf({ progress }: CommandContext, entries: number): (booked: number) => void {
  return (booked) => {
    const share = Math.min(1, booked / Math.max(1, entries));
    const done = Math.round(share * BAR_LENGTH);
    const bar = `${'#'.repeat(done)}${'.'.repeat(BAR_LENGTH - done)}`;
    progress?.(`[${bar}] ${booked} of ${entries} entries`, share === 1);
  };
}

/** A person, an app of the agreement, and a grant that the person gives the app. */
async function accessTo(
  { database, config, clock, secrets, record }: CommandContext,
  { agreementNumber }: Agreement,
  roles: readonly RoleName[],
): Promise<
  Readonly<
    Record<'appSecretToken' | 'appPublicToken' | 'agreementGrantToken' | 'userName' | 'password', string>
  >
> {
  const now = clock();
  const userName = `sandbox-${agreementNumber}-${randomUUID().slice(0, 8)}`;
  const password = secrets.token().slice(0, PASSWORD_LENGTH);
  const person = { userName, agreementNumber, name: 'Sandbox User', email: `${userName}@example.com` };
  // It takes long, and nobody else writes to a file meanwhile.
  const passwordHash = await secrets.passwordHash(password);
  const given = {
    agreementNumber,
    name: 'Sandbox App',
    rootUrl: 'http://localhost',
    requiredRoles: roles,
    now,
  };
  const lifetimeMs = config.grantDays * DAY_MS;
  const made = await orThrow(
    recorded(database)(
      agreementNumber,
      ({ studio }) =>
        TE.fromTask(async () => {
          await orThrow(createUser(studio, person, passwordHash));
          const { app, appSecretToken } = await createApp(studio, secrets, given);
          const { appNumber, appPublicToken } = app;
          const grant = { agreementNumber, appNumber, userName, roles, now, lifetimeMs };
          return { ...(await issueGrant(studio, secrets, grant)), appSecretToken, appPublicToken };
        }),
      ({ grant }) => record(grant),
    ),
  );
  const { appSecretToken, appPublicToken, agreementGrantToken } = made;
  return { appSecretToken, appPublicToken, agreementGrantToken, userName, password };
}

type Client = Pick<Agreement, 'agreementNumber' | 'name' | 'blocked' | 'forDeletion'>;

async function clientsOf(
  context: CommandContext,
  administrator: Agreement,
  years: number,
): Promise<readonly Client[]> {
  const { agreementNumber: administratorNumber, modules } = administrator;
  const kinds = [
    { of: 'Client', flags: {} },
    { of: 'Blocked client', flags: { blocked: true } },
    { of: 'Client for deletion', flags: { forDeletion: true } },
  ] as const;
  const clients: Client[] = [];
  for (const { of, flags } of kinds) {
    const name = `${of} of agreement ${administratorNumber}`;
    const made = await filledAgreement(context, {
      name,
      modules,
      years,
      isAdministrator: false,
      administratorNumber,
    });
    const { agreementNumber, blocked, forDeletion } = { ...made, ...flags };
    await orThrow(
      recorded(context.database)(
        agreementNumber,
        ({ studio }) => TE.fromTask(() => studio.agreements.flag(agreementNumber, flags)),
        () => context.record(),
      ),
    );
    clients.push({ agreementNumber, name, blocked, forDeletion });
  }
  return clients;
}
