import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

/** Bodies that an answer of these statuses may not have. */
const BODILESS = new Set([204, 304]);

/**
 * A fetch that runs `curl`, as somebody does who tries the API in a terminal: what is written there goes over
 * the wire as curl sends it.
 */
export const curlFetch: typeof globalThis.fetch = async (input, init) => {
  const { method, url, headers, body } = new Request(input, init);
  const sent = body === null ? undefined : Buffer.from(await new Response(body).arrayBuffer());
  const words = ['--silent', '--show-error', '--include', '--request', method, '--globoff', '--http1.1'];
  for (const [name, value] of headers) words.push('--header', `${name}: ${value}`);
  // A large body is not announced first: what comes back is one answer.
  if (sent !== undefined) words.push('--header', 'Expect:', '--data-binary', '@-');
  const child = spawn('curl', [...words, url]);
  child.stdin.end(sent);
  const [printed, complaint] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  const end = printed.indexOf('\r\n\r\n');
  if (end < 0) throw new Error(`curl ${method} ${url}: ${complaint.toString()}`);
  const [first = '', ...lines] = printed.subarray(0, end).toString().split('\r\n');
  const status = Number(first.split(' ')[1]);
  const answered = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const content = BODILESS.has(status) ? null : new Uint8Array(printed.subarray(end + 4));
  return new Response(content, { status, headers: answered });
};
