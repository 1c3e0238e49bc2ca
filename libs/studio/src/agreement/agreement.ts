import type { FullDate, ModuleName } from '@kontor/kernel';
import type { Company } from './company.js';

/** A customer agreement: the owner of books, and of every row in them. */
export type Agreement = {
  readonly agreementNumber: number;
  readonly name: string;
  readonly blocked: boolean;
  readonly forDeletion: boolean;
  /** Its grants reach only self and the studio module (§5.6). */
  readonly isAdministrator: boolean;
  /** The administrator agreement that may work with this one's books. */
  readonly administratorNumber?: number | undefined;
  /** ISO 4217. */
  readonly baseCurrency: string;
  readonly modules: readonly ModuleName[];
  readonly signupDate: FullDate;
};

/** What has to be said of a new agreement; all else is as most agreements have it. */
export type GivenOfAgreement = Pick<Agreement, 'name' | 'signupDate'> &
  Partial<Omit<Agreement, 'agreementNumber' | 'name' | 'signupDate'>>;

/** An agreement as it begins: neither blocked nor going, no administrator, in euros, without any modules. */
export function agreementWith(given: GivenOfAgreement): Omit<Agreement, 'agreementNumber'> {
  return {
    blocked: false,
    forDeletion: false,
    isAdministrator: false,
    baseCurrency: 'EUR',
    modules: [],
    ...given,
  };
}

/** The agreements, across the whole service. Every method throws only on outages. */
export type AgreementRepository = {
  /** Stores a new agreement under the next agreement number. */
  create(agreement: Omit<Agreement, 'agreementNumber'>): Promise<Agreement>;
  /** Takes the next agreement number, for an agreement that is yet to be stored. */
  reserve(): Promise<number>;
  /**
   * Stores an agreement under a number that was reserved, or is its own (the
   * demo agreement); does nothing when it exists.
   */
  ensure(agreement: Agreement): Promise<{ readonly created: boolean }>;
  find(agreementNumber: number): Promise<Agreement | undefined>;
  /** Whose books they are; nothing of it when there is no such agreement. */
  companyOf(agreementNumber: number): Promise<Company>;
  /** Replaces that whole. */
  saveCompany(agreementNumber: number, company: Company): Promise<void>;
  /** What stands above its documents: a PNG or a JPEG. */
  logoOf(agreementNumber: number): Promise<Uint8Array | undefined>;
  /** Puts another in its place, or none. */
  saveLogo(agreementNumber: number, logo: Uint8Array | undefined): Promise<void>;
  /** All agreements, or those an administrator agreement may work with, by number. */
  list(of?: { readonly administratorNumber: number }): Promise<readonly Agreement[]>;
  /** Those of these numbers that there are, by number, held until the unit of work ends. */
  hold(agreementNumbers: readonly number[]): Promise<readonly Agreement[]>;
  /** Changes the flags; undefined when there is no such agreement. */
  flag(
    agreementNumber: number,
    flags: Partial<Pick<Agreement, 'blocked' | 'forDeletion'>>,
  ): Promise<Agreement | undefined>;
};
