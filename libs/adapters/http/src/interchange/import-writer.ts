import { randomUUID } from 'node:crypto';
import { isLeft, isRight, left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  amountOf,
  boolean,
  defined,
  folded,
  fullDate,
  inQuotes,
  itemNumber,
  keyKind,
  line,
  lineage,
  oneOf,
  parentMember,
  reference,
  required,
  ruleBroken,
  schemaViolation,
  sumOf,
  ZERO,
  type AnyResource,
  type AnyValue,
  type AuditRecord,
  type Clock,
  type Decimal,
  type DraftOf,
  type Fields,
  type KeyValue,
  referenceMissing,
} from '@kontor/kernel';
import {
  AccountingYear,
  DOCUMENT_SERIES,
  IMPORTED_DOCUMENT,
  IMPORTED_LINK,
  IMPORTED_MATCH,
  IMPORTED_SETTLEMENT,
  Period,
  carriesOtherwise,
  heldWith,
  linksToAnother,
  seriesInYear,
  type Account,
  type HoldNumbers,
  type Import,
  type Imported,
  type ImportedMatch,
  type LeftOut,
  type LineBrought,
  type LineWarning,
  type NumbersHeld,
  type SieThing,
  type TriedBefore,
  type VouchersImported,
} from '@kontor/ledger';
import { IMPORTED_STOCK } from '@kontor/products';
import { BookedInvoice } from '@kontor/sales';
import type { Caller } from '@kontor/studio';
import type { ApiRequest, Endpoint, WriteEndpoint } from '../endpoint/endpoint.js';
import type { Failure } from '../failure/http-failure.js';
import { PLAIN_LINKS, type Links } from '../representation/links.js';
import { authorise } from '../request/authorise.js';
import { decodeBody } from '../request/decode-body.js';
import { withOwnNames } from '../request/own-names.js';
import { MAY_CORRECT_STOCK } from '../products/stock.endpoints.js';
import type { Services } from '../service/services.js';
import { JSON_LINES_VERSION, LINE } from './json-lines.js';
import { MOVED } from './moved-resources.js';

/** What was done with lines. */
export type Counts = { readonly created: number; readonly replaced: number; readonly alreadyThere: number };

/** What a line of a file is to make: the name of a resource and its body. */
export type ImportedThing = {
  readonly line: number;
  readonly name: string;
  readonly body: AnyValue;
  /** What is there stays as it is, of any type or of this one. */
  readonly ifMissing?: IfMissing;
  /** A voucher that is known by what it was called. */
  readonly isKnownByName?: true;
  /** A voucher whose number is of another program. */
  readonly calledElsewhere?: string;
  /** Where each of its entries stands, if not on its own line. */
  readonly linesOfEntries?: readonly number[];
};

type IfMissing = Extract<SieThing, { readonly name: string }>['ifMissing'];

/** What came of lines, which numbers are held for those that follow, and what should be looked at. */
export type Written = {
  readonly counts: Counts;
  readonly held: NumbersHeld;
  readonly warnings: readonly LineWarning[];
  /** What documents say, by their number and name. */
  readonly said: VouchersImported['said'];
};

/** Brings lines of files into the books, by the use cases that requests have. */
export type ImportWriter = {
  /** Writes what lines tell, all or none. */
  write(
    services: Services,
    things: readonly ImportedThing[],
    held: NumbersHeld,
  ): Promise<Either<Failure, Written>>;
  /** The record that a unit of work leaves of who changed the books. */
  record(): AuditRecord;
};

type Parts = {
  readonly caller: Caller;
  readonly importNumber: number;
  readonly format: Import['format'];
  /** Lines are only tried: the documents of the lines before are not in the books, but known by this. */
  readonly triedBefore?: TriedBefore | undefined;
  readonly endpoints: readonly Endpoint[];
  readonly links: Links;
  readonly clock: Clock;
};

