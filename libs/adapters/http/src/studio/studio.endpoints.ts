import { Language, Module } from '@kontor/studio';
import type { Endpoint } from '../endpoint/endpoint.js';
import { resourceEndpoints } from '../endpoint/resource-endpoints.js';
import { appsEndpoints } from './apps.endpoints.js';
import { clientAgreementsEndpoints } from './client-agreements.endpoints.js';
import { eventsEndpoints } from './events.endpoints.js';
import { selfEndpoints } from './self.endpoints.js';
import { webhooksEndpoints } from './webhooks.endpoints.js';

/** Who calls, which apps there are, and what administrators do. */
export const studioEndpoints: readonly Endpoint[] = [
  ...selfEndpoints,
  ...resourceEndpoints(Language, { read: 'anyRole' }),
  ...resourceEndpoints(Module, { read: 'anyRole' }),
  ...appsEndpoints,
  ...clientAgreementsEndpoints,
  ...eventsEndpoints,
  ...webhooksEndpoints,
];
