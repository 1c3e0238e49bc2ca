import { App, Webhook, type Grant, type StoredWebhook, type StudioWithin } from '@kontor/studio';
import type { Dialect } from '../dialect/dialect.js';
import type { Session } from '../statement.js';
import { emitEvents } from './event-log.js';
import type { WritingScope } from '../transaction/scope.js';
import { NewEvents, eventOf, type NewEvent } from './event-log.js';

const AGREEMENT = { collection: 'agreements', title: 'agreement' };
const GRANT = { collection: 'grants', title: 'grant' };

/** Tells an agreement of an event. */
type Emit = (agreementNumber: number, event: NewEvent) => void;

/**
 * What spans agreements, telling of what becomes of apps, grants and agreements. A grant that an
 * administrator is given on the books of another agreement is told to that one, with the record of who did it
 * (G37).
 */
export function studioWithEvents(
  studio: StudioWithin,
  { agreementNumber: own, unit }: WritingScope,
  dialect: Dialect,
  session: Session,
): StudioWithin {
  const ofOthers = new Map<number, NewEvents>();
  const emit: Emit = (agreementNumber, event) => {
    if (agreementNumber === own) return unit.events.add(event);
    const telling = ofOthers.get(agreementNumber) ?? new NewEvents();
    ofOthers.set(agreementNumber, telling);
    telling.add(event);
  };
  return {
    ...studio,
    agreements: agreementsWithEvents(studio.agreements, emit),
    apps: appsWithEvents(studio.apps, emit),
    grants: grantsWithEvents(studio.grants, emit),
    webhooks: webhooksWithEvents(studio.webhooks, emit),
    clientAudit: {
      note: async (agreementNumber, record) => {
        const telling = ofOthers.get(agreementNumber);
        if (telling === undefined) return studio.clientAudit.note(agreementNumber, record);
        ofOthers.delete(agreementNumber);
        telling.by = record;
        await session.run(...emitEvents(dialect, agreementNumber, telling));
      },
    },
  };
}

function agreementsWithEvents(
  agreements: StudioWithin['agreements'],
  emit: Emit,
): StudioWithin['agreements'] {
  return {
    ...agreements,
    saveCompany: async (agreementNumber, company) => {
      await agreements.saveCompany(agreementNumber, company);
      emit(agreementNumber, eventOf(AGREEMENT, 'updated', [agreementNumber], ['company']));
    },
    saveLogo: async (agreementNumber, logo) => {
      await agreements.saveLogo(agreementNumber, logo);
      emit(agreementNumber, eventOf(AGREEMENT, 'updated', [agreementNumber], ['company']));
    },
    flag: async (agreementNumber, flags) => {
      const flagged = await agreements.flag(agreementNumber, flags);
      const changed = Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      if (flagged !== undefined)
        emit(agreementNumber, eventOf(AGREEMENT, 'updated', [agreementNumber], changed));
      return flagged;
    },
  };
}

function appsWithEvents(apps: StudioWithin['apps'], emit: Emit): StudioWithin['apps'] {
  return {
    ...apps,
    create: async (app, secretHash) => {
      const made = await apps.create(app, secretHash);
      emit(made.agreementNumber, eventOf(App, 'created', [made.appNumber]));
      return made;
    },
    revise: async (agreementNumber, appNumber, app, secret) => {
      const before = await apps.hold(agreementNumber, appNumber);
      const revised = await apps.revise(agreementNumber, appNumber, app, secret);
      if (before === undefined || revised === undefined) return revised;
      const changed = [...differing(before, revised), ...(secret === undefined ? [] : ['appSecretToken'])];
      if (changed.length > 0) emit(agreementNumber, eventOf(App, 'updated', [appNumber], changed));
      return revised;
    },
    rotateSecret: async (agreementNumber, appNumber, ...secret) => {
      const rotated = await apps.rotateSecret(agreementNumber, appNumber, ...secret);
      if (rotated !== undefined)
        emit(agreementNumber, eventOf(App, 'updated', [appNumber], ['appSecretToken']));
      return rotated;
    },
    remove: async (agreementNumber, appNumber, at) => {
      const removed = await apps.remove(agreementNumber, appNumber, at);
      if (removed === undefined) return undefined;
      emit(agreementNumber, eventOf(App, 'removed', [appNumber]));
      for (const grant of removed.grants)
        emit(grant.agreementNumber, eventOf(GRANT, 'revoked', [grant.grantNumber]));
      for (const webhook of removed.webhooks)
        emit(webhook.agreementNumber, eventOf(Webhook, 'removed', [webhook.webhookNumber]));
      return removed;
    },
  };
}

function grantsWithEvents(grants: StudioWithin['grants'], emit: Emit): StudioWithin['grants'] {
  const issued = ({ agreementNumber, grantNumber }: Grant): void =>
    emit(agreementNumber, eventOf(GRANT, 'issued', [grantNumber]));
  const revoked = ({ agreementNumber, grantNumber }: Grant): void =>
    emit(agreementNumber, eventOf(GRANT, 'revoked', [grantNumber]));
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
      const all = await grants.revokeTemporary(agreementNumber, at);
      for (const grant of all) revoked(grant);
      return all;
    },
    revokeAskedBy: async (of, at, isMeant) => {
      const all = await grants.revokeAskedBy(of, at, isMeant);
      for (const grant of all) revoked(grant);
      return all;
    },
  };
}

function webhooksWithEvents(webhooks: StudioWithin['webhooks'], emit: Emit): StudioWithin['webhooks'] {
  const updated = (webhook: StoredWebhook, changed: readonly string[]): void => {
    const { agreementNumber, webhookNumber } = webhook;
    if (changed.length > 0) emit(agreementNumber, eventOf(Webhook, 'updated', [webhookNumber], changed));
  };
  return {
    ...webhooks,
    create: async (webhook, encryptedKeys) => {
      const made = await webhooks.create(webhook, encryptedKeys);
      emit(made.agreementNumber, eventOf(Webhook, 'created', [made.webhookNumber]));
      return made;
    },
    revise: async (webhook, asked) => {
      const revised = await webhooks.revise(webhook, asked);
      // The service says why it has disabled one, which nobody asks for.
      const isStopped = webhook.enabled && revised.disabledBecause !== undefined;
      updated(webhook, [...differing(webhook, revised), ...(isStopped ? ['disabledBecause'] : [])]);
      return revised;
    },
    remove: async (webhook) => {
      await webhooks.remove(webhook);
      emit(webhook.agreementNumber, eventOf(Webhook, 'removed', [webhook.webhookNumber]));
    },
    rotate: async (webhook, keys) => {
      const rotated = await webhooks.rotate(webhook, keys);
      updated(webhook, ['secret', ...differing(webhook, rotated)]);
      return rotated;
    },
  };
}

/** What counts the changes is none itself. */
const VERSION = 'version';

/** The members that have another value than before: what is written as it was is told by nobody. */
function differing(before: object, after: object): readonly string[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const members = new Set([...was.keys(), ...is.keys()]);
  return [...members].filter(
    (member) => member !== VERSION && JSON.stringify(was.get(member)) !== JSON.stringify(is.get(member)),
  );
}
