import { App, Webhook, type Grant, type StudioWithin } from '@kontor/studio';
import type { Dialect } from '../dialect/dialect.js';
import type { Session } from '../statement.js';
import { raiseVersions, versionStep } from '../transaction/collection-version.js';
import type { WritingScope } from '../transaction/scope.js';
import { EVENTS, insertEvents, Telling, told, type Told } from './event-log.js';

const AGREEMENT = { collection: 'agreements', title: 'agreement' };
const GRANT = { collection: 'grants', title: 'grant' };

/** Tells an agreement of an event. */
type Tell = (agreementNumber: number, event: Told) => void;

/**
 * What spans agreements, telling of what becomes of apps, grants and agreements. A grant that an
 * administrator is given on the books of another agreement is told to that one, with the record of who did it
 * (G37).
 */
export function tellingStudio(
  studio: StudioWithin,
  { agreementNumber: own, unit }: WritingScope,
  dialect: Dialect,
  session: Session,
): StudioWithin {
  const elsewhere = new Map<number, Telling>();
  const tell: Tell = (agreementNumber, event) => {
    if (agreementNumber === own) return unit.tell(event);
    const telling = elsewhere.get(agreementNumber) ?? new Telling();
    elsewhere.set(agreementNumber, telling);
    telling.add(event);
  };
  return {
    ...studio,
    agreements: tellingAgreements(studio.agreements, tell),
    apps: tellingApps(studio.apps, tell),
    grants: tellingGrants(studio.grants, tell),
    webhooks: tellingWebhooks(studio.webhooks, tell),
    clientAudit: {
      note: async (agreementNumber, record) => {
        const telling = elsewhere.get(agreementNumber);
        if (telling === undefined) return studio.clientAudit.note(agreementNumber, record);
        elsewhere.delete(agreementNumber);
        telling.by = record;
        await session.run(
          raiseVersions(dialect, agreementNumber, [[EVENTS, telling.size]], versionStep()),
          ...insertEvents(dialect, agreementNumber, [telling]),
        );
      },
    },
  };
}

function tellingAgreements(agreements: StudioWithin['agreements'], tell: Tell): StudioWithin['agreements'] {
  return {
    ...agreements,
    saveCompany: async (agreementNumber, company) => {
      await agreements.saveCompany(agreementNumber, company);
      tell(agreementNumber, told(AGREEMENT, 'updated', [agreementNumber], ['company']));
    },
    saveLogo: async (agreementNumber, logo) => {
      await agreements.saveLogo(agreementNumber, logo);
      tell(agreementNumber, told(AGREEMENT, 'updated', [agreementNumber], ['company']));
    },
    flag: async (agreementNumber, flags) => {
      const flagged = await agreements.flag(agreementNumber, flags);
      const changed = Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      if (flagged !== undefined)
        tell(agreementNumber, told(AGREEMENT, 'updated', [agreementNumber], changed));
      return flagged;
    },
  };
}

function tellingApps(apps: StudioWithin['apps'], tell: Tell): StudioWithin['apps'] {
  return {
    ...apps,
    create: async (app, secretHash) => {
      const made = await apps.create(app, secretHash);
      tell(made.agreementNumber, told(App, 'created', [made.appNumber]));
      return made;
    },
    revise: async (agreementNumber, appNumber, app, secret) => {
      const revised = await apps.revise(agreementNumber, appNumber, app, secret);
      const changed = [...Object.keys(app), ...(secret === undefined ? [] : ['appSecretToken'])];
      if (revised !== undefined) tell(agreementNumber, told(App, 'updated', [appNumber], changed));
      return revised;
    },
    rotateSecret: async (agreementNumber, appNumber, ...secret) => {
      const rotated = await apps.rotateSecret(agreementNumber, appNumber, ...secret);
      if (rotated !== undefined) tell(agreementNumber, told(App, 'updated', [appNumber], ['appSecretToken']));
      return rotated;
    },
    remove: async (agreementNumber, appNumber, at) => {
      const removed = await apps.remove(agreementNumber, appNumber, at);
      if (removed === undefined) return undefined;
      tell(agreementNumber, told(App, 'removed', [appNumber]));
      for (const grant of removed.grants)
        tell(grant.agreementNumber, told(GRANT, 'revoked', [grant.grantNumber]));
      for (const webhook of removed.webhooks)
        tell(webhook.agreementNumber, told(Webhook, 'removed', [webhook.webhookNumber]));
      return removed;
    },
  };
}

function tellingGrants(grants: StudioWithin['grants'], tell: Tell): StudioWithin['grants'] {
  const issued = ({ agreementNumber, grantNumber }: Grant): void =>
    tell(agreementNumber, told(GRANT, 'issued', [grantNumber]));
  const revoked = ({ agreementNumber, grantNumber }: Grant): void =>
    tell(agreementNumber, told(GRANT, 'revoked', [grantNumber]));
  return {
    ...grants,
    issue: async (grant, tokenHash) => {
      const made = await grants.issue(grant, tokenHash);
      issued(made);
      return made;
    },
    issueAll: async (given) => {
      const made = await grants.issueAll(given);
      for (const grant of made) issued(grant);
      return made;
    },
    revoke: async (agreementNumber, grantNumber, at) => {
      const grant = await grants.revoke(agreementNumber, grantNumber, at);
      if (grant !== undefined) revoked(grant);
      return grant;
    },
    revokeTemporary: async (agreementNumber, at) => {
      const all = await grants.listOf(agreementNumber);
      await grants.revokeTemporary(agreementNumber, at);
      for (const grant of all)
        if (grant.administratorNumber !== undefined && grant.revoked === undefined) revoked(grant);
    },
  };
}

function tellingWebhooks(webhooks: StudioWithin['webhooks'], tell: Tell): StudioWithin['webhooks'] {
  return {
    ...webhooks,
    create: async (webhook, sealedKeys) => {
      const made = await webhooks.create(webhook, sealedKeys);
      tell(made.agreementNumber, told(Webhook, 'created', [made.webhookNumber]));
      return made;
    },
    revise: async (webhook, asked) => {
      const revised = await webhooks.revise(webhook, asked);
      tell(webhook.agreementNumber, told(Webhook, 'updated', [webhook.webhookNumber], Object.keys(asked)));
      return revised;
    },
    remove: async (webhook) => {
      await webhooks.remove(webhook);
      tell(webhook.agreementNumber, told(Webhook, 'removed', [webhook.webhookNumber]));
    },
    rotate: async (webhook, keys) => {
      const rotated = await webhooks.rotate(webhook, keys);
      tell(webhook.agreementNumber, told(Webhook, 'updated', [webhook.webhookNumber], ['secret']));
      return rotated;
    },
  };
}
