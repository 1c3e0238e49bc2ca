import { isRight } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { timestampOf } from '@kontor/kernel';
import {
  WEBHOOK_TYPE_MAX,
  WEBHOOK_TYPES_MAX,
  WEBHOOK_URL_MAX,
  webhooksService,
  type Delivery,
  type StoredWebhook,
  type StudioFailure,
  type WebhooksService,
} from '@kontor/studio';
import { notFoundPage } from '../page/message.page.js';
import {
  deliveryPage,
  newWebhookPage,
  OVERLAPS,
  pathOfWebhook,
  removeWebhookPage,
  rotateWebhookPage,
  webhookPage,
  webhooksPage,
  type AppChoice,
  type ShownWebhook,
} from '../page/webhooks.page.js';
import type { PortalParts } from '../portal-parts.js';
import { seeOther, type PageAnswer, type Problems } from '../visit/answer.js';
import { NO_FORM, type Form, type Member, type Visit } from '../visit/visit.js';
import {
  changed,
  closedPage,
  forOpenBooks,
  forSuperUsers,
  isClosed,
  get,
  leadsTo,
  numberParameter,
  post,
  type Changed,
  type Handler,
  type PageRequest,
  type Route,
} from './route.js';

const DELIVERIES_SHOWN = 25;
const PATH = '/portal/webhooks/:webhookNumber';
const DELIVERY = `${PATH}/deliveries/:deliveryNumber`;

/** Webhooks of the agreement, of whichever app: what is told where, and what came of it (issue 16). */
export function webhookRoutes(parts: PortalParts): readonly Route[] {
  return [
    get(
      '/portal/webhooks',
      forSuperUsers(parts, async (visit, { agreement }) => {
        const all = await parts.studio.webhooks.listOf(agreement.agreementNumber);
        return webhooksPage(visit, await named(parts, visit, all), visit.query.get('done') === 'removed');
      }),
    ),
    get(
      '/portal/webhooks/new',
      forSuperUsers(parts, async (visit, member, { entered = NO_FORM }) =>
        newWebhookPage(visit, await appsToTell(parts, member), entered, {}),
      ),
    ),
    post(
      '/portal/webhooks',
      forOpenBooks(parts, (visit, member, request) => create(parts, visit, member, request)),
      '/portal/webhooks/new',
    ),
    get(
      PATH,
      ofWebhook(parts, (visit, webhook, request) => shown(parts, visit, webhook, request, {})),
    ),
    get(`${PATH}/secret`, ofWebhook(parts, rotateWebhookPage)),
    get(`${PATH}/remove`, ofWebhook(parts, removeWebhookPage)),
    get(
      DELIVERY,
      ofWebhook(parts, async (visit, webhook, request) => {
        const delivery = await deliveryOf(parts, webhook, request);
        if (delivery === undefined) return notFoundPage(visit);
        const done = visit.query.has('done') ? visit.text.redelivered : undefined;
        return deliveryPage(visit, webhook, delivery, done);
      }),
    ),
    ...formRoutes(parts),
    ...againRoutes(parts),
    ...['test', 'enable', 'disable', 'replay'].map((form) => leadsTo(`${PATH}/${form}`, PATH)),
    leadsTo(`${DELIVERY}/redeliver`, DELIVERY),
  ];
}

