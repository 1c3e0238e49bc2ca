import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import Koa from 'koa';
import { codePointCount, decimalFromText, folded, isFullDate, isTimestamp } from '@kontor/kernel';
import { SieReader } from '@kontor/ledger';
import { mount } from '../endpoint/mount.js';
import { readEndpoint } from '../endpoint/endpoint.js';
import { thingOf } from '../interchange/import-things.js';
import { acceptsJson } from './accept-json.js';
import { addressesBehind } from './client-address.js';
import { tokensOfFilter } from './filter-token.js';
import { losesDigits } from './number-text.js';
import { memberTexts, parseJson, scanJson } from './parse-json.js';
import { preconditionOf, listsEtag } from './precondition.js';
import { queryParameters } from './query-string.js';
import { requestLineFault } from './request-line.js';
import { routeUnescaped } from './route-parameter.js';

/*
 * Nothing that a client sends takes longer than it is long. Each reader is given a text, and one 64 times as
 * long: what is linear takes some 64 times as long for it, what is quadratic 4,096 times. The bound lies
 * between, so far from both that no busy machine comes near it. Limits of length come before most of these
 * readers in the service; here they are left away.
 */
const SHORT = 1_000;
const LONG = 64 * SHORT;
const MOST_TIMES = 640;
/** What is shorter cannot be measured. */
const LEAST_MS = 0.05;
/** So often at most. What is quadratic stays so. */
const MEASURED_MOST = 5;

const koa = new Koa();
const withHeaders = (headers: Readonly<Record<string, string>>): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), { headers, url: '/', method: 'GET' });
const accept = (value: string): unknown => {
  const request = withHeaders({ accept: value });
  return acceptsJson(koa.createContext(request, new ServerResponse(request)));
};
const contentType = (value: string): unknown => {
  const request = withHeaders({ 'content-type': value, 'content-length': '2' });
  return acceptsJson(koa.createContext(request, new ServerResponse(request)));
};
const behindTwo = addressesBehind(2);
const json = (text: string): unknown => parseJson(text, scanJson(text));
const routes = mount([
  readEndpoint({
    path: '/units/:unitNumber',
    stability: 'stable',
    access: 'open',
    parameters: {},
    summary: 'Any.',
    perform: () => Promise.reject(new Error('only found')),
  }),
]);
const ignoringFaults = (read: (text: string) => unknown) => (text: string) => {
  try {
    return read(text);
  } catch {
    return undefined;
  }
};

/** The readers, and pieces of which hostile texts are made. */
const READERS: readonly {
  readonly what: string;
  readonly read: (text: string) => unknown;
  readonly pieces: readonly string[];
}[] = [
  {
    what: 'a filter',
    read: tokensOfFilter,
    pieces: ['(', '$', '$$', '*', 'a$eq:', '1,', '[', ' ', '$and:', 'ä'],
  },
  { what: 'a query', read: queryParameters, pieces: ['&', '=', 'a=1&', '%', '%41', '+', 'a', '%F0%9F'] },
  {
    what: 'a JSON body',
    read: json,
    pieces: ['[', '{"a":', '1,', '"', '\\"', ' ', '0', '1e9,', '1.10,', '-'],
  },
  {
    what: 'the members of a body (settings)',
    read: (text) => memberTexts(`{${text}}`),
    pieces: ['"a":1,', '"', '{', '[', '\\', ' ', ':', '"a":"b",'],
  },
  { what: 'a number', read: decimalFromText, pieces: ['0', '1', '-', '.', 'e', '1e', '0.'] },
  { what: 'a number that may lose digits', read: losesDigits, pieces: ['0', '9', '.', 'e', '-'] },
  { what: 'a date', read: isFullDate, pieces: ['2', '-', '2026-01-01', ' '] },
  { what: 'a time', read: isTimestamp, pieces: ['2', ':', '2026-01-01T00:00:00Z', 'Z'] },
  {
    what: 'Accept',
    read: accept,
    pieces: [',', ';', 'a/b,', 'a/b;q=0.1,', '*/*,', ' ', '"', 'application/x+'],
  },
  { what: 'Content-Type', read: contentType, pieces: [';', ' ', '=', 'application/json;', 'charset=', '"'] },
  {
    what: 'If-Match and If-None-Match',
    read: (text) => [preconditionOf({ 'if-match': text }), listsEtag(text, '"1.2"', 'strong', 'state')],
    pieces: [',', '"', 'W/', '"a",', ' ', '*'],
  },
  {
    what: 'X-Forwarded-For',
    read: (text) => behindTwo(withHeaders({ 'x-forwarded-for': text })),
    pieces: [',', ' ', '1.1.1.1,', ':', '::', 'a'],
  },
  { what: 'a part of a path', read: routeUnescaped, pieces: ['_', '%', 'a', '_8_', '%2F', 'ä'] },
  {
    what: 'the line of a request',
    read: (text) => requestLineFault(Buffer.from(`GET /${text} HTTP/1.1\r\n\r\n`)),
    pieces: [' ', '/', '%', 'ä', ' HTTP/1.1', '\t'],
  },
  {
    what: 'the path of a request',
    read: (text) => routes('GET', `/units/${text}`),
    pieces: ['/', '//', '_8_', '%2F', '%', 'a', '/a', '..', '0', ':a'],
  },
  {
    what: 'a line of SIE',
    read: (text) => [...new SieReader().read(1, `#TRANS ${text}`)],
    pieces: ['"', '\\"', '"a" ', '{', '{}', '{ ', ' ', '\t', '0', '1.', '#KONTO ', 'ä'],
  },
  {
    what: 'a line of JSON',
    read: (text) => thingOf(1, `{"accounts":${text}`),
    pieces: ['[', '{"a":', '1,', '"', '\\"', ' ', '0', '1e-9,', '{},', '"a":1,'],
  },
  { what: 'a text that is folded', read: folded, pieces: ['İ', 'ß', 'a\u0301', 'A', 'ﬀ'] },
  { what: 'characters that are counted', read: codePointCount, pieces: ['😀', 'a', '\ud800'] },
];

function fastestMs(work: () => unknown): number {
  let fastest = Infinity;
  for (let turn = 0; turn < 5; turn += 1) {
    const began = performance.now();
    work();
    fastest = Math.min(fastest, performance.now() - began);
  }
  return Math.max(LEAST_MS, fastest);
}

/** Measured again where the long one seems to take too long: others and garbage come in between at times. */
function measured(short: () => unknown, long: () => unknown): { before: number; after: number } {
  for (let turn = 1; ; turn += 1) {
    const before = fastestMs(short);
    const after = fastestMs(long);
    if (after / before < MOST_TIMES || turn === MEASURED_MOST) return { before, after };
  }
}

describe('what a client sends', function () {
  for (const { what, read, pieces } of READERS) {
    it(`is read in a time that grows as its length: ${what}`, () => {
      const quiet = ignoringFaults(read);
      for (const piece of pieces) {
        for (const end of ['', 'x']) {
          const text = (length: number): string => piece.repeat(Math.ceil(length / piece.length)) + end;
          const [short, long] = [text(SHORT), text(LONG)];
          const { before, after } = measured(
            () => quiet(short),
            () => quiet(long),
          );
          const says = `${JSON.stringify(piece + end)}: ${before} ms, 64 times as long ${after} ms`;
          expect(after / before, says).to.be.below(MOST_TIMES);
        }
      }
    });
  }
});
