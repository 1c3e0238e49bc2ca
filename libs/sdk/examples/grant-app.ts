/**
 * A web app that people give access to their books (the grant flow):
 *
 *     KONTOR_GRANT_LINK='https://…/requestaccess?appId=…' npx tsx grant-app.ts
 *
 * Kontor shows the grant link and the secret token of your app under "My apps" in its portal; there you
 * also say where the app is, as people are sent back to nowhere else. Beside them the app reads KONTOR_URL,
 * PORT and APP_URL, its own public address.
 */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Koa, { type Context } from 'koa';
import { ApiError, connect, UnauthorizedError } from '@kontor/sdk';

const { KONTOR_URL = 'http://localhost:3000', PORT = '8080' } = process.env;
const { KONTOR_GRANT_LINK: grantLink, KONTOR_APP_SECRET_TOKEN: appSecretToken } = process.env;
if (grantLink === undefined || appSecretToken === undefined)
  throw new Error('KONTOR_GRANT_LINK and KONTOR_APP_SECRET_TOKEN are shown under "My apps" in the portal');
const own = { grantLink, appSecretToken, address: process.env['APP_URL'] ?? `http://localhost:${PORT}` };

/**
 * What the app knows of each of its visitors, by their cookie. A real one
 * keeps grant tokens encrypted, in a database.
 */
type Visitor = { state?: string; agreementGrantToken?: string };
const visitors = new Map<string, Visitor>();

const pages: Readonly<Record<string, (context: Context, visitor: Visitor) => Promise<void> | void>> = {
  '/': (context) => {
    context.body = page('<p><a href="/connect">Connect my books</a></p>');
  },
  '/connect': (context, visitor) => {
    visitor.state = randomUUID();
    const back = new URL('/granted', own.address);
    back.searchParams.set('state', visitor.state);
    const link = new URL(own.grantLink);
    link.searchParams.set('redirectUrl', back.href);
    context.redirect(link.href);
  },
  '/granted': (context, visitor) => {
    const { state, token, error } = context.query;
    // Without this, a stranger could make a visitor work with the stranger's books.
    if (visitor.state === undefined || state !== visitor.state) return context.throw(400, 'not asked for');
    delete visitor.state;
    if (typeof token !== 'string') {
      context.body = page(
        error === 'access_denied' ? '<p>You said no: nothing is read.</p>' : '<p>It failed.</p>',
      );
      return;
    }
    visitor.agreementGrantToken = token;
    context.redirect('/books');
  },
  '/books': async (context, visitor) => {
    const { agreementGrantToken } = visitor;
    if (agreementGrantToken === undefined) return context.redirect('/');
    try {
      context.body = await books(agreementGrantToken);
    } catch (error) {
      // The access was taken back, or has come to its end.
      if (!(error instanceof UnauthorizedError)) throw error;
      delete visitor.agreementGrantToken;
      context.redirect('/');
    }
  },
};

async function books(agreementGrantToken: string): Promise<string> {
  const api = connect(KONTOR_URL, { appSecretToken: own.appSecretToken, agreementGrantToken });
  const home = await api.home();
  const { company } = await api.follow(home.stable.self);
  const years: string[] = [];
  for await (const { year, closed } of api.each(home.accountingYears))
    years.push(`<li>${year}${closed ? ', closed' : ''}</li>`);
  return page(`<h2>${escaped(company.name)}</h2><ul>${years.join('')}</ul>`);
}

function page(content: string): string {
  return `<!doctype html><html lang="en"><title>My app</title><h1>My app</h1>${content}</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Somebody whose cookie we know, or somebody new: nobody chooses a cookie for another. */
function visitorOf({ cookies }: Context): Visitor {
  const known = visitors.get(cookies.get('visitor') ?? '');
  if (known !== undefined) return known;
  const [id, visitor] = [randomUUID(), {}];
  visitors.set(id, visitor);
  cookies.set('visitor', id, { httpOnly: true, sameSite: 'lax' });
  return visitor;
}

const app = new Koa();
app.use(async (context) => {
  const open = pages[context.path];
  if (open === undefined) return;
  try {
    await open(context, visitorOf(context));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.error(error.message, error.logId);
    context.throw(502, 'Kontor did not answer as hoped');
  }
});
const server = app.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`http://localhost:${(server.address() as AddressInfo).port}`),
);