/** What names documents, which a dry run books nowhere, so that it does not look at what is named. */
export function namesDocuments(name: string): boolean {
  return name === LINE.link || name === LINE.match || name === LINE.settlement;
}

/** A line that is a booked document. */
export function isDocument(name: string): boolean {
  return name === LINE.voucher || name === LINE.openingBalance;
}

/** What is told of one thing by a line. */
type Shape<F extends Fields> = { readonly fields: F };

const DOCUMENT = { fields: IMPORTED_DOCUMENT };
const MATCH = { fields: IMPORTED_MATCH };
const LINK = { fields: IMPORTED_LINK };
const STOCK = { fields: IMPORTED_STOCK };
const SETTLEMENT = { fields: IMPORTED_SETTLEMENT };
const yearName = () => line({ min: 4, max: 9 });
const NUMBERS_OF_INVOICES = {
  fields: { collection: required(oneOf([BookedInvoice.collection])), lastNumber: required(itemNumber()) },
};
const NUMBERS_OF_A_YEAR = {
  fields: {
    year: required(yearName()),
    numberSeriesNumber: required(itemNumber()),
    lastNumber: required(itemNumber()),
  },
};
const PERIOD = {
  fields: {
    accountingYear: required(reference('accounting-years', 'year', yearName())),
    fromDate: required(fullDate()),
    barred: required(boolean()),
  },
};

/** Who writes by an import: each line as the request that writes the same, with the same rules and roles. */
export function importWriter(parts: Parts): ImportWriter {
  const { caller, importNumber } = parts;
  const { appNumber, grantNumber, userName } = caller;
  return {
    write: (services, things, held) => new Writing(parts, services, held).all(things),
    record: () => ({
      appNumber,
      grantNumber,
      userName,
      method: 'POST',
      path: `/imports/${importNumber}`,
      status: 200,
      requestId: randomUUID(),
    }),
  };
}

const NOTHING: Counts = { created: 0, replaced: 0, alreadyThere: 0 };

class Writing {
  readonly #parts: Parts;
  readonly #services: Services;
  #held: NumbersHeld;
  #counts = NOTHING;
  readonly #warnings: LineWarning[] = [];
  readonly #said: VouchersImported['said'][number][] = [];
  #documents: (Imported & { readonly thing: ImportedThing })[] = [];
  #matches: ImportedMatch[] = [];
  /** By collections: what is there of the items that lines tell of, as long as none has written it. */
  readonly #there = new Map<string, Map<string, AnyValue | undefined>>();
  #things: readonly ImportedThing[] = [];

  constructor(parts: Parts, services: Services, held: NumbersHeld) {
    this.#parts = parts;
    this.#services = services;
    this.#held = held;
  }

