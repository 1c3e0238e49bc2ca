import type { AnyResource, KeyValue } from '@kontor/kernel';
import type { Method, Offers } from '../endpoint/endpoint.js';
import { jsonQuoted } from './json-string.js';
import type { LinkStyle, Links } from './links.js';

/** What every item that is written has, unless its state forbids it. */
export type ItemAction = 'delete' | 'replace';

/** What decides on the actions of an item: the caller's rights and the item's state. */
export type ItemNow = {
  readonly offers: Offers;
  /** Actions that its state forbids now. */
  readonly without?: readonly ItemAction[];
  /** Further actions that are possible now, as JSON text. */
  readonly more?: readonly string[];
};

/** `metaData` actions of an item: delete and replace, where the resource has them. */
export function actionsOf(
  resource: AnyResource,
  url: string,
  isPossible: (method: Method, name: ItemAction) => boolean,
): readonly string[] {
  const actions: string[] = [];
  if (resource.operations.includes('remove') && isPossible('DELETE', 'delete'))
    actions.push(action('delete', `Delete this ${resource.title}.`, url, 'delete'));
  if (resource.operations.includes('replace') && isPossible('PUT', 'replace'))
    actions.push(action('replace', `Replace this ${resource.title}.`, url, 'put'));
  return actions;
}

/**
 * What can be done with the items that live within this one: `createProductAlias` or `listVatReportSetup`,
 * `findProductAlias`.
 */
export function actionsWithin(
  resource: AnyResource,
  links: Links,
  keys: readonly KeyValue[],
  { style, offers }: Pick<ItemNow, 'offers'> & { readonly style: LinkStyle },
): readonly string[] {
  return links.within(resource.collection).flatMap((inner) => {
    const name = inner.title.toLowerCase().replace(/(?:^| )(\w)/g, (_, first: string) => first.toUpperCase());
    const url = links.collection(inner, keys, style);
    const paths = links.pathsOf(inner);
    const actions: string[] = [];
    if (inner.operations.includes('create')) {
      if (offers('POST', paths.collection)) {
        actions.push(action(`create${name}`, `Create a new ${inner.title}.`, url, 'post'));
      }
    } else if (offers('GET', paths.collection)) {
      actions.push(action(`list${name}`, `List the ${inner.title} collection.`, url, 'get'));
    }
    if (offers('GET', paths.item)) {
      actions.push(findAction(`find${name}`, inner, links.itemTemplate(inner, keys, style)));
    }
    return actions;
  });
}

/**
 * The template that finds one item: a client puts the route-escaped identifier in and builds nothing else.
 * What goes in are the names in it: a voucher of a year is found by its id and its date.
 */
export function findAction(name: string, resource: AnyResource, template: string): string {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const description = howToFind(resource.title, names);
  return `${jsonQuoted(name)}:{"description":${jsonQuoted(description)},"href":${jsonQuoted(template)},"httpMethod":"get","templated":true}`;
}

/** The description of the action `find`. `names`: the parameters of its address. */
export function howToFind(title: string, names: readonly string[]): string {
  const values = names.length === 1 ? 'value' : 'values';
  return `Find one ${title} by its ${names.join(' and ')}; route-escape the ${values}.`;
}

/** One action as JSON text: a short English phrase, where, and how (facts 1.1). */
export function action(name: string, description: string, href: string, httpMethod: string): string {
  return `${jsonQuoted(name)}:{"description":${jsonQuoted(description)},"href":${jsonQuoted(href)},"httpMethod":"${httpMethod}"}`;
}
