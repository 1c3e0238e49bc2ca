import type { LineRefusal } from '@kontor/ledger';
import { problemOf } from '../failure/failure-table.js';
import type { Failure } from '../failure/http-failure.js';
import type { Thing } from './import-things.js';

/** Why a line was not brought in that no request would be refused for: it cannot be read, or a defect. */
export type Untold = { readonly untold: string; readonly errorCode?: 'E10560' };

/** Why a thing stays out, with the line at which whoever sent the file finds it. */
export function refusalOf(thing: Thing | undefined, why: Failure | Untold): LineRefusal {
  const told = refusalAt(thing?.line ?? 1, why);
  return { ...told, line: lineOf(thing, told) };
}

/** The line of the entry that was refused, where entries have lines of their own. */
function lineOf(thing: Thing | undefined, { line, property }: LineRefusal): number {
  const [, entry] = /^entries\[(\d+)\]/.exec(property ?? '') ?? [];
  const lines = thing !== undefined && 'linesOfEntries' in thing ? thing.linesOfEntries : undefined;
  return (entry === undefined ? undefined : lines?.[Number(entry)]) ?? line;
}

/** Why a line was refused, in the words that the request that writes the same is refused with. */
function refusalAt(line: number, why: Failure | Untold): LineRefusal {
  if ('untold' in why) {
    const { untold: message, ...more } = why;
    return { line, ...more, message };
  }
  const { errorCode, message, additionalData, errors } = problemOf(why);
  const [first] = errors ?? [];
  const { propertyName, missing } = first?.additionalData ?? additionalData ?? {};
  const [property] = [propertyName ?? missing].flat();
  const told = first === undefined || first.message === message ? message : `${message} ${first.message}`;
  return {
    line,
    errorCode: errorCode ?? first?.errorCode,
    message: told.slice(0, 500),
    ...(typeof property === 'string' && property !== '' && { property: property.slice(0, 200) }),
  };
}