  async all(things: readonly ImportedThing[]): Promise<Either<Failure, Written>> {
    this.#things = things;
    for (const thing of things) {
      const done = await this.#next(thing);
      if (isLeft(done)) return done;
    }
    const done = await this.#together();
    return isLeft(done) ? done : right(this.#written());
  }

  #written(): Written {
    return { counts: this.#counts, held: this.#held, warnings: this.#warnings, said: this.#said };
  }

  /** Documents that follow each other are booked together, and matches that do are made together. */
  async #next(thing: ImportedThing): Promise<Either<Failure, unknown>> {
    const { name, body, ifMissing, isKnownByName, calledElsewhere } = thing;
    const isOfDocuments = isDocument(name);
    const isMatch = name === LINE.match;
    if ((this.#documents.length > 0 && !isOfDocuments) || (this.#matches.length > 0 && !isMatch)) {
      const done = await this.#together();
      if (isLeft(done)) return done;
    }
    if (!isOfDocuments && !isMatch) return this.#one(name, body, ifMissing);
    if (isMatch) {
      const match = this.#decoded(MATCH, body);
      if (isRight(match)) this.#matches.push(match.right);
      return match;
    }
    const document = this.#decoded(DOCUMENT, body);
    if (isRight(document)) {
      const isOfSie = this.#parts.format === 'sie';
      if (isOfSie && name === LINE.voucher && document.right.entries.length === 0) {
        this.#warnings.push(withoutRows(thing));
        return document;
      }
      if (isOfSie && name === LINE.openingBalance)
        this.#warnings.push(...unbalanced(thing, document.right.entries));
      this.#documents.push({
        thing,
        draft: document.right,
        isOpening: name === LINE.openingBalance,
        ...(isKnownByName && { isKnownByName }),
        calledElsewhere,
      });
    }
    return document;
  }

  /** Writes what has come together. */
  async #together(): Promise<Either<Failure, unknown>> {
    const [documents, matches] = [this.#documents, this.#matches];
    [this.#documents, this.#matches] = [[], []];
    if (documents.length > 0) {
      const { format, triedBefore } = this.#parts;
      const asked = { documents, held: this.#held, format, triedBefore };
      const done = await this.#services.ledger.importVouchers(asked)();
      if (isLeft(done)) return done;
      this.#held = done.right.held;
      this.#count(done.right);
      this.#said.push(...done.right.said);
      for (const one of done.right.leftOut)
        this.#warnings.push(...warningsOf(defined(documents[one.document]).thing, one));
    }
    // A dry run looks at what matches say, and not at what they name: that is not in the books.
    if (matches.length > 0 && this.#isDryRun) this.#count({ created: matches.length });
    else if (matches.length > 0) {
      const done = await this.#services.ledger.importMatches({ matches })();
      if (isLeft(done)) return done;
      this.#count(done.right);
    }
    return right(undefined);
  }

  #count(more: Partial<Counts>): void {
    const { created, replaced, alreadyThere } = this.#counts;
    this.#counts = {
      created: created + (more.created ?? 0),
      replaced: replaced + (more.replaced ?? 0),
      alreadyThere: alreadyThere + (more.alreadyThere ?? 0),
    };
  }

  #one(name: string, body: AnyValue, ifMissing: IfMissing): Promise<Either<Failure, unknown>> {
    switch (name) {
      case LINE.head:
        return this.#head(body);
      case LINE.numbers:
        return this.#numbers(body);
      case LINE.period:
        return this.#period(body);
      case LINE.link:
        return this.#told(LINK, body, (link) => this.#services.ledger.importLink(link), linksToAnother);
      case LINE.stock:
        return this.#stock(body);
      case LINE.settlement:
        return this.#told(SETTLEMENT, body, (settlement) =>
          this.#services.ledger.importSettlement(settlement),
        );
      case AccountingYear.collection:
        return this.#year(body);
      default: {
        const resource = MOVED.find(({ collection }) => collection === name);
        if (resource === undefined)
          return Promise.resolve(left(schemaViolation(name.slice(0, 50), 'must be one that is imported')));
        return this.#item(resource, body, ifMissing);
      }
    }
  }

  async #head({ version, baseCurrency }: AnyValue): Promise<Either<Failure, unknown>> {
    if (version !== JSON_LINES_VERSION)
      return left(schemaViolation('version', `must be ${JSON_LINES_VERSION}`));
    const own = await this.#services.ledger.baseCurrency();
    return baseCurrency === own
      ? right(undefined)
      : left(schemaViolation('baseCurrency', `must be ${own}, as here`));
  }

  /** The last number that a series has given in a year, or invoices have over all years. */
  async #numbers(body: AnyValue): Promise<Either<Failure, unknown>> {
    if (body['collection'] !== undefined) {
      const told = this.#decoded(NUMBERS_OF_INVOICES, body);
      if (isLeft(told)) return told;
      const { collection: counter, lastNumber } = told.right;
      return this.#hold(counter, { counter, lastNumber });
    }
    const told = this.#decoded(NUMBERS_OF_A_YEAR, body);
    if (isLeft(told)) return told;
    const { year, numberSeriesNumber, lastNumber } = told.right;
    if (!DOCUMENT_SERIES.some((series) => series.numberSeriesNumber === numberSeriesNumber))
      return left(schemaViolation('numberSeriesNumber', 'must be a series that numbers vouchers'));
    const { years } = await this.#services.ledger.accountingYears.chain();
    if (!years.some((one) => one.year === year))
      return left(referenceMissing('year', 'accounting-years', year));
    const counter = seriesInYear(numberSeriesNumber, year);
    return this.#hold(`${year} ${numberSeriesNumber}`, { counter, lastNumber });
  }

  async #hold(name: string, asked: HoldNumbers): Promise<Either<Failure, unknown>> {
    const more = await this.#services.ledger.holdNumbers(asked);
    if (more !== undefined) this.#held = { ...this.#held, [name]: heldWith(this.#held[name], more) };
    return right(undefined);
  }

  /** What a line tells of documents that are booked; of a dry run as of matches. */
  async #told<F extends Fields>(
    shape: Shape<F>,
    body: AnyValue,
    write: (told: DraftOf<F>) => TaskEither<Failure, LineBrought>,
    mayStand: (told: DraftOf<F>) => Either<Failure, void> = () => right(undefined),
  ): Promise<Either<Failure, unknown>> {
    const told = this.#decoded(shape, body);
    if (isLeft(told)) return told;
    if (this.#isDryRun) {
      const stands = mayStand(told.right);
      if (isLeft(stands)) return stands;
      this.#count({ created: 1 });
      return told;
    }
    return this.#counted(write(told.right));
  }

  async #counted(write: TaskEither<Failure, LineBrought>): Promise<Either<Failure, unknown>> {
    const done = await write();
    if (isRight(done)) this.#count({ [done.right]: 1 });
    return done;
  }

  get #isDryRun(): boolean {
    return this.#parts.triedBefore !== undefined;
  }

  /** By who may correct stock. */
  async #stock(body: AnyValue): Promise<Either<Failure, unknown>> {
    const { caller, clock } = this.#parts;
    const allowed = authorise(caller, MAY_CORRECT_STOCK, 'POST');
    if (isLeft(allowed)) return allowed;
    const stock = this.#decoded(STOCK, body);
    if (isLeft(stock)) return stock;
    const asked = { stock: stock.right, modules: caller.modules, now: clock() };
    return this.#counted(
      pipe(
        this.#services.products.bringStock(asked),
        TE.map((isMoved): LineBrought => (isMoved ? 'created' : 'alreadyThere')),
      ),
    );
  }

  /** What a line says, by the declaration that it is decoded by. */
  #decoded<F extends Fields>(shape: Shape<F>, body: AnyValue): Either<Failure, DraftOf<F>> {
    const { caller, links } = this.#parts;
    return decodeBody(shape, body, caller.modules, links) as Either<Failure, DraftOf<F>>;
  }

  async #period(body: AnyValue): Promise<Either<Failure, unknown>> {
    const told = this.#decoded(PERIOD, body);
    if (isLeft(told)) return told;
    const { accountingYear, fromDate, barred } = told.right;
    const { year } = accountingYear;
    const { years } = await this.#services.ledger.accountingYears.chain();
    const missing = { kind: 'ReferenceMissing' as const };
    if (!years.some((one) => one.year === year)) {
      const resource = AccountingYear.collection;
      return left({ ...missing, property: 'accountingYear', resource, key: year });
    }
    const { items } = await this.#services.resources
      .of(Period, year)
      .page({ sort: Period.defaultSort, pageSize: 100, skipPages: 0 });
    const found = items.find((period) => period.fromDate === fromDate);
    if (found === undefined)
      return left({ ...missing, property: 'fromDate', resource: Period.collection, key: fromDate });
    const { periodNumber } = found;
    this.#count({ replaced: 1 });
    const endpoint = this.#endpoint('PUT', this.#parts.links.pathsOf(Period).item);
    return this.#perform(endpoint, Period, { barred }, { year, periodNumber });
  }

  /** A year is made or closed, and never changed. */
  async #year(body: AnyValue): Promise<Either<Failure, unknown>> {
    const endpoint = this.#endpoint('POST', this.#parts.links.pathsOf(AccountingYear).collection);
    const decoded = this.#decodedFor(endpoint, AccountingYear, body, {});
    if (isLeft(decoded)) return decoded;
    const { fromDate, toDate, closed } = decoded.right as AccountingYear;
    const { years } = await this.#services.ledger.accountingYears.chain();
    const found = years.find((one) => one.fromDate === fromDate && one.toDate === toDate);
    if (found === undefined) {
      this.#count({ created: 1 });
      return this.#perform(endpoint, AccountingYear, body, {});
    }
    if (!closed || found.closed) return right(undefined);
    this.#count({ replaced: 1 });
    return this.#services.ledger.closeAccountingYear({ year: found.year })();
  }

  /** As PUT where it is there, or where PUT alone takes the number that it had elsewhere; else as POST. */
  async #item(
    resource: AnyResource,
    body: AnyValue,
    ifMissing?: IfMissing,
  ): Promise<Either<Failure, unknown>> {
    const owner = await this.#ownerOf(resource, body);
    if (isLeft(owner)) return owner;
    const parents = Object.values(owner.right);
    const told = this.#keyOf(resource, body);
    if (isLeft(told)) return told;
    const key = told.right;
    const found = isKeyValue(key) ? await this.#found(resource, key, parents) : undefined;
    if (found !== undefined && ifMissing !== undefined)
      return ifMissing === 'ofThisType' ? staysAsItIs(found, body) : right(undefined);
    const { item, collection } = this.#parts.links.pathsOf(resource);
    const isByKey = isKeyValue(key) && (found !== undefined || this.#isMadeByPut(resource));
    const endpoint = isByKey ? this.#endpoint('PUT', item) : this.#endpoint('POST', collection);
    const parameters = { ...owner.right, ...(isByKey && { [resource.key]: key }) };
    const done = await this.#perform(endpoint, resource, body, parameters);
    if (isLeft(done)) return done;
    this.#count(found === undefined ? { created: 1 } : { replaced: 1 });
    return done;
  }

  /** Whether PUT makes an item of the number that its line tells, which POST would not look at (D127). */
  #isMadeByPut(resource: AnyResource): boolean {
    return this.#endpoint('PUT', this.#parts.links.pathsOf(resource).item).putCreates === true;
  }

  /** What identifies an item, as its line tells it: checked here where POST would not look at it. */
  #keyOf(resource: AnyResource, body: AnyValue): Either<Failure, unknown> {
    const { key } = resource;
    if (body[key] === undefined || !this.#isMadeByPut(resource)) return right(body[key]);
    const told = this.#decoded({ fields: { [key]: required(defined(resource.fields[key])) } }, body);
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
    const whose = this.#decoded({ fields: { [owner]: required(defined(resource.fields[owner])) } }, body);
    if (isLeft(whose)) return whose;
    const key = (whose.right[owner] as AnyValue)[parent.key] as KeyValue;
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
  async #found(
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

  #endpoint(method: 'POST' | 'PUT', path: string): WriteEndpoint {
    const endpoint = this.#parts.endpoints.find((one) => one.method === method && one.path === path);
    if (endpoint === undefined || endpoint.method === 'GET') throw new Error(`there is no ${method} ${path}`);
    return endpoint;
  }

  /** What a request would hold, where whoever asked may send it. */
  #decodedFor(
    endpoint: WriteEndpoint,
    resource: AnyResource,
    body: AnyValue,
    parameters: ApiRequest['parameters'],
  ): Either<Failure, unknown> {
    const { caller, links } = this.#parts;
    const allowed = authorise(caller, endpoint.access, endpoint.method);
    if (isLeft(allowed)) return allowed;
    if (endpoint.needs !== undefined && !caller.modules.includes(endpoint.needs))
      return left({ kind: 'ModuleMissing', needs: endpoint.needs });
    if (endpoint.body === undefined) throw new Error(`${endpoint.path} takes no body`);
    const key = endpoint.body.keyInUrl && parameters[endpoint.body.keyInUrl.field];
    return decodeBody(endpoint.body, withOwnNames(resource, body), caller.modules, links, key);
  }

  async #perform(
    endpoint: WriteEndpoint,
    resource: AnyResource,
    body: AnyValue,
    parameters: ApiRequest['parameters'],
  ): Promise<Either<Failure, unknown>> {
    const decoded = this.#decodedFor(endpoint, resource, body, parameters);
    if (isLeft(decoded)) return decoded;
    const { caller, links, clock } = this.#parts;
    const request: ApiRequest = {
      caller,
      parameters,
      body: decoded.right,
      links,
      style: PLAIN_LINKS,
      now: clock(),
      requestId: '',
      path: endpoint.path,
      offers: () => false,
    };
    return endpoint.perform(this.#services, request, undefined)();
  }
}

