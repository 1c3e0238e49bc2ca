import { timestampOf, type Timestamp } from '@kontor/kernel';
import type { DeliveryAttempt, DeliveryNoted, LeasedWebhook } from '@kontor/studio';
import {
  signatureHeaders,
  type KeySafe,
  type Post,
  type PostOutcome,
  type SigningKeys,
} from '@kontor/webhooks';
import { ownerOf } from './webhook-parts.js';

/** The attempts of a delivery that are kept. */
const ATTEMPTS_KEPT = 5;

/** Attempts by how they ended: how many, and how many seconds they took together. */
export type Sent = Readonly<
  Record<'delivered' | 'refused' | 'unanswered', { count: number; seconds: number }>
>;

/** What deliveries are signed and sent with. */
export type SenderParts = {
  readonly safe: () => Promise<KeySafe>;
  readonly post: Post;
  readonly clock: () => Date;
};

/** What came of one attempt; without `outcome` nothing was sent, for there is no key to sign with. */
export type Attempted = {
  readonly attempt: DeliveryAttempt;
  /** The receiver answered with a status from 200 to 299. */
  readonly isDelivered: boolean;
  readonly outcome: PostOutcome | undefined;
};

/** Signs and sends the deliveries of one webhook while it is leased, and counts them in `sent`. */
export class DeliverySender {
  readonly #parts: SenderParts;
  readonly #leased: LeasedWebhook;
  readonly #sent: Sent;
  #decrypted: readonly (SigningKeys | undefined)[] | undefined;

  constructor(parts: SenderParts, leased: LeasedWebhook, sent: Sent) {
    this.#parts = parts;
    this.#leased = leased;
    this.#sent = sent;
  }

  /** One attempt. A receiver that refuses or does not answer is told in what it gives; nothing rejects. */
  async send(messageId: string, body: string): Promise<Attempted> {
    const { webhook } = this.#leased;
    const now = this.#parts.clock();
    const time = timestampOf(now);
    const keys = await this.#keysAt(time);
    if (keys.length === 0) {
      const attempt = { time, noAnswer: 'secretUnknown' as const, durationMs: 0, answer: '' };
      return { attempt, isDelivered: false, outcome: undefined };
    }
    const timestamp = Math.floor(now.getTime() / 1_000);
    const signed = signatureHeaders({ id: messageId, timestamp, body }, keys);
    const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Kontor-Webhooks/1', ...signed };
    const outcome = await this.#parts.post(webhook.url, headers, body);
    const { retryAfter: _, ...shown } = outcome;
    const isDelivered = outcome.status !== undefined && outcome.status >= 200 && outcome.status < 300;
    const answered = isDelivered ? 'delivered' : 'refused';
    const end = this.#sent[outcome.status === undefined ? 'unanswered' : answered];
    end.count += 1;
    end.seconds += outcome.durationMs / 1_000;
    return { attempt: { time, ...shown }, isDelivered, outcome };
  }

  /** The keys that are valid at a time: the present one, and the one before until it expires. */
  async #keysAt(time: Timestamp): Promise<readonly SigningKeys[]> {
    const { webhook, encryptedKeys, formerEncryptedKeys } = this.#leased;
    const { formerSecretExpires } = webhook;
    const safe = await this.#parts.safe();
    this.#decrypted ??= [encryptedKeys, formerEncryptedKeys].map((one) =>
      one === undefined ? undefined : safe.decrypt(one, ownerOf(webhook)),
    );
    const [present, former] = this.#decrypted;
    const isFormerValid = formerSecretExpires !== undefined && formerSecretExpires > time;
    return [present, isFormerValid ? former : undefined].flatMap((keys) => keys ?? []);
  }
}

/** A delivery after one more attempt, of which the last are kept. */
export function withAttempt(delivery: DeliveryNoted, attempt: DeliveryAttempt): DeliveryNoted {
  const isFailure = attempt.status === undefined || attempt.status < 200 || attempt.status >= 300;
  return {
    ...delivery,
    attempts: [...delivery.attempts, attempt].slice(-ATTEMPTS_KEPT),
    failures: delivery.failures + (isFailure ? 1 : 0),
  };
}
