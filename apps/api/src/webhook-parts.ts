import { randomBytes } from 'node:crypto';
import { eventTypes, servedContexts, type Endpoint } from '@kontor/http';
import type { Database } from '@kontor/sql';
import type { WebhookOutside } from '@kontor/studio';
import {
  addressGuard,
  poster,
  freshKeys,
  keySafe,
  publicKeyText,
  secretText,
  type AddressGuard,
  type KeySafe,
  type Poster,
} from '@kontor/webhooks';
import type { Config } from './config.js';

/** What webhooks are made with. */
export type PartsOfWebhooks = {
  readonly guard: AddressGuard;
  /** Made when it is first asked for: where no key is configured, the database keeps one. */
  readonly safe: () => Promise<KeySafe>;
  readonly outside: WebhookOutside;
  readonly poster: Poster;
};

const KEY_BYTES = 48;
/** Connections to receivers that stay open for the next delivery, all together. */
const KEPT = 100;

/** Whose keys they are, as what is encrypted is bound to it. */
export function ownerOf(of: { readonly agreementNumber: number; readonly appNumber: number }): string {
  return `${of.agreementNumber}/${of.appNumber}`;
}

/** Made once for a service: the key is read, or made, when the first webhook needs it. */
export function webhookParts(
  { webhookNetworks = 'public', secretsKeys = [] }: Pick<Config, 'webhookNetworks' | 'secretsKeys'>,
  { studio }: Pick<Database, 'studio'>,
  endpoints: readonly Endpoint[],
): PartsOfWebhooks {
  const guard = addressGuard(webhookNetworks);
  let made: Promise<KeySafe> | undefined;
  const { portalKeys } = studio;
  const encryptionKeys = async (): Promise<readonly string[]> => {
    if (secretsKeys.length === 0)
      return [await portalKeys.save(randomBytes(KEY_BYTES).toString('base64url'), 'webhooks')];
    // It opens what was encrypted before a key was configured.
    const kept = await portalKeys.find('webhooks');
    return kept === undefined ? secretsKeys : [...secretsKeys, kept];
  };
  const safe = (): Promise<KeySafe> => (made ??= encryptionKeys().then(keySafe));
  return {
    guard,
    safe,
    poster: poster(guard, { kept: KEPT }),
    outside: {
      addresses: guard,
      eventTypes: typesOfEvents(endpoints),
      keys: {
        make: async (of) => {
          const keys = freshKeys();
          const encryptedKeys = (await safe()).encrypt(keys, ownerOf(of));
          return { secret: secretText(keys), publicKey: publicKeyText(keys), encryptedKeys };
        },
      },
    },
  };
}

/** Every type of event that a service with these rows tells, such as `invoice.booked`. */
export function typesOfEvents(endpoints: readonly Endpoint[]): readonly string[] {
  return eventTypes(servedContexts(endpoints)).flatMap(({ types }) => types);
}

/** What commands of `kontor` are given for webhooks, which they never make: making keys rejects. */
export const noWebhooks: WebhookOutside = {
  addresses: addressGuard('public'),
  eventTypes: [],
  keys: { make: () => Promise.reject(new Error('webhooks are made by the service')) },
};
