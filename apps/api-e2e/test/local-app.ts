import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a browser brought to an app. */
export type Brought = {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly referer: string | undefined;
};

/** A developer's app on this machine: a page with a grant link, and the address to which people come back. */
export type LocalApp = {
  readonly url: string;
  readonly brought: readonly Brought[];
  /** The page `/` leads there. */
  linkTo(address: string): void;
  /** `/moved` sends people on to this address, as apps do that have moved. */
  sendOnTo(address: string): void;
  stop(): Promise<void>;
};

export async function startLocalApp(): Promise<LocalApp> {
  const brought: Brought[] = [];
  let link = '';
  let onward = '';
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://app');
    if (pathname === '/favicon.ico') return void response.writeHead(404).end();
    if (pathname !== '/')
      brought.push({ path: pathname, query: searchParams, referer: request.headers.referer });
    if (pathname === '/moved') return void response.writeHead(302, { Location: onward }).end();
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    const says =
      pathname === '/' ? `<a href="${link.replaceAll('&', '&amp;')}">Connect Kontor</a>` : 'Back in the app';
    response.end(
      `<!doctype html><html lang="en"><title>App</title><body><h1>The app</h1><p>${says}</p></body></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    brought,
    linkTo: (address) => (link = address),
    sendOnTo: (address) => (onward = address),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
