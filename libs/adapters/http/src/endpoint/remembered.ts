import type { KeyValue } from '@kontor/kernel';
import { AnswerMemory } from '../representation/answer-memory.js';
import type { Links } from '../representation/links.js';
import type { AskedCollection } from '../request/collection-query.js';
import type { Asked } from './endpoint.js';

const memories = new WeakMap<Links, AnswerMemory>();

/** What a composition remembers of its answers: its base address is in each of them. */
export function memoryOf({ links }: Asked): AnswerMemory {
  let memory = memories.get(links);
  if (memory === undefined) memories.set(links, (memory = new AnswerMemory()));
  return memory;
}

/**
 * What an answer at a mounted path depends on beside the items: whose they are, which members the agreement's modules show, and how
 * links look. No part has a space in it but the key, which stands last.
 */
function nameFor(path: string, { caller, style, flags = [] }: Asked): string {
  return `${path} ${caller.agreementNumber} ${caller.modules.join()} ${style.demo ? 'demo' : ''} ${flags.join()}`;
}

export function itemName(path: string, key: KeyValue, asked: Asked): string {
  return `${nameFor(path, asked)} ${key}`;
}

export function pageName(path: string, asked: Asked): string {
  const { query, echo } = asked.collection as AskedCollection;
  const { pageSize, skipPages, after = '' } = query;
  return `${nameFor(path, asked)} ${pageSize} ${skipPages} ${after} ${echo.join('&')}`;
}
