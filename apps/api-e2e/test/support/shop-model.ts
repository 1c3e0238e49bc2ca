/** The VAT codes that the shop sells with. */
export const VAT_RATES = { S25: 25, S12: 12.5, S0: 0, SEUG: 0 } as const;
export type VatCode = keyof typeof VAT_RATES;

/** A line of an order. Prices are in cents, and the account is what it is sold on. */
export type Line = {
  readonly product: string;
  readonly quantity: number;
  readonly price: number;
  readonly discount: number;
  readonly account: number;
  readonly vatCode: VatCode;
};

/** What is held of a product; cost in euro × 10^10, which is what the service keeps. */
type Shelf = { inStock: number; ordered: number; cost: bigint | undefined };

const PURCHASES = 1310;
const BANK = 5810;
const CREDITORS = 6410;
const SALES_VAT = 6610;
const PURCHASE_VAT = 6660;
const CENT = 10n ** 8n;

/**
 * A shop in a few sums, to compare the service with: what is on its shelves, and what it sold. Goods come in
 * at the average cost and leave at it; a line is rounded to the cent, VAT once a code in each document.
 */
export class ShopModel {
  readonly #shelves = new Map<string, Shelf>();
  readonly #accounts = new Map<number, number>();
  readonly #owed = new Map<number, number>();
  readonly #vat = new Map<VatCode, { basis: number; vat: number }>();

  /** A product is in the catalogue. */
  list(product: string): void {
    this.#shelves.set(product, { inStock: 0, ordered: 0, cost: undefined });
  }

  /** Goods come in at so many cents each. */
  receive(product: string, quantity: number, cents: number): void {
    const shelf = this.#shelf(product);
    const cost = BigInt(cents) * CENT;
    if (shelf.inStock <= 0 || shelf.cost === undefined) shelf.cost = cost;
    else {
      const value = BigInt(shelf.inStock) * shelf.cost + BigInt(quantity) * cost;
      shelf.cost = rounded(value, BigInt(shelf.inStock + quantity));
    }
    shelf.inStock += quantity;
  }

  /** Goods are gone: the others cost what they did. */
  lose(product: string, quantity: number): void {
    this.#shelf(product).inStock -= quantity;
  }

  /** The supplier is owed so many cents, 25 % VAT in them. */
  owe(cents: number): void {
    const vat = cents / 5;
    this.#add(CREDITORS, -cents);
    this.#add(PURCHASES, cents - vat);
    this.#add(PURCHASE_VAT, vat);
  }

  /** What is ordered is still there, and not available. */
  order(lines: readonly Line[], times: 1 | -1 = 1): void {
    for (const { product, quantity } of lines) this.#shelf(product).ordered += times * quantity;
  }

  /** An invoice, or with negative quantities a credit note. */
  sell(customer: number, lines: readonly Line[]): void {
    for (const { product, quantity } of lines) {
      const shelf = this.#shelf(product);
      shelf.inStock -= quantity;
      if (quantity > 0) shelf.ordered -= quantity;
    }
    for (const line of lines) this.#add(line.account, -netOf(line));
    let gross = 0;
    for (const [code, net] of byCode(lines)) {
      const vat = vatOf(code, net);
      gross += net + vat;
      this.#add(SALES_VAT, -vat);
      const sum = this.#vat.get(code) ?? { basis: 0, vat: 0 };
      this.#vat.set(code, { basis: sum.basis - net, vat: sum.vat - vat });
    }
    this.#owed.set(customer, (this.#owed.get(customer) ?? 0) + gross);
  }

  /** A customer pays so many cents. */
  pay(customer: number, cents: number): void {
    this.#owed.set(customer, (this.#owed.get(customer) ?? 0) - cents);
    this.#add(BANK, cents);
  }

  /** What lines come to, in euro. */
  totalsOf(lines: readonly Line[]): { readonly net: number; readonly vat: number; readonly gross: number } {
    const net = lines.reduce((sum, line) => sum + netOf(line), 0);
    const vat = [...byCode(lines)].reduce((sum, [code, some]) => sum + vatOf(code, some), 0);
    return { net: net / 100, vat: vat / 100, gross: (net + vat) / 100 };
  }

  /** What is left of lines when the cost of the goods is taken off, in euro. */
  marginOf(lines: readonly Line[]): number {
    const cents = lines.reduce((sum, line) => {
      const cost = this.#shelf(line.product).cost ?? 0n;
      return sum + netOf(line) - Number(rounded(BigInt(line.quantity) * cost, CENT));
    }, 0);
    return cents / 100;
  }

  /** By product: in stock, ordered, available, cost. */
  shelves(): Record<string, readonly (number | undefined)[]> {
    return Object.fromEntries(
      [...this.#shelves].map(([product, { inStock, ordered, cost }]) => [
        product,
        [inStock, ordered, inStock - ordered, cost === undefined ? undefined : Number(cost) / 1e10],
      ]),
    );
  }

  /** What a customer owes, in euro. */
  owedBy(customer: number): number {
    return (this.#owed.get(customer) ?? 0) / 100;
  }

  /** What stands on the accounts, debit positive, in euro. `debtorsOf`: on which a customer's debts stand. */
  accounts(debtorsOf: (customer: number) => number): Record<number, number> {
    const sums = new Map(this.#accounts);
    for (const [customer, cents] of this.#owed) {
      const account = debtorsOf(customer);
      sums.set(account, (sums.get(account) ?? 0) + cents);
    }
    return Object.fromEntries([...sums].map(([account, cents]) => [account, cents / 100]));
  }

  /** Basis and VAT of a code, credit negative, in euro. */
  vatOf(code: VatCode): readonly [number, number] {
    const { basis, vat } = this.#vat.get(code) ?? { basis: 0, vat: 0 };
    return [basis / 100, vat / 100];
  }

  #shelf(product: string): Shelf {
    const shelf = this.#shelves.get(product);
    if (shelf === undefined) throw new Error(`no product ${product} in the model`);
    return shelf;
  }

  #add(account: number, cents: number): void {
    this.#accounts.set(account, (this.#accounts.get(account) ?? 0) + cents);
  }
}

/** Quantity × price less discount, to the cent. */
function netOf({ quantity, price, discount }: Line): number {
  return Number(rounded(BigInt(quantity) * BigInt(price) * BigInt(100 - discount), 100n));
}

function byCode(lines: readonly Line[]): ReadonlyMap<VatCode, number> {
  const sums = new Map<VatCode, number>();
  for (const line of lines) sums.set(line.vatCode, (sums.get(line.vatCode) ?? 0) + netOf(line));
  return sums;
}

function vatOf(code: VatCode, cents: number): number {
  return Number(rounded(BigInt(cents) * BigInt(VAT_RATES[code] * 10), 1000n));
}

/** Half away from zero. */
function rounded(dividend: bigint, divisor: bigint): bigint {
  const half = (dividend < 0n ? -divisor : divisor) / 2n;
  return (dividend + half) / divisor;
}
