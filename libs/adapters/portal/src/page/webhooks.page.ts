import { WEBHOOK_URL_MAX, type Delivery, type DeliveryAttempt, type StoredWebhook } from '@kontor/studio';
import type { HtmlPage, Problems } from '../visit/answer.js';
import { instantIn, type Form, type Visit } from '../visit/visit.js';
import { button, copyable, field, hiddenCsrf, notice, problemSummary, selection } from './form.js';
import { html, type Html } from './html.js';

const TYPES_LENGTH_MAX = 2_000;
const SEQUENCE_LENGTH_MAX = 10;

/** A webhook, what its app is called, and whether that has access: what no app may read is told to none. */
export type ShownWebhook = {
  readonly webhook: StoredWebhook;
  readonly appName: string;
  readonly hasAccess: boolean;
};

/** The receivers of all apps of an agreement, and how their deliveries go. */
export function webhooksPage(visit: Visit, webhooks: readonly ShownWebhook[], isRemoved: boolean): HtmlPage {
  const { text, to } = visit;
  return {
    title: text.webhooksTitle,
    content: html`${isRemoved && notice(text.webhookRemoved)}
      <p class="lead">${text.webhooksLead}</p>
      ${
        webhooks.length === 0
          ? html`<p>${text.noWebhooks}</p>`
          : html`<ul class="list">
              ${webhooks.map(
                (one) =>
                  html`<li>
                    <h2><a href="${to(pathOfWebhook(one.webhook))}">${one.webhook.url}</a></h2>
                    ${factsOf(visit, one)}
                  </li>`,
              )}
            </ul>`
      }
      <div class="actions">
        <a class="button" href="${to('/portal/webhooks/new')}">${text.newWebhook}</a>
      </div>`,
  };
}

function factsOf(visit: Visit, shown: ShownWebhook): Html {
  const { webhook, appName } = shown;
  const { text } = visit;
  const { types, failingSince, formerSecretExpires } = webhook;
  const fact = (name: string, value: string | Html): Html =>
    html`<div>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<dl class="facts pairs">
    ${fact(text.app, html`<bdi>${appName}</bdi>`)}
    ${fact(text.webhookTypes, types.length === 0 ? text.everyType : types.join(', '))}
    ${fact(text.webhookState, stateOf(visit, shown))}
    ${failingSince !== undefined && fact(text.failingSince, instantIn(visit, failingSince))}
    ${formerSecretExpires !== undefined && fact(text.formerSecret, instantIn(visit, formerSecretExpires))}
  </dl>`;
}

function stateOf({ text }: Visit, { webhook, hasAccess }: ShownWebhook): string {
  const { enabled, disabledBecause } = webhook;
  if (enabled) return hasAccess ? text.webhookOn : text.webhookWaits;
  return disabledBecause === undefined ? text.webhookOff : text.webhookOffBecause[disabledBecause];
}

/** An app that may be told: one that has access. */
export type AppChoice = { readonly appNumber: number; readonly name: string };

/** The form for another receiver; with problems it shows what was entered. */
export function newWebhookPage(
  visit: Visit,
  apps: readonly AppChoice[],
  form: Form,
  problems: Problems,
): HtmlPage {
  const { text, to } = visit;
  if (apps.length === 0) {
    return {
      title: text.newWebhook,
      content: html`<p class="lead">${text.noAppToTell}</p>
        <div class="actions"><a class="button" href="${to('/portal/apps')}">${text.myApps}</a></div>`,
    };
  }
  const options = apps.map(({ appNumber, name }) => ({ value: String(appNumber), words: name }));
  return {
    title: text.newWebhook,
    at: '/portal/webhooks/new',
    status: Object.keys(problems).length > 0 ? 422 : 200,
    content: html`<div class="narrow">
      <p class="lead">${text.newWebhookLead}</p>
      ${problemSummary(visit, problems)}
      <form method="post" action="${to('/portal/webhooks')}">
        ${hiddenCsrf(visit)}
        ${selection({ name: 'app', label: text.app, value: form.text('app'), options }, problems)}
        ${field({ name: 'url', label: text.webhookUrl, type: 'url', value: form.text('url'), hint: text.webhookUrlHint, autocomplete: 'off', maxLength: WEBHOOK_URL_MAX }, problems)}
        ${field({ name: 'types', label: text.webhookTypes, value: form.text('types'), hint: text.webhookTypesHint, autocomplete: 'off', maxLength: TYPES_LENGTH_MAX, isOptional: true }, problems)}
        <div class="actions">
          <button>${text.createWebhook}</button><a href="${to('/portal/webhooks')}">${text.cancel}</a>
        </div>
      </form>
    </div>`,
  };
}