/** A number that would lose digits is infinity or huge, and no key. */
function isKeyValue(key: unknown): key is KeyValue {
  return typeof key === 'number'
    ? Math.abs(key) <= Number.MAX_SAFE_INTEGER
    : typeof key === 'string' && key !== '';
}

/** A year of a SIE file begins with what balances, unless it leaves out what the year before has earned. */
function unbalanced(
  { line }: ImportedThing,
  entries: readonly { readonly amount: Decimal }[],
): readonly LineWarning[] {
  const together = sumOf(entries.map(({ amount }) => amount));
  if (together === ZERO) return [];
  const message =
    `The balances that the year begins with (#IB) sum to ${together}, and not to 0: the result of the year ` +
    'before may stand on no account, or an amount has a space, so that its end was taken for a quantity.';
  return [{ line, message }];
}

/** Programs that may leave out no number write a voucher so that was cancelled: there is nothing to book. */
function withoutRows({ line, body, calledElsewhere }: ImportedThing): LineWarning {
  const name = calledElsewhere ?? body['externalDocumentId'] ?? body['voucherNumber'];
  const which = name === undefined ? 'The voucher' : `The voucher ${inQuotes(String(name))}`;
  return { line, message: `${which} has no rows, as one that was cancelled: it is left out.` };
}

