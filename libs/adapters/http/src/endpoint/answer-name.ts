import { fullDateOf } from '@kontor/kernel';
import type { Caller } from '@kontor/studio';
import type { CollectionRequest } from '../request/collection-query.js';
import type { ApiRequest } from './endpoint.js';

/**
 * Everything that the answer of a read route depends on beside the rows of its collection: the
 * path, whose rows they are, which members the agreement's modules show, what the caller may do,
 * how links look, the dates that were asked for with the day that it is (which stands for those
 * that were not), the identifiers in the address, and what was asked of a collection as it is
 * echoed. No part has a space in it but the last one, and the identifiers and dates, which say
 * themselves where they end.
 */
export function answerName(path: string, request: ApiRequest): string {
  const { caller, style, flags = [], parameters } = request;
  const { agreementNumber, modules } = caller;
  const route = `${path} ${agreementNumber} ${modules.join()} ${rightsOf(caller)} ${style.demo ? 'demo' : ''} ${flags.join()}${ofDates(request)}`;
  return request.collection === undefined
    ? `${route} ${Object.values(parameters).join('/')}`
    : `${route} ${JSON.stringify(Object.values(parameters))} ${ofCollection(request.collection)}`;
}

/** What decides which actions are offered, of one agreement: books that take no writes offer none. */
function rightsOf({ roles, closedBecause, isDemo }: Caller): string {
  return `${roles.join()} ${closedBecause ?? ''} ${isDemo ? 'reads' : ''}`;
}

function ofDates({ dates, now }: ApiRequest): string {
  return dates === undefined ? '' : ` ${JSON.stringify(dates)} ${fullDateOf(now)}`;
}

function ofCollection({ query, echo }: CollectionRequest): string {
  const { pageSize, skipPages, after = '' } = query;
  return `${pageSize} ${skipPages} ${after} ${echo.join('&')}`;
}