/** A receiver with its latest deliveries. */
export type WebhookShown = ShownWebhook & {
  /** Shown once, right after it was made. */
  readonly secret?: { readonly token: string; readonly says: string } | undefined;
  /** What was just done. */
  readonly done?: string | undefined;
  readonly deliveries: readonly Delivery[];
  /** Where the deliveries before these are, if there are any. */
  readonly earlier?: string | undefined;
  readonly form: Form;
  readonly problems: Problems;
};

/** One receiver: its address and events, its secret once, and what was delivered. */
export function webhookPage(visit: Visit, shown: WebhookShown): HtmlPage {
  const { text, to } = visit;
  const { webhook, secret, done, problems } = shown;
  const own = pathOfWebhook(webhook);
  return {
    title: webhook.url,
    status: Object.keys(problems).length > 0 ? 422 : 200,
    content: html`${problemSummary(visit, problems)}${done !== undefined && notice(done)}${
        secret !== undefined &&
        html`${notice(secret.says)}
          <h2>${text.webhookSecret}</h2>
          <p>${text.webhookSecretOnce}</p>
          ${copyable(visit, secret.token)}`
      }
      ${factsOf(visit, shown)}
      <div class="actions">
        ${button(visit, to(`${own}/test`), text.sendTest)}
        ${button(visit, to(`${own}/${webhook.enabled ? 'disable' : 'enable'}`), webhook.enabled ? text.switchOff : text.switchOn, true)}
        <a href="${to(`${own}/secret`)}">${text.rotateWebhook}</a>
        <a href="${to(`${own}/remove`)}">${text.removeWebhook}</a>
      </div>
      <h2>${text.deliveries}</h2>
      ${deliveriesOf(visit, shown)}
      <h2>${text.replay}</h2>
      <p>${text.replayLead}</p>
      <div class="narrow">
        <form method="post" action="${to(`${own}/replay`)}">
          ${hiddenCsrf(visit)}
          ${field({ name: 'since', label: text.replaySince, value: shown.form.text('since'), autocomplete: 'off', maxLength: SEQUENCE_LENGTH_MAX }, problems)}
          <div class="actions"><button class="quiet">${text.replayNow}</button></div>
        </form>
      </div>
      <h2>${text.webhookPublicKey}</h2>
      <p>${text.webhookPublicKeyHint}</p>
      ${copyable(visit, webhook.publicKey)}
      <div class="actions"><a href="${to('/portal/webhooks')}">${text.allWebhooks}</a></div>`,
  };
}

function deliveriesOf(visit: Visit, { webhook, deliveries, earlier }: WebhookShown): Html {
  const { text, to } = visit;
  if (deliveries.length === 0) return html`<p>${text.noDeliveries}</p>`;
  return html`<ul class="list">
      ${deliveries.map((delivery) => {
        const { deliveryNumber, type, sequence, status, created } = delivery;
        const event = sequence === undefined ? [] : [text.eventNumber(sequence)];
        const facts = [text.deliveryStatus[status], instantIn(visit, created), ...event];
        return html`<li>
          <h3><a href="${to(`${pathOfWebhook(webhook)}/deliveries/${deliveryNumber}`)}">${type}</a></h3>
          <p>${facts.join(', ')}</p>
        </li>`;
      })}
    </ul>
    ${earlier !== undefined && html`<p><a href="${earlier}">${text.earlierDeliveries}</a></p>`}`;
}