/** What is told of opening balances that were left out, since these books carry on others. */
function warningsOf(
  { line: own, linesOfEntries }: ImportedThing,
  { accounts, notCarried }: LeftOut,
): readonly LineWarning[] {
  const earned =
    notCarried === 0n
      ? ''
      : ` Years before that are not closed here have a result of ${amountOf(notCarried)}, which closing ` +
        'them brings to an account.';
  return accounts.map(({ accountNumber, inFile, inBooks, entry }) => ({
    line: (entry === undefined ? undefined : linesOfEntries?.[entry]) ?? own,
    message:
      `The year begins with ${amountOf(inFile)} on account ${accountNumber} in the file, and with ` +
      `${amountOf(inBooks)} in these books, which carry that on: it stays.${earned}`,
  }));
}

/** Whether it is written as the service writes identifiers of a collection: one number in one way. */
export function isKeyOf(resource: AnyResource, key: unknown): key is KeyValue {
  return isKeyValue(key) && (keyKind(resource).type === 'string') === (typeof key === 'string');
}

/** An account that is there is booked on as it is; the file must not mean another side of the books. */
function staysAsItIs(found: AnyValue, body: AnyValue): Either<Failure, void> {
  const here = found['accountType'] as Account['accountType'];
  const told = body['accountType'] as Account['accountType'];
  if (!carriesOtherwise(here, told)) return right(undefined);
  return left(ruleBroken('E10160', 'accountType', `is ${told} in the file, and ${here} in these books`));
}
