import type { Filter } from '@kontor/kernel';
import { collectionInTurns, type CollectionToPrint } from '../representation/collection.js';
import { PLAIN_LINKS } from '../representation/links.js';
import type { Services } from '../service/services.js';
import { collectionOf, type Answer, type ApiRequest } from './endpoint.js';
import { parentsOf } from './in-path.js';
import { printerFor } from './item-answer.js';
import { pageWithin } from './results-of.js';

/** A page that is answered, and the path of the collection: what it says otherwise than its resource does. */
export type PageToAnswer = Pick<CollectionToPrint, 'resource' | 'page'> & {
  readonly path: string;
} & Partial<
    Pick<CollectionToPrint, 'parents' | 'printer' | 'itemsAt' | 'actions' | 'subCollections' | 'createAt'>
  >;

/** 200 with a page of a collection. */
export async function pageAnswer(shown: PageToAnswer, request: ApiRequest): Promise<Answer> {
  const { links, style, offers, parameters } = request;
  const { path, ...more } = shown;
  const sent = await collectionInTurns({
    request: collectionOf(request),
    url: links.to(path, parameters, PLAIN_LINKS),
    parents: shown.parents ?? parentsOf(shown.resource, request),
    printer: shown.printer ?? printerFor(shown.resource, request, shown.itemsAt),
    links,
    style,
    offers,
    ...more,
  });
  return { status: 200, sent };
}

/**
 * 200 with a page of what a resource has, or of the items that a condition picks out: the path of the request
 * lists these alone. New items are made where the whole collection is.
 */
export async function listAnswer(
  { only, ...shown }: Omit<PageToAnswer, 'page' | 'createAt'> & { readonly only?: Filter | undefined },
  { resources }: Services,
  request: ApiRequest,
): Promise<Answer> {
  const { resource } = shown;
  const { links, style, offers } = request;
  const parents = parentsOf(resource, request);
  const repository = resources.of(resource, ...parents);
  const { query } = collectionOf(request);
  const page = await (only === undefined
    ? repository.page(query)
    : pageWithin(resource, repository, only, query));
  const takesNew =
    resource.operations.includes('create') && offers('POST', links.pathsOf(resource).collection);
  const createAt = takesNew && { createAt: links.collection(resource, parents, style) };
  return pageAnswer({ ...shown, page, ...createAt }, request);
}
