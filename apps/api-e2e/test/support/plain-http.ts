import type { Tokens } from './member.js';

/** An answer as a program without the SDK sees it. */
export type PlainAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined where it is no JSON. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies freely
  readonly body: any;
};

type Sent = { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };

/** Somebody who speaks to the service with HTTP alone, as with curl. `to`: a path or a whole URL. */
export type PlainHttp = {
  ask(method: string, to: string, sent?: Sent): Promise<PlainAnswer>;
  /** The body of an answer that went well; anything else is an error that tells the answer. */
  get(to: string): Promise<PlainAnswer['body']>;
  post(to: string, body?: unknown): Promise<PlainAnswer['body']>;
  put(to: string, body: unknown): Promise<PlainAnswer['body']>;
  remove(to: string): Promise<void>;
  /** Why a request is refused: `400 E10080`. */
  refusal(method: string, to: string, body?: unknown): Promise<string>;
  /** The bytes of what is no JSON. */
  bytes(to: string): Promise<Buffer>;
};

/** Speaks to the service at `address` in the name of a grant. */
export function plainHttp(
  address: string,
  { appSecretToken, agreementGrantToken }: Tokens,
  send: typeof fetch = fetch,
): PlainHttp {
  const tokens = { 'X-AppSecretToken': appSecretToken, 'X-AgreementGrantToken': agreementGrantToken };
  const raw = (method: string, to: string, { headers, body }: Sent = {}): Promise<Response> =>
    send(to.startsWith('/') ? `${address}${to}` : to, {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...tokens, ...headers },
      ...(body !== undefined && { body: sentAs(body) }),
    });
  const ask: PlainHttp['ask'] = async (method, to, sent) => {
    const response = await raw(method, to, sent);
    const { status, headers } = response;
    const text = await response.text();
    const isJson = headers.get('content-type')?.includes('json') === true;
    return { status, headers, text, body: isJson ? JSON.parse(text) : undefined };
  };
  const well = async (method: string, to: string, body?: unknown): Promise<PlainAnswer['body']> => {
    const answer = await ask(method, to, { body });
    if (answer.status >= 300) throw new Error(`${method} ${to}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  return {
    ask,
    get: (to) => well('GET', to),
    post: (to, body) => well('POST', to, body),
    put: (to, body) => well('PUT', to, body),
    remove: (to) => well('DELETE', to),
    refusal: async (method, to, body) => {
      const { status, body: told } = await ask(method, to, { body });
      return `${status} ${told?.errorCode}`;
    },
    bytes: async (to) => Buffer.from(await (await raw('GET', to)).arrayBuffer()),
  };
}

function sentAs(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}
