import { appendFileSync } from 'node:fs';

/** A request and its answer, as they were. */
export type Recorded = {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
};

/**
 * Loaded before a program (`node --import`): writes what it asks and is
 * answered, a line of JSON each, to the file that RECORD_TO names.
 */
const file = process.env['RECORD_TO'];
if (file !== undefined) {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url } = request;
    const response = await send(request);
    const { status, headers } = response;
    const isText = !/pdf/.test(headers.get('content-type') ?? '');
    const text = isText ? await response.clone().text() : '';
    const recorded: Recorded = { method, url, status, headers: [...headers], text };
    appendFileSync(file, `${JSON.stringify(recorded)}\n`);
    return response;
  };
}
