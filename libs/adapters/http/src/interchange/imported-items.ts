import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  defined,
  folded,
  keyKind,
  lineage,
  parentMember,
  referenceMissing,
  required,
  ruleBroken,
  schemaViolation,
  type AnyResource,
  type AnyValue,
  type KeyValue,
  keyOf,
} from '@kontor/kernel';
import { carriesOtherwise, type Account } from '@kontor/ledger';
import type { Failure } from '../failure/http-failure.js';
import type { Links } from '../representation/links.js';
import type { Services } from '../service/services.js';
import type { IfMissing, ImportedThing } from './imported-thing.js';
import type { LineRequests } from './line-requests.js';

type Parts = {
  readonly requests: LineRequests;
  readonly services: Services;
  readonly links: Links;
  /** All that is written in the same unit of work. */
  readonly things: readonly ImportedThing[];
};

/** Items that lines of an import tell of, such as accounts, written by the requests that write the same. */
export class ImportedItems {
  readonly #requests: LineRequests;
  readonly #services: Services;
  readonly #links: Links;
  readonly #things: readonly ImportedThing[];
  /** The stored items that lines name, by collection and identifier, until one of them is written. */
  readonly #there = new Map<string, Map<string, AnyValue | undefined>>();

  constructor({ requests, services, links, things }: Parts) {
    this.#requests = requests;
    this.#services = services;
    this.#links = links;
    this.#things = things;
  }

  /**
   * Writes the item of a line and says whether it was created or replaced; undefined where it has all of that
   * already. It is sent as PUT where the item exists, or where only PUT can keep the number from the other
   * books; otherwise as POST.
   */
  async write(
    resource: AnyResource,
    body: AnyValue,
    ifMissing?: IfMissing,
  ): Promise<Either<Failure, 'created' | 'replaced' | undefined>> {
    const owner = await this.#ownerOf(resource, body);
    if (isLeft(owner)) return owner;
    const parents = Object.values(owner.right);
    const told = this.#keyOf(resource, body);
    if (isLeft(told)) return told;
    const key = told.right;
    const found = isKeyValue(key) ? await this.#find(resource, key, parents) : undefined;
    if (found !== undefined && ifMissing !== undefined)
      return ifMissing === 'ofThisType' ? staysAsItIs(found, body) : right(undefined);
    const { item, collection } = this.#links.pathsOf(resource);
    const isByKey = isKeyValue(key) && (found !== undefined || this.#isMadeByPut(resource));
    const endpoint = isByKey
      ? this.#requests.endpoint('PUT', item)
      : this.#requests.endpoint('POST', collection);
    const parameters = { ...owner.right, ...(isByKey && { [resource.key]: key }) };
    const done = await this.#requests.perform(endpoint, resource, body, parameters);
    if (isLeft(done)) return done;
    return right(found === undefined ? 'created' : 'replaced');
  }

  /** Whether PUT makes an item of the number that its line tells, which POST would not look at (D127). */
  #isMadeByPut(resource: AnyResource): boolean {
    return this.#requests.endpoint('PUT', this.#links.pathsOf(resource).item).putCreates === true;
  }

  /** What identifies an item, as its line tells it: checked here where POST would not look at it. */
  #keyOf(resource: AnyResource, body: AnyValue): Either<Failure, unknown> {
    const { key } = resource;
    if (body[key] === undefined || !this.#isMadeByPut(resource)) return right(body[key]);
    const told = this.#requests.decoded({ fields: { [key]: required(defined(resource.fields[key])) } }, body);
    return isLeft(told) ? told : right(told.right[key]);
  }

  /** Whose an item is, under the name of that key; nothing of what is nobody's. */
  async #ownerOf(
    resource: AnyResource,
    body: AnyValue,
  ): Promise<Either<Failure, Readonly<Record<string, KeyValue>>>> {
    const parent = lineage(resource).at(-2);
    const owner = parentMember(resource);
    if (parent === undefined || owner === undefined) return right({});
    if (!isKeyValue((body[owner] as AnyValue | undefined)?.[parent.key]))
      return left(schemaViolation(`${owner}.${parent.key}`, 'must say whose it is'));
    const whose = this.#requests.decoded(
      { fields: { [owner]: required(defined(resource.fields[owner])) } },
      body,
    );
    if (isLeft(whose)) return whose;
    const key = keyOf(parent, whose.right[owner] as AnyValue);
    const found = await this.#services.resources.of(parent).find(key);
    const { collection } = parent;
    return found === undefined
      ? left(referenceMissing(owner, collection, key))
      : right({ [parent.key]: key });
  }

  /**
   * The item as it is, for a line that is about to write it. Those of all lines are looked for at once:
   * before each that is looked for by itself, the one before would have to be written.
   */
  async #find(
    resource: AnyResource,
    key: KeyValue,
    parents: readonly KeyValue[],
  ): Promise<AnyValue | undefined> {
    if (parents.length > 0 || !isKeyOf(resource, key))
      return (await this.#services.resources.of(resource, ...parents).find(key))?.value;
    const there = this.#there.get(resource.collection) ?? (await this.#allOf(resource));
    const name = folded(String(key));
    if (!there.has(name)) return (await this.#services.resources.of(resource).find(key))?.value;
    const found = there.get(name);
    there.delete(name);
    return found;
  }

  async #allOf(resource: AnyResource): Promise<Map<string, AnyValue | undefined>> {
    const keys = this.#things
      .filter(({ name }) => name === resource.collection)
      .map(({ body }) => body[resource.key])
      .filter((key) => isKeyOf(resource, key));
    const there = new Map<string, AnyValue | undefined>(keys.map((key) => [folded(String(key)), undefined]));
    for (const item of await this.#services.findAll(resource, keys))
      there.set(folded(String(item[resource.key])), item);
    this.#there.set(resource.collection, there);
    return there;
  }
}

/** A number that would lose digits is infinity or huge, and no key. */
function isKeyValue(key: unknown): key is KeyValue {
  return typeof key === 'number'
    ? Math.abs(key) <= Number.MAX_SAFE_INTEGER
    : typeof key === 'string' && key !== '';
}

/** Whether it is written as the service writes identifiers of a collection: one number in one way. */
export function isKeyOf(resource: AnyResource, key: unknown): key is KeyValue {
  return isKeyValue(key) && (keyKind(resource).type === 'string') === (typeof key === 'string');
}

/** An account that is there is booked on as it is; the file must not mean another side of the books. */
function staysAsItIs(found: AnyValue, body: AnyValue): Either<Failure, undefined> {
  const here = found['accountType'] as Account['accountType'];
  const told = body['accountType'] as Account['accountType'];
  if (!carriesOtherwise(here, told)) return right(undefined);
  return left(ruleBroken('E10160', 'accountType', `is ${told} in the file, and ${here} in these books`));
}
