import type { FullDate, ModuleName } from '@kontor/kernel';
import type { Agreement, AgreementRepository, Company } from '@kontor/studio';
import { troubleOf } from '../failures.js';
import { affectedBy, rowsOf, type Row, type Session, type SqlValue, type Statement } from '../statement.js';
import { joinWords, nextGlobalNumber, splitWords } from './global-number.js';
import { globally, type Writing } from './globally.js';

const COLUMNS = [
  'agreement_number',
  'name',
  'blocked',
  'for_deletion',
  'is_administrator',
  'administrator_number',
  'base_currency',
  'modules',
  'signup_date',
] as const;

/** The columns of an agreement, of the table under this alias; each is read under a name of its own. */
export function agreementColumns(alias: string, prefix = ''): string {
  return COLUMNS.map((column) => `${alias}.\`${column}\` AS \`${prefix}${column}\``).join(', ');
}

export function agreementOf(row: Row, prefix = ''): Agreement {
  const at = (column: (typeof COLUMNS)[number]): unknown => row[prefix + column];
  const administrator = at('administrator_number') as number | null;
  return {
    agreementNumber: at('agreement_number') as number,
    name: at('name') as string,
    blocked: at('blocked') === 1,
    forDeletion: at('for_deletion') === 1,
    isAdministrator: at('is_administrator') === 1,
    ...(administrator !== null && { administratorNumber: administrator }),
    baseCurrency: at('base_currency') as string,
    modules: splitWords<ModuleName>(at('modules')),
    signupDate: at('signup_date') as FullDate,
  };
}

function insertOf(agreement: Agreement): Statement {
  const values: readonly SqlValue[] = [
    agreement.agreementNumber,
    agreement.name,
    agreement.blocked ? 1 : 0,
    agreement.forDeletion ? 1 : 0,
    agreement.isAdministrator ? 1 : 0,
    agreement.administratorNumber ?? null,
    agreement.baseCurrency,
    joinWords(agreement.modules),
    agreement.signupDate,
  ];
  const columns = COLUMNS.map((column) => `\`${column}\``).join(', ');
  return {
    sql: `INSERT INTO \`agreement\` (${columns}) VALUES (${values.map(() => '?').join(', ')})`,
    values,
  };
}

const SELECT = `SELECT ${agreementColumns('a')} FROM \`agreement\` AS a`;

/** Whose books they are, which nobody asks for but `/self`: no part of what every request reads. */
const COMPANY_COLUMNS = [
  ['addressLine1', 'address_line1'],
  ['addressLine2', 'address_line2'],
  ['zip', 'zip'],
  ['city', 'city'],
  ['country', 'country'],
  ['attention', 'attention'],
  ['phoneNumber', 'phone_number'],
  ['email', 'email'],
  ['website', 'website'],
  ['companyIdentificationNumber', 'company_identification_number'],
  ['vatNumber', 'vat_number'],
  ['companyAffiliation', 'company_affiliation'],
  ['bankName', 'bank_name'],
  ['bankSortCode', 'bank_sort_code'],
  ['bankAccountNumber', 'bank_account_number'],
  ['bankGiroNumber', 'bank_giro_number'],
  ['ibanNumber', 'iban_number'],
  ['swiftCode', 'swift_code'],
  ['pbsCustomerGroupNumber', 'pbs_customer_group_number'],
  ['pbsFiSupplierNumber', 'pbs_fi_supplier_number'],
] as const satisfies readonly (readonly [keyof Company, string])[];

const SELECT_COMPANY =
  `SELECT ${COMPANY_COLUMNS.map(([, column]) => `\`${column}\``).join(', ')} ` +
  'FROM `agreement` WHERE `agreement_number` = ?';
const UPDATE_COMPANY =
  `UPDATE \`agreement\` SET ${COMPANY_COLUMNS.map(([, column]) => `\`${column}\` = ?`).join(', ')} ` +
  'WHERE `agreement_number` = ?';

export function sqlAgreements(writing: Writing, reader: Session): AgreementRepository {
  const { dialect } = writing;

  async function find(session: Session, agreementNumber: number): Promise<Agreement | undefined> {
    const [row] = await rowsOf(session, {
      sql: `${SELECT} WHERE a.\`agreement_number\` = ?`,
      values: [agreementNumber],
    });
    return row && agreementOf(row);
  }

  async function insert(session: Session, agreement: Agreement): Promise<boolean> {
    try {
      await session.run(insertOf(agreement));
      return true;
    } catch (error) {
      if (troubleOf(dialect, error) === 'duplicate') return false;
      throw error;
    }
  }

  return {
    create: (agreement) =>
      globally(writing, async (session) => {
        for (;;) {
          // A number that an agreement of the caller's took (the demo agreement) is passed over.
          const agreementNumber = await nextGlobalNumber(session, dialect, 'agreement');
          if (await insert(session, { ...agreement, agreementNumber }))
            return { ...agreement, agreementNumber };
        }
      }),
    reserve: () =>
      globally(writing, async (session) => {
        for (;;) {
          const agreementNumber = await nextGlobalNumber(session, dialect, 'agreement');
          if ((await find(session, agreementNumber)) === undefined) return agreementNumber;
        }
      }),
    ensure: (agreement) =>
      globally(writing, async (session) => ({ created: await insert(session, agreement) })),
    find: (agreementNumber) => find(reader, agreementNumber),
    companyOf: async (agreementNumber) => {
      const [row = {}] = await rowsOf(reader, { sql: SELECT_COMPANY, values: [agreementNumber] });
      const known = COMPANY_COLUMNS.filter(([, column]) => (row[column] ?? null) !== null);
      return Object.fromEntries(known.map(([name, column]) => [name, row[column]]));
    },
    keepCompany: (agreementNumber, company) =>
      globally(writing, async (session) => {
        const values = COMPANY_COLUMNS.map(([name]) => company[name] ?? null);
        await affectedBy(session, { sql: UPDATE_COMPANY, values: [...values, agreementNumber] });
      }),
    list: async (of) => {
      const rows = await rowsOf(
        reader,
        of === undefined
          ? { sql: `${SELECT} ORDER BY a.\`agreement_number\``, values: [] }
          : {
              sql: `${SELECT} WHERE a.\`administrator_number\` = ? ORDER BY a.\`agreement_number\``,
              values: [of.administratorNumber],
            },
      );
      return rows.map((row) => agreementOf(row));
    },
    flag: (agreementNumber, { blocked, forDeletion }) =>
      globally(writing, async (session) => {
        const flags = [
          { column: 'blocked', value: blocked },
          { column: 'for_deletion', value: forDeletion },
        ].filter(({ value }) => value !== undefined);
        if (flags.length > 0) {
          await affectedBy(session, {
            sql:
              `UPDATE \`agreement\` SET ${flags.map(({ column }) => `\`${column}\` = ?`).join(', ')} ` +
              'WHERE `agreement_number` = ?',
            values: [...flags.map(({ value }) => (value === true ? 1 : 0)), agreementNumber],
          });
        }
        return find(session, agreementNumber);
      }),
  };
}
