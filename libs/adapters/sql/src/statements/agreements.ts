import type { Statement } from '../statement.js';

/**
 * The statements by which the books ask what an agreement is. Text, since they are read over the sessions of
 * units of work and snapshots with what is shown beside them, and TypeORM's runner takes 22 µs on top of the
 * 33 of such a look-up (ADR 36); the studio reads and writes the same table through repositories.
 */

/** The currency of an agreement's books. */
export function readBaseCurrency(agreementNumber: number): Statement {
  return {
    sql: 'SELECT `base_currency` FROM `agreement` WHERE `agreement_number` = ?',
    values: [agreementNumber],
  };
}

/** Whose books they are, and in which currency. */
export function readOwner(agreementNumber: number): Statement {
  return {
    sql: 'SELECT `name`, `base_currency` FROM `agreement` WHERE `agreement_number` = ?',
    values: [agreementNumber],
  };
}

/** What stands above documents, as base64: `logo`. */
export function readLogo(agreementNumber: number): Statement {
  return {
    sql: 'SELECT `paper_logo` AS logo FROM `agreement` WHERE `agreement_number` = ?',
    values: [agreementNumber],
  };
}

/** The company as documents show it. */
export function readCompany(agreementNumber: number): Statement {
  return {
    sql:
      'SELECT `name`, `address_line1` AS addressLine1, `address_line2` AS addressLine2, `zip`, `city`, `country`, ' +
      '`vat_number` AS vatNumber, `company_identification_number` AS companyIdentificationNumber, ' +
      '`iban_number` AS ibanNumber, `swift_code` AS swiftCode, `bank_name` AS bankName, ' +
      '`paper_colour` AS paperColour, `paper_footer` AS paperFooter FROM `agreement` WHERE `agreement_number` = ?',
    values: [agreementNumber],
  };
}

/** The company up to the first change after an invoice was booked. */
export function readFormerCompany(agreementNumber: number, bookedInvoiceNumber: number): Statement {
  return {
    sql:
      'SELECT `company` FROM `former_company` WHERE `agreement_number` = ? AND `last_invoice_number` >= ? ' +
      'ORDER BY `last_invoice_number` LIMIT 1',
    values: [agreementNumber, bookedInvoiceNumber],
  };
}

/**
 * Keeps a company, as JSON, for documents of what was booked since it was kept last; nothing where nothing
 * was.
 */
export function keepFormerCompany(agreementNumber: number, company: string): Statement {
  return {
    sql:
      'INSERT INTO `former_company` (`agreement_number`, `last_invoice_number`, `company`) ' +
      'SELECT `agreement_number`, `booked_invoice_number`, ? FROM `booked_invoice` WHERE ' +
      '`agreement_number` = ? AND `booked_invoice_number` > COALESCE((SELECT MAX(`last_invoice_number`) FROM `former_company` ' +
      'WHERE `agreement_number` = ?), 0) ORDER BY `booked_invoice_number` DESC LIMIT 1',
    values: [company, agreementNumber, agreementNumber],
  };
}
