import type { KeyValue } from '@kontor/kernel';
import { action } from '../representation/item.js';
import type { Asked, WriteEndpoint } from './endpoint.js';

/** The action of `metaData` that leads to a row, as JSON text: what the row declares, and where it is. */
export function actionTo(
  { path, method, action: shown }: Pick<WriteEndpoint, 'path' | 'method' | 'action'>,
  { links, style }: Pick<Asked, 'links' | 'style'>,
  parameters: Readonly<Record<string, KeyValue>> = {},
): string {
  if (shown === undefined) throw new Error(`no action leads to ${method} ${path}`);
  const { name, says, flag } = shown;
  const url = links.to(path, parameters, style);
  const href = flag === undefined ? url : `${url}${style.demo ? '&' : '?'}${flag}=true`;
  return action(name, says, href, method.toLowerCase());
}
