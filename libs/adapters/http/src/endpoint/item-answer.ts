import { madeOnce, type AnyResource, type AnyValue } from '@kontor/kernel';
import { etagInTurns } from '../representation/etag.js';
import type { ItemNow } from '../representation/item-actions.js';
import { printers, type ItemPrinter } from '../representation/item.js';
import type { Answer, ApiRequest } from './endpoint.js';
import { parentsOf } from './in-path.js';

/**
 * What the state of an item allows. `without`: what it forbids; when left out, the removal of what something
 * refers to.
 */
export type StateNow = Omit<ItemNow, 'offers'>;

const printersOf = madeOnce(printers);

/** The printer of a resource for the caller's modules. */
export function printerFor(
  resource: AnyResource,
  { links, caller }: Pick<ApiRequest, 'links' | 'caller'>,
  at?: string,
): ItemPrinter {
  return printersOf(links)(resource, caller.modules, at);
}

/** 200 with an item that was written. What may be done with it now is in its entity tag, not in its text. */
export function writtenItem(
  resource: AnyResource,
  value: AnyValue,
  request: ApiRequest,
  now: StateNow = {},
): Answer {
  const { offers, style } = request;
  const printer = printerFor(resource, request);
  const parents = parentsOf(resource, request);
  const text = printer.item(value, parents, style);
  return {
    status: 200,
    body: text,
    tagged: text,
    actions: printer.actions(value, parents, style, { offers, ...now }),
  };
}

/** 201 with an item that was made, and its address. */
export function createdItem(...written: Parameters<typeof writtenItem>): Answer {
  const [resource, value, request] = written;
  const location = printerFor(resource, request).self(value, parentsOf(resource, request), request.style);
  return { ...writtenItem(...written), status: 201, location };
}

/** 200 with a file that was made whole. */
export async function fileAnswer(type: string, name: string, bytes: Uint8Array): Promise<Answer> {
  return { status: 200, file: { type, name, bytes }, etag: await etagInTurns(bytes) };
}
