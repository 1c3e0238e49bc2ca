import { randomUUID } from 'node:crypto';
import { isLeft } from 'fp-ts/lib/Either.js';
import Koa, { type Context } from 'koa';
import { Busy, NumbersUsedUp, TooMuchAtOnce, type Trace, Unavailable } from '@kontor/kernel';
import { mount } from './endpoint/mount.js';
import { DEFECT, problemOf } from './failure/failure-table.js';
import type { Problem } from './failure/problem.js';
import { handler } from './handler/handler.js';
import { keysUnderWay } from './handler/keys-under-way.js';
import type { Progress, RequestIds } from './handler/progress.js';
import type { HttpParts, Observation, Parts, ToldOutside } from './http-parts.js';
import { OF_EVERY_ANSWER, overHttps } from './representation/answer-headers.js';
import { compress } from './representation/compress.js';
import { refuse } from './representation/failure.js';
import { addressIn } from './request/address.js';
import { crossOrigin } from './request/cross-origin.js';
import { offersOf } from './request/offers.js';
import { type OpenSpan, traceOf, traceparentOf, type Tracer } from './request/trace-context.js';

function partsOf(parts: HttpParts): Parts {
  return { ...parts, offers: offersOf(parts.endpoints), keysUnderWay: keysUnderWay() };
}

/** The API as a Koa application: the onion, to be read from top to bottom. */
export function httpApp(parts: HttpParts): Koa {
  const { clock, links } = parts;
  const routes = mount(parts.endpoints);
  const app = new Koa();
  app.silent = true;
  const stayingSecure = overHttps(links.base);
  const handle = handler(partsOf(parts), routes);

  app.use((ctx, next) => {
    const begun = beginningOf(ctx, parts.tracer);
    ctx.state['begun'] = begun;
    ctx.set('X-Request-Id', begun.logId);
    ctx.set('traceparent', traceparentOf(begun.trace));
    ctx.set(stayingSecure);
    return next();
  });
  if (parts.beside !== undefined) app.use(parts.beside);

  app.use(async (ctx, next) => {
    const address = addressIn(ctx.req.url ?? '/');
    const progress: Progress = { address, replayed: false, ...(ctx.state['begun'] as RequestIds) };
    const began = performance.now();
    let why: Pick<Observation, 'defect' | 'busy'> = {};
    ctx.set(OF_EVERY_ANSWER);
    try {
      const outside = await parts.outside?.(ctx.method, address.path);
      if (outside !== undefined) {
        const { route, told } = outside;
        progress.outside = route;
        if ('allow' in told)
          refuse(ctx, problemOf({ kind: 'MethodNotAllowed', ...told }), progress, clock(), links);
        else why = tell(ctx, told);
        return;
      }
      ctx.state['progress'] = progress;
      await next();
    } catch (error) {
      if (error instanceof Busy) why = { busy: error };
      else if (!isRefusal(error)) why = { defect: error };
      refuse(ctx, problemOfThrown(error), progress, clock(), links);
    } finally {
      if (progress.endpoint !== undefined) parts.tracer?.()?.name(ctx.method, progress.endpoint.path);
      parts.observe({
        logId: progress.logId,
        trace: progress.trace,
        method: ctx.method,
        route: progress.endpoint?.path ?? progress.outside,
        status: ctx.status,
        durationMs: performance.now() - began,
        agreementNumber: progress.caller?.agreementNumber,
        errorCode: progress.errorCode,
        replayed: progress.replayed,
        ...why,
      });
    }
  });
  if (parts.corsOrigins !== undefined && parts.corsOrigins.length > 0)
    app.use(crossOrigin(parts.corsOrigins));
  app.use(compress);
  app.use(async (ctx) => {
    const progress = ctx.state['progress'] as Progress;
    const outcome = await handle(ctx, progress);
    if (isLeft(outcome)) {
      const problem = problemOf(outcome.left);
      progress.errorCode = problem.errorCode ?? '';
      refuse(ctx, problem, progress, clock(), links);
    }
  });
  return app;
}

/** Gives what the log is told of it. */
function tell(ctx: Context, { status, type, body, why }: ToldOutside): Pick<Observation, 'busy'> {
  ctx.status = status;
  ctx.set('Content-Type', type);
  ctx.body = body;
  return why === undefined ? {} : { busy: why };
}

function beginningOf(ctx: Context, tracer: Tracer | undefined): RequestIds {
  const logId = randomUUID();
  const trace = traceOf(ctx, logId);
  const open = tracer?.();
  return { logId, trace: open === undefined ? trace : { ...trace, ...idsOf(open) } };
}

function idsOf({ traceId, spanId, isSampled }: OpenSpan): Omit<Trace, 'parentSpanId'> {
  return { traceId, spanId, isSampled };
}

/** What is told of what was thrown: nothing of a bug, when to try again of the rest. */
function problemOfThrown(error: unknown): Problem {
  if (error instanceof Busy)
    return problemOf({ kind: 'TooBusy', retryAfterSeconds: error.retryAfterSeconds });
  if (error instanceof Unavailable) {
    return problemOf({ kind: 'OutOfReach', retryAfterSeconds: error.retryAfterSeconds });
  }
  if (error instanceof NumbersUsedUp) return problemOf({ kind: 'NumbersUsedUp' });
  return error instanceof TooMuchAtOnce ? problemOf({ kind: 'TooMuchAtOnce' }) : DEFECT;
}

/** What the service was asked for cannot be had: no bug of its own. */
function isRefusal(error: unknown): boolean {
  return error instanceof TooMuchAtOnce || error instanceof NumbersUsedUp;
}
