import type { Context } from '@kontor/kernel';
import { Event } from './event/event.resource.js';
import { AppRole } from './app/app-role.resource.js';
import { App } from './app/app.resource.js';
import { Language } from './agreement/language.resource.js';
import { Module } from './caller/module.resource.js';
import { Self } from './caller/self.resource.js';
import { ClientGrant } from './client-grant/client-grant.resource.js';
import { ClientAgreement } from './client-grant/client-agreement.resource.js';
import { Webhook, WebhookDelivery } from './webhook/webhook.resource.js';
import { studioFixedLists } from './studio.fixed.js';

/** The resources of the studio context that are lists of the system's own. */
const CATALOGUE = [AppRole, Language, Module];

/**
 * Those that show what spans agreements: declared as the others are, read and
 * written by the studio's own repositories.
 */
const SHAPES = [App, ClientAgreement, ClientGrant, Event, Self, Webhook, WebhookDelivery];

/** The context, as everybody else sees it. */
export const studioContext: Context = {
  name: 'studio',
  catalogue: CATALOGUE,
  shapes: SHAPES,
  fixedLists: studioFixedLists,
};