/** A form about one webhook: what it asks of the use cases, and where it leads. */
function formRoutes(parts: PortalParts): readonly Route[] {
  const { clock } = parts;
  return [
    post(
      `${PATH}/test`,
      doing(parts, (visit, webhook, { service }) =>
        pipe(
          service.test({ ...webhook, now: clock() }),
          TE.map(() => to(visit, webhook, 'test')),
        ),
      ),
      PATH,
    ),
    ...([true, false] as const).map((enabled) =>
      post(
        `${PATH}/${enabled ? 'enable' : 'disable'}`,
        doing(
          parts,
          (visit, webhook, { service }) => {
            const { url, types, ordered, description } = webhook;
            const asked = { url, types, ordered, description, enabled };
            return pipe(
              service.revise({ ...webhook, version: undefined, asked }),
              TE.map(() => to(visit, webhook, enabled ? 'on' : 'off')),
            );
          },
          enabled,
        ),
        PATH,
      ),
    ),
    post(
      `${PATH}/secret`,
      doing(
        parts,
        (visit, webhook, { service, form }) =>
          pipe(
            service.rotate({ ...webhook, overlapHours: overlapIn(form), now: clock() }),
            TE.map(({ secret }) => withSecret(visit, webhook, secret, 'secret')),
          ),
        false,
      ),
      `${PATH}/secret`,
    ),
    post(
      `${PATH}/remove`,
      doing(
        parts,
        (visit, webhook, { service }) =>
          pipe(
            service.remove({ ...webhook, version: undefined }),
            TE.map(() => seeOther(visit.to('/portal/webhooks', { done: 'removed' }))),
          ),
        false,
      ),
      `${PATH}/remove`,
    ),
  ];
}

/** The page of a webhook, which says what was done. */
function to(visit: Visit, webhook: StoredWebhook, done: string): PageAnswer {
  return seeOther(visit.to(pathOfWebhook(webhook), { done }));
}

/** What is delivered again: from an event on, or one delivery. */
function againRoutes(parts: PortalParts): readonly Route[] {
  return [
    post(
      `${PATH}/replay`,
      ofWebhook(parts, (visit, webhook, request, member) => {
        const since = sequenceIn(request.form);
        if (since === undefined)
          return shown(parts, visit, webhook, request, { since: visit.text.replayWrong });
        return done(parts, { visit, member, request }, webhook, ({ service }) =>
          pipe(
            service.replay({ ...webhook, since }),
            TE.map(() => to(visit, webhook, 'replay')),
          ),
        );
      }),
      PATH,
    ),
    post(
      `${DELIVERY}/redeliver`,
      ofWebhook(parts, async (visit, webhook, request, member) => {
        const delivery = await deliveryOf(parts, webhook, request);
        if (delivery === undefined) return notFoundPage(visit);
        const { deliveryNumber } = delivery;
        return done(parts, { visit, member, request }, webhook, ({ service }) =>
          pipe(
            service.redeliver({ ...webhook, deliveryNumber, now: parts.clock() }),
            TE.map((made) =>
              seeOther(
                visit.to(`${pathOfWebhook(webhook)}/deliveries/${made.deliveryNumber}`, { done: 'again' }),
              ),
            ),
          ),
        );
      }),
      DELIVERY,
    ),
  ];
}

type OfWebhook = (
  visit: Visit,
  webhook: StoredWebhook,
  request: PageRequest,
  member: Member,
) => PageAnswer | Promise<PageAnswer>;

/** A page about a webhook of one's own agreement. */
function ofWebhook(parts: PortalParts, page: OfWebhook): Handler {
  return forSuperUsers(parts, async (visit, member, request) => {
    const { agreementNumber } = member.agreement;
    const webhookNumber = numberParameter(request, 'webhookNumber');
    const webhook = Number.isNaN(webhookNumber)
      ? undefined
      : await parts.studio.webhooks.find({ agreementNumber, webhookNumber });
    return webhook === undefined ? notFoundPage(visit) : page(visit, webhook, request, member);
  });
}

type With = { readonly service: WebhooksService; readonly form: Form };
/** What is asked of the use cases, and what is answered when it is done. */
type Doing = TaskEither<StudioFailure, PageAnswer>;
type By = {
  readonly visit: Visit;
  readonly member: Member;
  readonly request: PageRequest;
  readonly needsOpenBooks?: boolean;
};

