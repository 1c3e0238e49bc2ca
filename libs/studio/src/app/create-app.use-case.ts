import { fullDateOf } from '@kontor/kernel';
import type { RoleName } from '../caller/role.js';
import type { Secrets } from '../grant/secrets.port.js';
import type { StudioRepositories } from '../studio.repositories.js';
import type { StoredApp } from './app.js';

/** What people are shown of a new app, which roles it asks for, and which agreement owns it. */
export type CreateApp = {
  readonly agreementNumber: number;
  readonly name: string;
  readonly rootUrl: string;
  readonly requiredRoles: readonly RoleName[];
  readonly now: Date;
};

/** §2.10: a developer agreement makes an app. The secret is given back once and kept as a hash. */
export async function createApp(
  { apps }: Pick<StudioRepositories, 'apps'>,
  secrets: Secrets,
  { now, ...given }: CreateApp,
): Promise<{ readonly app: StoredApp; readonly appSecretToken: string }> {
  const appSecretToken = secrets.token();
  const app = await apps.create(
    { ...given, appPublicToken: secrets.token(), created: fullDateOf(now) },
    secrets.tokenHash(appSecretToken),
  );
  return { app, appSecretToken };
}