/** What was sent to a receiver, every attempt at it, and a button that sends it again. */
export function deliveryPage(
  visit: Visit,
  webhook: StoredWebhook,
  delivery: Delivery,
  done: string | undefined,
): HtmlPage {
  const { text, to } = visit;
  const { deliveryNumber, messageId, sequence, type, status, nextAttempt, attempts } = delivery;
  const own = `${pathOfWebhook(webhook)}/deliveries/${deliveryNumber}`;
  return {
    title: type,
    content: html`${done !== undefined && notice(done)}
      <dl class="facts pairs">
        <div>
          <dt>${text.webhookState}</dt>
          <dd>${text.deliveryStatus[status]}</dd>
        </div>
        ${
          sequence !== undefined &&
          html`<div>
            <dt>${text.eventSequence}</dt>
            <dd>${sequence}</dd>
          </div>`
        }
        ${
          nextAttempt !== undefined &&
          html`<div>
            <dt>${text.nextAttempt}</dt>
            <dd>${instantIn(visit, nextAttempt)}</dd>
          </div>`
        }
        <div>
          <dt>webhook-id</dt>
          <dd>${messageId}</dd>
        </div>
      </dl>
      <h2>${text.attempts}</h2>
      ${attempts.length === 0 ? html`<p>${text.noAttempts}</p>` : [...attempts].reverse().map((one) => attemptOf(visit, one))}
      <div class="actions">
        ${status !== 'waiting' && button(visit, to(`${own}/redeliver`), text.redeliver, true)}
        <a href="${to(pathOfWebhook(webhook))}">${webhook.url}</a>
      </div>`,
  };
}

function attemptOf(visit: Visit, { time, status, noAnswer, durationMs, answer }: DeliveryAttempt): Html {
  const { text } = visit;
  const came = noAnswer === undefined ? text.answered(status ?? 0) : text.noAnswers[noAnswer];
  return html`<div class="card">
    <p><strong>${came}</strong>, ${instantIn(visit, time)}, ${durationMs} ms</p>
    ${answer !== '' && html`<pre><code>${answer}</code></pre>`}
  </div>`;
}

/** How long the former secret goes on signing, in hours. */
export const OVERLAPS = [0, 24, 168] as const;

/** Asks how long the former secret signs beside the new one. */
export function rotateWebhookPage(visit: Visit, { url, webhookNumber }: StoredWebhook): HtmlPage {
  const { text, to } = visit;
  const own = pathOfWebhook({ webhookNumber });
  const options = OVERLAPS.map((hours) => ({ value: String(hours), words: text.overlaps[hours] }));
  return {
    title: text.rotateWebhookTitle,
    content: html`<p class="lead">${text.rotateWebhookLead(url)}</p>
      <div class="narrow">
        <form method="post" action="${to(`${own}/secret`)}">
          ${hiddenCsrf(visit)}
          ${selection({ name: 'overlap', label: text.overlap, value: '24', options }, {})}
          <div class="actions">
            <button>${text.rotateWebhookNow}</button><a href="${to(own)}">${text.cancel}</a>
          </div>
        </form>
      </div>`,
  };
}

/** The page that asks whether a webhook is really to be removed. */
export function removeWebhookPage(visit: Visit, { url, webhookNumber }: StoredWebhook): HtmlPage {
  const { text, to } = visit;
  const own = pathOfWebhook({ webhookNumber });
  return {
    title: text.removeWebhookTitle,
    content: html`<p class="lead">${text.removeWebhookLead(url)}</p>
      <div class="actions">
        ${button(visit, to(`${own}/remove`), text.removeWebhookNow)}<a href="${to(own)}">${text.cancel}</a>
      </div>`,
  };
}

/** Where the page of a webhook is. */
export function pathOfWebhook({ webhookNumber }: Pick<StoredWebhook, 'webhookNumber'>): string {
  return `/portal/webhooks/${webhookNumber}`;
}