/** `needsOpenBooks`: what takes something away, or makes it safe again, is done in blocked books, too. */
function doing(
  parts: PortalParts,
  what: (visit: Visit, webhook: StoredWebhook, parts: With) => Doing,
  needsOpenBooks = true,
): Handler {
  return ofWebhook(parts, (visit, webhook, request, member) =>
    done(parts, { visit, member, request, needsOpenBooks }, webhook, (given) => what(visit, webhook, given)),
  );
}

/** Does it with the record of who did it (G37); what is refused says why on the page of the webhook. */
async function done(
  parts: PortalParts,
  { visit, member, request, needsOpenBooks = true }: By,
  webhook: StoredWebhook,
  what: (given: With) => Doing,
): Promise<PageAnswer> {
  if (needsOpenBooks && isClosed(member)) return closedPage(visit, member);
  const { user } = member;
  const { agreementNumber } = member.agreement;
  return changed(parts, { visit, user, request, agreementNumber }, async ({ webhooks }) => {
    const service = webhooksService({ webhooks, outside: parts.webhookOutside });
    const made = await what({ service, form: request.form })();
    if (isRight(made)) return { answer: made.right, appNumber: webhook.appNumber };
    if (made.left.kind === 'NotFound') return { answer: notFoundPage(visit) };
    const isFar = made.left.kind === 'ReferenceMissing';
    const refused = isFar ? { since: visit.text.replayWrong } : { done: visit.text.webhookRefused };
    return { answer: await shown(parts, visit, webhook, request, refused) };
  });
}

async function create(
  parts: PortalParts,
  visit: Visit,
  member: Member,
  request: PageRequest,
): Promise<PageAnswer> {
  const { form } = request;
  const { agreementNumber } = member.agreement;
  const apps = await appsToTell(parts, member);
  const app = apps.find(({ appNumber }) => String(appNumber) === form.text('app'));
  const url = form.text('url');
  const again = (problems: Problems): PageAnswer => newWebhookPage(visit, apps, form, problems);
  if (app === undefined) return again({ app: visit.text.webhookAppWrong });
  if (url.length === 0 || url.length > WEBHOOK_URL_MAX || /\p{Cc}/u.test(url))
    return again({ url: visit.text.webhookUrlWrong });
  const types = form
    .text('types')
    .split(/[\s,]+/)
    .filter((type) => type !== '');
  if (types.length > WEBHOOK_TYPES_MAX || types.some((type) => type.length > WEBHOOK_TYPE_MAX))
    return again({ types: visit.text.webhookTypesWrong });
  return changed(parts, { visit, user: member.user, request, agreementNumber }, async ({ webhooks }) => {
    const service = webhooksService({ webhooks, outside: parts.webhookOutside });
    const asked = { url, types, enabled: true, ordered: true };
    const { appNumber } = app;
    const made = await service.create({ ...asked, agreementNumber, appNumber, now: parts.clock() })();
    if (isRight(made))
      return { answer: withSecret(visit, made.right.webhook, made.right.secret, 'webhook'), appNumber };
    return { answer: again(problemsOf(visit, made.left)) };
  });
}

/** What is refused, at the field that it is about. */
function problemsOf({ text }: Visit, failure: StudioFailure): Problems {
  if (failure.kind === 'SchemaViolation') return { types: text.webhookTypesWrong };
  if (failure.kind === 'EventTypeUnknown') {
    return { types: text.webhookTypeUnknown(failure.type, failure.nearest) };
  }
  const isMany = failure.kind === 'RuleBroken' && failure.code === 'E10400';
  return { url: isMany ? text.webhooksMany : text.webhookUrlWrong };
}

/** Leads to the page of a webhook, which shows its secret: loading that again makes nothing anew. */
function withSecret(visit: Visit, webhook: StoredWebhook, secret: string, made: string): Changed['answer'] {
  const at = pathOfWebhook(webhook);
  return { ...seeOther(visit.to(at, { made })), shown: { at, values: { secret } } };
}

