/** Tables that are none of the books of an agreement: whole, with everything in them. */
const OF_NO_BOOKS = 'no part of the books: who may do what, and how the service is run';
const PASSING = 'gone after hours or days, and nothing of the books rests on it';
const ONLY_HERE = 'somebody has entered it, it stands only here, and it may be changed at any time';
const KEY_ALONE = 'what nothing names may have any number; what is named is found';
const ETAG = 'only compared with what a client has seen; any other value is a newer one';
const AS_BOOKED = 'it stands only here: no entry and no event repeats it';

/** What no check looks at in any table. */
const ANYWHERE: Readonly<Record<string, string>> = {
  version: ETAG,
  last_updated: 'when somebody has changed it last: stands only here',
};

/**
 * What `kontor verify` does not find when it is changed, with the reason: a table, `table.column`, or
 * `table.*` for a row that is gone. docs/internals/integrity.md says the same in words.
 */
const NOT_FOUND: Readonly<Record<string, string>> = {
  ...of(OF_NO_BOOKS, 'agreement app app_user agreement_grant webhook app_setting app_setting_count'),
  ...of(OF_NO_BOOKS, 'global_counter migrations portal_key portal_session mailed_token second_factor'),
  ...of(OF_NO_BOOKS, 'recovery_code schema_lock webhook_delivery former_company'),
  ...of(PASSING, 'idempotency_key loose_bytes outbox'),
  day_total: 'kept for versions before day_turnover; nobody reads it',
  import: 'what became of a file: its lines are in the books, and those are checked',
  'database_epoch.epoch': 'any other number is another past: processes that run end, as after a restore',
  ...columns(ONLY_HERE, {
    account:
      'account_type account_category_number debit_credit barred block_direct_entries accounts_summed ' +
      'display_number require_departmental_distribution_on_entries',
    additional_expense: 'additional_expense_type is_system_created',
    asset_group: 'residual_value useful_life',
    customer:
      'mobile_phone p_number italian_certified_email italian_customer_type split_payment credit_limit iban ' +
      'swift mandate_id direct_debit_mandate_date tags barred vat_zone_number default_discount_pct',
    customer_contact: 'notes email_notifications sort_key',
    customer_group:
      'layout_number sales_invoice_number_series_number manual_sales_invoice_number_series_number',
    delivery_location: 'terms_of_delivery barred sort_key',
    departmental_distribution: 'distribution_type',
    draft_invoice:
      'sales_document_type date due_date vat_date exchange_rate vat_included number_series_number ' +
      'delivery_delivery_date lines expense_line_count voucher_number recipient_vat_number layout_number',
    employee: 'barred',
    payment_term:
      'payment_terms_type days_of_credit description percentage_for_prepaid_amount ' +
      'percentage_for_remainder_amount',
    period: 'barred barred_before',
    product:
      'cost_price recommended_price recommended_cost_price sales_price barred tags inventory_package_volume ' +
      'inventory_ordered_from_suppliers inventory_available',
    product_alias: 'name_alias description_alias',
    product_group: 'inventory_enabled',
    supplier:
      'phone remittance_advice_creditor_id remittance_advice_field_values layout_number barred vat_zone_number',
    supplier_contact: 'notes sort_key',
    supplier_group: 'has_inventory_withdrawal',
    vat_account: 'rate_percentage barred',
  }),
  ...columns(KEY_ALONE, {
    account: 'account_number',
    additional_expense: 'additional_expense_number',
    alias_layer: 'alias_layer_number',
    asset_group: 'asset_group_number',
    customer: 'customer_number',
    customer_contact: 'customer_contact_number',
    delivery_location: 'delivery_location_number',
    department: 'department_number',
    departmental_distribution: 'departmental_distribution_number',
    draft_invoice: 'id',
    employee: 'employee_number',
    payment_term: 'payment_terms_number',
    period: 'period_number',
    stock_movement: 'stock_movement_number',
    supplier: 'supplier_number',
    supplier_contact: 'supplier_contact_number',
    unit: 'unit_number',
  }),
  ...columns(AS_BOOKED, {
    booked_invoice: 'delivery_delivery_date recipient_vat_number layout_number payment_terms_in_print',
    voucher: 'vat_date',
  }),
  'booked_invoice.vat_included': 'of an invoice without VAT: both say the same',
  'booked_invoice.exchange_rate': 'within the cents by which its entries were rounded',
  'booked_invoice.lines': 'their numbers, texts and units: only sums, prices and references are compared',
  'voucher.lines': 'what entries do not repeat, and lines where there are to be none',
  'voucher.due_date': 'its lines may all have dates of their own, which their posts have',
  'stock_movement.date': 'of a correction, which has no voucher',
  'stock_movement.unit_cost': 'of a correction; or by less than its voucher was rounded',
  'stock_movement.text': 'of a correction',
  ...columns('the last number that is noted counts; of those before it some lack anyway', {
    given_number: 'number *',
  }),
  ...columns('nothing counts what refers to it', { entry: 'uses', open_post: 'uses', period: 'uses' }),
  'collection_state.head': 'nobody reads it of another collection than event-log',
  'chain_link.ordinal': 'only the order of links counts',
};

/** Why a change of a column, or a row that is gone (`*`), is not found; undefined where it is to be found. */
export function whyNotFound(table: string, column: string): string | undefined {
  return NOT_FOUND[table] ?? NOT_FOUND[`${table}.${column}`] ?? ANYWHERE[column];
}

/** The tables and columns that have such a reason. */
export const DECIDED: readonly string[] = Object.keys(NOT_FOUND);

function of(why: string, tables: string): Readonly<Record<string, string>> {
  return Object.fromEntries(tables.split(' ').map((table) => [table, why]));
}

function columns(why: string, tables: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const named = Object.entries(tables).flatMap(([table, some]) =>
    some.split(' ').map((column) => `${table}.${column}`),
  );
  return of(why, named.join(' '));
}
