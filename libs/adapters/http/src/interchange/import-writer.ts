import { randomUUID } from 'node:crypto';
import { isLeft, isRight, left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  boolean,
  defined,
  fullDate,
  itemNumber,
  line,
  oneOf,
  reference,
  required,
  schemaViolation,
  type AnyValue,
  type AuditRecord,
  type DraftOf,
  type Fields,
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
  heldWith,
  linksToAnother,
  seriesInYear,
  type HoldNumbers,
  type Import,
  type Imported,
  type ImportedMatch,
  type LineBrought,
  type LineWarning,
  type NumbersHeld,
  type TriedBefore,
  type VouchersImported,
} from '@kontor/ledger';
import { IMPORTED_STOCK } from '@kontor/products';
import { BookedInvoice } from '@kontor/sales';
import type { Failure } from '../failure/http-failure.js';
import { authorise } from '../request/authorise.js';
import { MAY_CORRECT_STOCK } from '../products/stock.endpoints.js';
import type { Services } from '../service/services.js';
import { unbalanced, warningsOf, withoutRows } from './import-warnings.js';
import { isDocument, type IfMissing, type ImportedThing } from './imported-thing.js';
import { ImportedItems } from './imported-items.js';
import { JSON_LINES_VERSION, LINE } from './json-lines.js';
import { LineRequests, type RequestParts, type Shape } from './line-requests.js';
import { MOVED } from './moved-resources.js';

/** What was done with lines. */
export type Counts = { readonly created: number; readonly replaced: number; readonly alreadyThere: number };

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

type Parts = RequestParts & {
  readonly importNumber: number;
  readonly format: Import['format'];
  /** Lines are only tried: the documents of the lines before are not in the books, but known by this. */
  readonly triedBefore?: TriedBefore | undefined;
};

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
    write: (services, things, held) => new Writing(parts, services, things, held).all(),
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
  readonly #things: readonly ImportedThing[];
  readonly #requests: LineRequests;
  readonly #items: ImportedItems;
  #held: NumbersHeld;
  #counts = NOTHING;
  readonly #warnings: LineWarning[] = [];
  readonly #said: VouchersImported['said'][number][] = [];
  #documents: (Imported & { readonly thing: ImportedThing })[] = [];
  #matches: ImportedMatch[] = [];

  constructor(parts: Parts, services: Services, things: readonly ImportedThing[], held: NumbersHeld) {
    this.#parts = parts;
    this.#services = services;
    this.#things = things;
    this.#held = held;
    const requests = new LineRequests(parts, services);
    this.#requests = requests;
    this.#items = new ImportedItems({ requests, services, links: parts.links, things });
  }

  async all(): Promise<Either<Failure, Written>> {
    for (const thing of this.#things) {
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
      const match = this.#requests.decoded(MATCH, body);
      if (isRight(match)) this.#matches.push(match.right);
      return match;
    }
    const document = this.#requests.decoded(DOCUMENT, body);
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
        return this.#writeAndCount(() => this.#items.write(resource, body, ifMissing));
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
      const told = this.#requests.decoded(NUMBERS_OF_INVOICES, body);
      if (isLeft(told)) return told;
      const { collection: counter, lastNumber } = told.right;
      return this.#hold(counter, { counter, lastNumber });
    }
    const told = this.#requests.decoded(NUMBERS_OF_A_YEAR, body);
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
    const told = this.#requests.decoded(shape, body);
    if (isLeft(told)) return told;
    if (this.#isDryRun) {
      const stands = mayStand(told.right);
      if (isLeft(stands)) return stands;
      this.#count({ created: 1 });
      return told;
    }
    return this.#writeAndCount(write(told.right));
  }

  async #writeAndCount(
    write: TaskEither<Failure, keyof Counts | undefined>,
  ): Promise<Either<Failure, unknown>> {
    const done = await write();
    if (isRight(done) && done.right !== undefined) this.#count({ [done.right]: 1 });
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
    const stock = this.#requests.decoded(STOCK, body);
    if (isLeft(stock)) return stock;
    const asked = { stock: stock.right, modules: caller.modules, now: clock() };
    return this.#writeAndCount(
      pipe(
        this.#services.products.bringStock(asked),
        TE.map((isMoved): LineBrought => (isMoved ? 'created' : 'alreadyThere')),
      ),
    );
  }

  async #period(body: AnyValue): Promise<Either<Failure, unknown>> {
    const told = this.#requests.decoded(PERIOD, body);
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
    const endpoint = this.#requests.endpoint('PUT', this.#parts.links.pathsOf(Period).item);
    return this.#requests.perform(endpoint, Period, { barred }, { year, periodNumber });
  }

  /** A year is made or closed, and never changed. */
  async #year(body: AnyValue): Promise<Either<Failure, unknown>> {
    const endpoint = this.#requests.endpoint('POST', this.#parts.links.pathsOf(AccountingYear).collection);
    const decoded = this.#requests.decodedFor(endpoint, AccountingYear, body, {});
    if (isLeft(decoded)) return decoded;
    const { fromDate, toDate, closed } = decoded.right as AccountingYear;
    const { years } = await this.#services.ledger.accountingYears.chain();
    const found = years.find((one) => one.fromDate === fromDate && one.toDate === toDate);
    if (found === undefined) {
      this.#count({ created: 1 });
      return this.#requests.perform(endpoint, AccountingYear, body, {});
    }
    if (!closed || found.closed) return right(undefined);
    this.#count({ replaced: 1 });
    return this.#services.ledger.closeAccountingYear({ year: found.year })();
  }
}
