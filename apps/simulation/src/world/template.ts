import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { compose, fillBooks, secrets, type Config, type Service } from '@kontor/api';
import type { FullDate } from '@kontor/kernel';
import { goodsAtFirst, type GoodsModel } from '../model/goods.js';
import { ACCOUNTS, SALES } from '../model/ledger.js';
import { SETTINGS_AT_FIRST } from '../model/settings.js';
import { exchange, type Answered, type RequestToSend } from './exchange.js';
import { createApp, issueGrant, agreementWith } from '@kontor/studio';

/** In memory, where the system has such a folder. */
const MEMORY = '/dev/shm';
const MODULES = ['internationalLedger', 'inventory', 'dimension'] as const;
/** The address in every link; nobody resolves it. */
export const BASE_URL = 'http://books.example';

/** The tokens of one agreement's app. */
export type Tokens = Readonly<Record<'X-AppSecretToken' | 'X-AgreementGrantToken', string>>;

/** A prepared database: copied for every run. */
export type Template = {
  readonly tokens: readonly Tokens[];
  readonly agreementNumbers: readonly number[];
  readonly goods: GoodsModel;
  /** A database of a run's own. */
  copy(): { readonly file: string; remove(): void };
  remove(): void;
};

/** How the simulated service is run. */
export function configOf(databaseUrl: string): Config {
  return {
    databaseUrl,
    port: 0,
    host: '127.0.0.1',
    baseUrl: BASE_URL,
    workers: 1,
    logLevel: 'silent',
    rate: undefined,
    poolSize: 8,
    drainMs: 0,
    grantDays: 36_000,
    eventDays: 30,
    temporaryGrantMinutes: 60,
    trustedProxies: 0,
    metricsPort: undefined,
    rememberCredentialsMs: 3_000,
  };
}

/** What is in a prepared database, as it is kept beside it. */
type Prepared = Pick<Template, 'tokens' | 'agreementNumbers' | 'goods'>;

/**
 * Makes the database that every run begins with: two agreements with a standard chart and two years.
 * `kept`: a folder where one is, or is kept from now on, so that code with a fault need not make it.
 */
export async function prepareTemplate(now: Date, kept?: string): Promise<Template> {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'kontor-world-'));
  const file = join(folder, 'template.sqlite');
  const known = kept === undefined ? undefined : keptIn(kept, file);
  const prepared = known ?? (await prepare(file, now));
  if (kept !== undefined && known === undefined) keep(kept, file, prepared);
  let copies = 0;
  return {
    ...prepared,
    copy: () => {
      copies += 1;
      const copy = join(folder, `run-${copies}.sqlite`);
      copyFileSync(file, copy);
      return {
        file: copy,
        remove: () => {
          for (const more of ['', '-wal', '-shm', '-identity']) rmSync(`${copy}${more}`, { force: true });
        },
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Takes what was kept as the database; undefined where nothing was. */
function keptIn(folder: string, file: string): Prepared | undefined {
  const list = join(folder, 'books.json');
  if (!existsSync(list)) return undefined;
  copyFileSync(join(folder, 'books.sqlite'), file);
  return JSON.parse(readFileSync(list, 'utf8'), (_, value: unknown) =>
    isKeptMap(value) ? new Map(value.map) : value,
  ) as Prepared;
}

function keep(folder: string, file: string, prepared: Prepared): void {
  copyFileSync(file, join(folder, 'books.sqlite'));
  const text = JSON.stringify(prepared, (_, value: unknown) =>
    value instanceof Map ? { map: [...(value as ReadonlyMap<unknown, unknown>)] } : value,
  );
  writeFileSync(join(folder, 'books.json'), text);
}

function isKeptMap(value: unknown): value is { readonly map: readonly (readonly [unknown, unknown])[] } {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'map');
}

async function prepare(file: string, now: Date): Promise<Prepared> {
  const service = await compose(configOf(`sqlite:${file}`), { clock: () => now });
  const { database } = service;
  await database.migrate();
  await service.webhooks.safe();
  const made = [await anAgreement(service, 'First', now), await anAgreement(service, 'Second', now)];
  const tokens = made.map((one) => one.tokens);
  const goods = await withFirstThings(service, tokens);
  await service.close();
  const raw = new DatabaseSync(file);
  raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  raw.close();
  return { tokens, agreementNumbers: made.map(({ agreementNumber }) => agreementNumber), goods };
}

async function anAgreement(
  { database }: Service,
  name: string,
  now: Date,
): Promise<{ readonly agreementNumber: number; readonly tokens: Tokens }> {
  const { agreementNumber } = await database.studio.agreements.create(
    agreementWith({
      name,
      modules: MODULES,
      signupDate: '2025-01-01' as FullDate,
    }),
  );
  await fillBooks(database.unitOfWork, { agreementNumber, modules: MODULES, now });
  const { app, appSecretToken } = await createApp(database.studio, secrets, {
    agreementNumber,
    name: 'Simulation',
    rootUrl: 'https://app.example',
    requiredRoles: ['SuperUser'],
    now,
  });
  const { agreementGrantToken } = await issueGrant(database.studio, secrets, {
    agreementNumber,
    appNumber: app.appNumber,
    userName: 'simulation',
    roles: ['SuperUser'],
    now,
    lifetimeMs: 36_000 * 86_400_000,
  });
  return {
    agreementNumber,
    tokens: { 'X-AppSecretToken': appSecretToken, 'X-AgreementGrantToken': agreementGrantToken },
  };
}

/** What clients count on from the beginning; gives the units and products that are there. */
async function withFirstThings(service: Service, tokens: readonly Tokens[]): Promise<GoodsModel> {
  const handle = service.app.callback();
  const listener: RequestListener = (request, response) => void handle(request, response);
  const ask = (asked: RequestToSend): Promise<Answered> =>
    new Promise((resolve) => exchange(listener, asked, (answer) => resolve(answer)));
  for (const headers of tokens) {
    const sales = { accountNumber: SALES, name: 'Sales', accountType: 'profitAndLoss' };
    const own = ACCOUNTS.map((accountNumber) => ({ accountNumber, name: 'x', accountType: 'status' }));
    for (const body of [sales, ...own]) await ask({ method: 'POST', path: '/accounts', headers, body });
    for (let index = 0; index < SETTINGS_AT_FIRST; index += 1) {
      const settingKey = `first${index}`;
      const path = `/app-settings/agreement/${settingKey}`;
      await ask({ method: 'PUT', path, headers, body: { settingKey, content: 'x' } });
    }
  }
  const all = async (path: string): Promise<readonly never[]> =>
    JSON.parse((await ask({ method: 'GET', path, headers: tokens[0] as Tokens })).text).collection as never[];
  return goodsAtFirst(await all('/units?pagesize=1000'), await all('/products?pagesize=1000'));
}
