import type { KeyValue } from '@kontor/kernel';
import { addressWith } from '../representation/links.js';
import { action } from '../representation/item-actions.js';
import type { ApiRequest, WriteEndpoint } from './endpoint.js';

/**
 * The action of `metaData` that leads to a route, as JSON text: what the route declares, and where it is.
 * None where the route does not let the caller in.
 */
export function actionTo(
  { path, method, action: shown }: Pick<WriteEndpoint, 'path' | 'method' | 'action'>,
  { links, style, offers }: Pick<ApiRequest, 'links' | 'style' | 'offers'>,
  parameters: Readonly<Record<string, KeyValue>> = {},
): readonly string[] {
  if (shown === undefined) throw new Error(`no action leads to ${method} ${path}`);
  if (!offers(method, path)) return [];
  const { name, says, flag } = shown;
  const url = links.to(path, parameters, style);
  const href = flag === undefined ? url : addressWith(url, [[flag, 'true']]);
  return [action(name, says, href, method.toLowerCase())];
}
