import { MAX_PAGE_SIZE, type AnyResource, type AnyValue, type KeyValue, type Page } from '@kontor/kernel';
import type { Offers } from '../endpoint/endpoint.js';
import type { CollectionRequest } from '../request/collection-query.js';
import { positionAfter } from '../request/paging.js';
import { action, findAction } from './item-actions.js';
import type { ItemPrinter } from './item.js';
import { jsonQuoted } from './json-string.js';
import type { LinkStyle, Links } from './links.js';
import { writtenInTurns } from './utf8-writer.js';

/** What a page of a collection is printed from. */
export type CollectionToPrint = {
  readonly resource: AnyResource;
  readonly page: Page<AnyValue>;
  readonly request: CollectionRequest;
  /** The collection's own URL, without query. */
  readonly url: string;
  readonly parents: readonly KeyValue[];
  readonly printer: ItemPrinter;
  readonly links: Links;
  readonly style: LinkStyle;
  readonly offers: Offers;
  /** Where new items are posted to, when they can be: the caller is known to be let in. */
  readonly createAt?: string;
  /** Further actions of the collection. */
  readonly actions?: readonly string[];
  /** The path of its items, where they are shown at another than their own. */
  readonly itemsAt?: string;
  /** Collections of a part of the items, by name, and the path of each. */
  readonly subCollections?: Readonly<Record<string, string>>;
};

/**
 * The envelope of a collection (§1 rule 6, D29 to D33, D91 to D94, D105):
 * collection, metaData, pagination, self.
 */
export function collectionText(shown: CollectionToPrint): string {
  return `${HEAD}${shown.page.items.map(itemText(shown)).join()}${tail(shown)}`;
}

/** The same as bytes, with turns for others while it is printed: an item may have a thousand lines. */
export function collectionInTurns(shown: CollectionToPrint): Promise<Buffer> {
  const text = itemText(shown);
  return writtenInTurns({
    head: HEAD,
    items: shown.page.items,
    print: (value, index) => (index === 0 ? '' : ',') + text(value),
    tail: tail(shown),
  });
}

function itemText({ printer, parents, style: asked }: CollectionToPrint): (value: AnyValue) => string {
  const style = { ...asked, printed: new Map() };
  return (value) => printer.item(value, parents, style);
}

const HEAD = '{"collection":[';

/** What follows the items. */
function tail(shown: CollectionToPrint): string {
  return (
    `],"metaData":{${metaData(shown)}},"pagination":{${pagination(shown)}}` +
    `${subCollections(shown)},"self":${jsonQuoted(selfOf(shown))}}`
  );
}

function subCollections({ subCollections: paths, links, style }: CollectionToPrint): string {
  if (paths === undefined) return '';
  const urls = Object.entries(paths).map(
    ([name, path]) => `${jsonQuoted(name)}:${jsonQuoted(links.to(path, {}, style))}`,
  );
  return `,"subCollections":{${urls.join()}}`;
}

/** The actions of a collection: `create` where it takes POST, and `find`, the template of an item. */
function metaData({
  resource,
  parents,
  links,
  style,
  createAt,
  itemsAt,
  offers,
  actions: more = [],
}: CollectionToPrint): string {
  const actions = [...more];
  if (createAt !== undefined)
    actions.push(action('create', `Create a new ${resource.title}.`, createAt, 'post'));
  const itemPath = itemsAt ?? links.pathsOf(resource).item;
  if (resource.operations.includes('get') && offers('GET', itemPath)) {
    actions.push(findAction('find', resource, links.itemTemplate(resource, parents, style, itemsAt)));
  }
  return actions.join(',');
}

function pagination(shown: CollectionToPrint): string {
  const { page, request } = shown;
  const { pageSize, skipPages } = request.query;
  const last = Math.max(0, Math.ceil(page.results / pageSize) - 1);
  const link = (index: number, after?: string): string => jsonQuoted(pageUrl(shown, index, after));
  let text =
    `"maxPageSizeAllowed":${MAX_PAGE_SIZE},"skipPages":${skipPages},"pageSize":${pageSize}` +
    `,"results":${page.results},"resultsWithoutFilter":${page.resultsWithoutFilter},"firstPage":${link(0)}`;
  // After many removals during a walk the page before is none any more.
  const before = page.hasMore === undefined ? skipPages - 1 : Math.min(skipPages - 1, last);
  if (skipPages > 0) text += `,"previousPage":${link(before)}`;
  if (page.hasMore ?? skipPages < last) text += `,"nextPage":${link(skipPages + 1, page.position)}`;
  return `${text},"lastPage":${link(last)}`;
}

/**
 * A page's URL: demo first, then what was asked, each parameter where it was; the paging parameters that were
 * not sent come last (D32). `after` lets the next page seek instead of skip.
 */
function pageUrl({ request, url, style }: CollectionToPrint, index: number, position?: string): string {
  const { pageSize } = request.query;
  const asks = (name: string): boolean => request.echo.some((part) => part.startsWith(`${name}=`));
  const skip = `skippages=${index}`;
  const parts = [
    ...(style.demo ? ['demo=true'] : []),
    ...request.echo
      .filter((part) => !part.startsWith('after='))
      .map((part) => (part.startsWith('skippages=') ? skip : part)),
    ...(asks('skippages') ? [] : [skip]),
    ...(asks('pagesize') ? [] : [`pagesize=${pageSize}`]),
    ...(position === undefined
      ? []
      : [`after=${positionAfter(index * pageSize, request.selection, position)}`]),
  ];
  return `${url}?${parts.join('&')}`;
}

/** §1 rule 1: the collection's self carries the paging, filter and sort that were asked for. */
function selfOf({ request, url, style }: CollectionToPrint): string {
  const parts = [...(style.demo ? ['demo=true'] : []), ...request.echo];
  return parts.length === 0 ? url : `${url}?${parts.join('&')}`;
}