/** The page of a webhook, with what was just done or refused. */
async function shown(
  parts: PortalParts,
  visit: Visit,
  webhook: StoredWebhook,
  { form, entered = form, shown: kept }: PageRequest,
  problems: Problems,
): Promise<PageAnswer> {
  const { text, query } = visit;
  const [one = { webhook, appName: '', hasAccess: true }] = await named(parts, visit, [webhook]);
  const all = await parts.studio.webhooks.deliveriesOf(webhook);
  const before = Number(query.get('before') ?? Number.MAX_SAFE_INTEGER);
  const earlier = all.filter(({ deliveryNumber }) => deliveryNumber < before);
  const deliveries = earlier.slice(0, DELIVERIES_SHOWN);
  const last = deliveries.at(-1)?.deliveryNumber;
  const hasMore = earlier.length > deliveries.length && last !== undefined;
  const token = query.has('made') ? kept?.['secret'] : undefined;
  const says = query.get('made') === 'webhook' ? text.webhookCreated : text.webhookRotated;
  const isDone = (name: string): name is keyof typeof text.webhookDone =>
    Object.hasOwn(text.webhookDone, name);
  const did = query.get('done') ?? '';
  return webhookPage(visit, {
    ...one,
    secret: token === undefined ? undefined : { token, says },
    done: isDone(did) ? text.webhookDone[did] : undefined,
    deliveries,
    earlier: hasMore ? visit.to(pathOfWebhook(webhook), { before: String(last) }) : undefined,
    form: entered,
    problems,
  });
}

async function deliveryOf(
  { studio }: PortalParts,
  webhook: StoredWebhook,
  request: PageRequest,
): Promise<Delivery | undefined> {
  const number = numberParameter(request, 'deliveryNumber');
  if (Number.isNaN(number)) return undefined;
  const [delivery] = await studio.webhooks.findDeliveries(webhook, [number]);
  return delivery;
}

async function named(
  parts: PortalParts,
  { text }: Visit,
  webhooks: readonly StoredWebhook[],
): Promise<readonly ShownWebhook[]> {
  const { studio, clock } = parts;
  const now = timestampOf(clock());
  const apps = await studio.apps.findAll([...new Set(webhooks.map(({ appNumber }) => appNumber))]);
  const names = new Map(apps.map(({ appNumber, name }) => [appNumber, name]));
  // All are of one agreement.
  const [first] = webhooks;
  const told = new Set(first === undefined ? [] : await numbersToTell(parts, first.agreementNumber));
  return webhooks.map((webhook) => {
    const { appNumber, formerSecretExpires: until } = webhook;
    // A former secret that signs no longer is nothing to know of.
    const formerSecretExpires = until !== undefined && until > now ? until : undefined;
    return {
      webhook: { ...webhook, formerSecretExpires },
      appName: names.get(appNumber) ?? text.appGone(appNumber),
      hasAccess: told.has(appNumber),
    };
  });
}

/** The apps that have access now: a webhook tells one of them, by its roles. */
async function appsToTell(parts: PortalParts, { agreement }: Member): Promise<readonly AppChoice[]> {
  const apps = await parts.studio.apps.findAll(await numbersToTell(parts, agreement.agreementNumber));
  return apps.map(({ appNumber, name }) => ({ appNumber, name }));
}

/** By a grant that the agreement's people gave: by the temporary one of an administrator nothing is told. */
async function numbersToTell(
  { studio, clock }: PortalParts,
  agreementNumber: number,
): Promise<readonly number[]> {
  const current = await studio.grants.listCurrent(agreementNumber, timestampOf(clock()));
  const given = current.filter(({ administratorNumber }) => administratorNumber === undefined);
  return [...new Set(given.map(({ appNumber }) => appNumber))];
}

function overlapIn(form: Form): number {
  return OVERLAPS.find((hours) => String(hours) === form.text('overlap')) ?? 24;
}

function sequenceIn(form: Form): number | undefined {
  const written = form.text('since');
  return /^[1-9]\d{0,8}$/.test(written) ? Number(written) : undefined;
}
