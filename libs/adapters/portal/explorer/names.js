/**
 * What the API names in plain words of four languages: collections, columns of statements, actions. Names of
 * members and codes stay as the API has them, since they are what programs write; only statements, which are
 * read by people who write no programs, have heads in plain words. English, German, Spanish, Italian.
 */
import { pathOf } from './place.js';
import { language, say } from './words.js';

/** Collections in plain words, by the names that home has for them. */
const COLLECTIONS = {
  accounts: ['Chart of accounts', 'Kontenplan', 'Plan de cuentas', 'Piano dei conti'],
  'accounting-years': ['Accounting years', 'Geschäftsjahre', 'Ejercicios', 'Esercizi'],
  'vouchers-drafts': ['Draft vouchers', 'Belegentwürfe', 'Comprobantes en borrador', 'Documenti in bozza'],
  'vouchers-booked': [
    'Booked vouchers',
    'Gebuchte Belege',
    'Comprobantes contabilizados',
    'Documenti registrati',
  ],
  'all-entries': ['Entries', 'Buchungen', 'Apuntes', 'Registrazioni'],
  'open-posts': ['Open posts', 'Offene Posten', 'Partidas pendientes', 'Partite aperte'],
  matches: ['Matches', 'Ausgleiche', 'Conciliaciones', 'Abbinamenti'],
  'vat-accounts': ['VAT codes', 'Steuerschlüssel', 'Códigos de IVA', 'Codici IVA'],
  'statements-trial-balance': [
    'Trial balance',
    'Summen- und Saldenliste',
    'Balance de comprobación',
    'Bilancio di verifica',
  ],
  'statements-profit-and-loss': [
    'Profit and loss',
    'Gewinn- und Verlustrechnung',
    'Cuenta de pérdidas y ganancias',
    'Conto economico',
  ],
  'statements-balance-sheet': ['Balance sheet', 'Bilanz', 'Balance de situación', 'Stato patrimoniale'],
  'statements-vat': ['VAT', 'Umsatzsteuer', 'IVA', 'IVA'],
  'statements-aged-receivables': [
    'Receivables by age',
    'Forderungen nach Fälligkeit',
    'Antigüedad de saldos de clientes',
    'Scadenzario clienti per anzianità',
  ],
  'statements-aged-payables': [
    'Payables by age',
    'Verbindlichkeiten nach Fälligkeit',
    'Antigüedad de saldos de proveedores',
    'Scadenzario fornitori per anzianità',
  ],
  customers: ['Customers', 'Kunden', 'Clientes', 'Clienti'],
  'draft-invoices': ['Draft invoices', 'Rechnungsentwürfe', 'Facturas en borrador', 'Fatture in bozza'],
  'booked-invoices': [
    'Booked invoices',
    'Gebuchte Rechnungen',
    'Facturas contabilizadas',
    'Fatture registrate',
  ],
  'v2-invoices-overdue': [
    'Overdue invoices',
    'Überfällige Rechnungen',
    'Facturas vencidas',
    'Fatture scadute',
  ],
  suppliers: ['Suppliers', 'Lieferanten', 'Proveedores', 'Fornitori'],
  products: ['Products', 'Produkte', 'Productos', 'Prodotti'],
  'stock-movements': [
    'Stock movements',
    'Lagerbewegungen',
    'Movimientos de almacén',
    'Movimenti di magazzino',
  ],
  apps: ['Apps', 'Apps', 'Aplicaciones', 'App'],
  webhooks: ['Webhooks', 'Webhooks', 'Webhooks', 'Webhook'],
  'client-agreements': ['Client companies', 'Mandanten', 'Empresas clientes', 'Aziende clienti'],
  entries: ['Entries', 'Buchungen', 'Apuntes', 'Registrazioni'],
  totals: ['Totals', 'Summen', 'Totales', 'Totali'],
  periods: ['Periods', 'Perioden', 'Períodos', 'Periodi'],
  contacts: ['Contacts', 'Ansprechpartner', 'Personas de contacto', 'Referenti'],
  'delivery-locations': [
    'Delivery addresses',
    'Lieferadressen',
    'Direcciones de entrega',
    'Indirizzi di consegna',
  ],
  vouchers: ['Vouchers', 'Belege', 'Comprobantes', 'Documenti'],
  'vat-settlements': [
    'VAT settlements',
    'Umsatzsteuer-Abrechnungen',
    'Liquidaciones de IVA',
    'Liquidazioni IVA',
  ],
  'opening-balances': ['Opening balances', 'Anfangsbestände', 'Saldos iniciales', 'Saldi iniziali'],
  'number-series': ['Number series', 'Nummernkreise', 'Series de numeración', 'Serie di numerazione'],
  'vat-zones': ['VAT zones', 'Umsatzsteuerzonen', 'Zonas de IVA', 'Zone IVA'],
  currencies: ['Currencies', 'Währungen', 'Monedas', 'Valute'],
  'country-codes': ['Countries', 'Länder', 'Países', 'Paesi'],
  departments: ['Departments', 'Kostenstellen', 'Departamentos', 'Reparti'],
  distributions: [
    'Distributions over departments',
    'Verteilungen auf mehrere Kostenstellen',
    'Distribuciones entre varios departamentos',
    'Ripartizioni fra più reparti',
  ],
  'departmental-distributions': [
    'Departmental distributions',
    'Verteilungen auf Kostenstellen',
    'Distribuciones por departamento',
    'Ripartizioni per reparto',
  ],
  employees: ['Employees', 'Mitarbeiter', 'Empleados', 'Dipendenti'],
  'customer-groups': ['Customer groups', 'Kundengruppen', 'Grupos de clientes', 'Gruppi di clienti'],
  'supplier-groups': [
    'Supplier groups',
    'Lieferantengruppen',
    'Grupos de proveedores',
    'Gruppi di fornitori',
  ],
  'product-groups': ['Product groups', 'Produktgruppen', 'Grupos de productos', 'Gruppi di prodotti'],
  units: ['Units', 'Einheiten', 'Unidades', 'Unità di misura'],
  'payment-terms': ['Payment terms', 'Zahlungsbedingungen', 'Condiciones de pago', 'Condizioni di pagamento'],
  'payment-types': ['Payment types', 'Zahlungsarten', 'Formas de pago', 'Modalità di pagamento'],
  layouts: ['Layouts', 'Layouts', 'Diseños', 'Layout'],
  'additional-expenses': ['Additional expenses', 'Nebenkosten', 'Gastos accesorios', 'Spese accessorie'],
  'v2-invoices-paid': ['Paid invoices', 'Bezahlte Rechnungen', 'Facturas cobradas', 'Fatture pagate'],
  'v2-invoices-unpaid': [
    'Unpaid invoices',
    'Unbezahlte Rechnungen',
    'Facturas sin cobrar',
    'Fatture da pagare',
  ],
  imports: ['Imports', 'Importe', 'Importaciones', 'Importazioni'],
  exports: ['Exports', 'Exporte', 'Exportaciones', 'Esportazioni'],
  'account-categories': ['Account categories', 'Kontenarten', 'Categorías de cuentas', 'Categorie di conti'],
  'asset-groups': ['Asset groups', 'Anlagengruppen', 'Grupos de activos', 'Gruppi di cespiti'],
  'vat-types': ['VAT types', 'Steuerarten', 'Tipos de IVA', 'Tipi di IVA'],
  'vat-report-setups': [
    'Boxes of the VAT return',
    'Felder der Steuermeldung',
    'Casillas de la declaración del IVA',
    'Campi della dichiarazione IVA',
  ],
  'sales-accounts': ['Sales accounts', 'Erlöskonten', 'Cuentas de ventas', 'Conti di vendita'],
  'alias-layers': ['Alias layers', 'Alias-Ebenen', 'Niveles de alias', 'Livelli di alias'],
  'product-aliases': ['Product aliases', 'Produkt-Aliasse', 'Alias de productos', 'Alias di prodotti'],
  'stock-corrections': [
    'Stock corrections',
    'Bestandskorrekturen',
    'Correcciones de existencias',
    'Correzioni di giacenza',
  ],
  'credit-notes': ['Credit notes', 'Rechnungskorrekturen', 'Facturas rectificativas', 'Note di credito'],
  'v2-invoices-not-due': [
    'Invoices not due yet',
    'Noch nicht fällige Rechnungen',
    'Facturas aún no vencidas',
    'Fatture non ancora scadute',
  ],
  languages: ['Languages', 'Sprachen', 'Idiomas', 'Lingue'],
  modules: ['Modules', 'Module', 'Módulos', 'Moduli'],
  'app-roles': ['Roles of apps', 'Rollen von Apps', 'Roles de aplicaciones', 'Ruoli delle app'],
  'app-settings': [
    'Settings of apps',
    'Einstellungen von Apps',
    'Ajustes de aplicaciones',
    'Impostazioni delle app',
  ],
  'agreement-settings': [
    'Settings of the company',
    'Einstellungen des Unternehmens',
    'Ajustes de la empresa',
    'Impostazioni dell’azienda',
  ],
  'user-settings': [
    'Settings of the user',
    'Einstellungen des Benutzers',
    'Ajustes del usuario',
    'Impostazioni dell’utente',
  ],
  'client-grants': [
    'Grants of client companies',
    'Zugriffe auf Mandanten',
    'Accesos a empresas clientes',
    'Accessi alle aziende clienti',
  ],
  'webhook-deliveries': ['Deliveries', 'Zustellungen', 'Entregas', 'Consegne'],
  'opening-balances-drafts': [
    'Draft opening balances',
    'Entwürfe von Anfangsbeständen',
    'Saldos iniciales en borrador',
    'Saldi iniziali in bozza',
  ],
  'opening-balances-booked': [
    'Booked opening balances',
    'Gebuchte Anfangsbestände',
    'Saldos iniciales contabilizados',
    'Saldi iniziali registrati',
  ],
  events: ['What has changed', 'Was sich geändert hat', 'Lo que ha cambiado', 'Che cosa è cambiato'],
};

/** The columns of statements as people read them, by the members of their rows; and what stands above. */
const COLUMNS = {
  account: ['Account', 'Konto', 'Cuenta', 'Conto'],
  vatAccount: ['VAT code', 'Steuerschlüssel', 'Código de IVA', 'Codice IVA'],
  customer: ['Customer', 'Kunde', 'Cliente', 'Cliente'],
  supplier: ['Supplier', 'Lieferant', 'Proveedor', 'Fornitore'],
  name: ['Name', 'Bezeichnung', 'Nombre', 'Nome'],
  fromDate: ['From', 'Von', 'Desde', 'Dal'],
  toDate: ['To', 'Bis', 'Hasta', 'Al'],
  baseCurrency: ['Currency', 'Währung', 'Moneda', 'Valuta'],
  settlements: ['Settlements', 'Abrechnungen', 'Liquidaciones', 'Liquidazioni'],
  openingBalance: ['Opening balance', 'Anfangssaldo', 'Saldo inicial', 'Saldo iniziale'],
  debit: ['Debit', 'Soll', 'Debe', 'Dare'],
  credit: ['Credit', 'Haben', 'Haber', 'Avere'],
  movement: ['Movement', 'Veränderung', 'Movimiento', 'Movimento'],
  closingBalance: ['Closing balance', 'Schlusssaldo', 'Saldo final', 'Saldo finale'],
  amount: ['Amount', 'Betrag', 'Importe', 'Importo'],
  entries: ['Entries', 'Buchungen', 'Apuntes', 'Registrazioni'],
  ratePercentage: ['Rate in %', 'Satz in %', 'Tipo en %', 'Aliquota in %'],
  basis: ['Taxable amount', 'Bemessungsgrundlage', 'Base imponible', 'Imponibile'],
  vat: ['VAT', 'Umsatzsteuer', 'IVA', 'IVA'],
  contraVat: [
    'Reverse-charge VAT',
    'Reverse-Charge-Steuer',
    'IVA por inversión del sujeto pasivo',
    'IVA in inversione contabile',
  ],
  difference: ['Difference', 'Differenz', 'Diferencia', 'Differenza'],
  basisEntries: [
    'Entries of the amount',
    'Buchungen der Grundlage',
    'Apuntes de la base',
    'Registrazioni dell’imponibile',
  ],
  vatEntries: [
    'Entries of the VAT',
    'Buchungen der Umsatzsteuer',
    'Apuntes del IVA',
    'Registrazioni dell’IVA',
  ],
  contraVatEntries: [
    'Entries of the reverse-charge VAT',
    'Buchungen der Reverse-Charge-Steuer',
    'Apuntes del IVA por inversión',
    'Registrazioni dell’IVA in inversione',
  ],
  total: ['Total', 'Summe', 'Total', 'Totale'],
  resultForTheYear: [
    'Result for the year',
    'Ergebnis des Geschäftsjahres',
    'Resultado del ejercicio',
    'Risultato dell’esercizio',
  ],
  notDue: ['Not due yet', 'Noch nicht fällig', 'Aún no vencido', 'Non ancora scaduto'],
  days1To30: ['1 to 30 days', '1 bis 30 Tage', 'De 1 a 30 días', 'Da 1 a 30 giorni'],
  days31To60: ['31 to 60 days', '31 bis 60 Tage', 'De 31 a 60 días', 'Da 31 a 60 giorni'],
  days61To90: ['61 to 90 days', '61 bis 90 Tage', 'De 61 a 90 días', 'Da 61 a 90 giorni'],
  over90: ['Over 90 days', 'Über 90 Tage', 'Más de 90 días', 'Oltre 90 giorni'],
};

/** Of what kind an entry is. */
const KINDS = {
  customerInvoice: ['Customer invoice', 'Kundenrechnung', 'Factura de cliente', 'Fattura a cliente'],
  customerPayment: ['Customer payment', 'Zahlung eines Kunden', 'Cobro de cliente', 'Incasso da cliente'],
  supplierInvoice: [
    'Supplier invoice',
    'Lieferantenrechnung',
    'Factura de proveedor',
    'Fattura di fornitore',
  ],
  supplierPayment: [
    'Supplier payment',
    'Zahlung an einen Lieferanten',
    'Pago a proveedor',
    'Pagamento a fornitore',
  ],
  financeVoucher: ['Finance voucher', 'Buchungsbeleg', 'Asiento contable', 'Registrazione contabile'],
  reminder: ['Reminder', 'Mahnung', 'Recordatorio de pago', 'Sollecito'],
  openingEntry: ['Opening balance', 'Eröffnungsbilanz', 'Saldo inicial', 'Saldo iniziale'],
  transferredOpeningEntry: [
    'Balance carried over',
    'Saldovortrag',
    'Saldo trasladado',
    'Saldo riportato a nuovo',
  ],
  systemEntry: ['Made by the service', 'Vom Dienst gebucht', 'Hecho por el servicio', 'Fatto dal servizio'],
  manualDebtorInvoice: [
    'Manual customer invoice',
    'Manuelle Kundenrechnung',
    'Factura manual de cliente',
    'Fattura manuale a cliente',
  ],
};

/** What is done by an action of this name; in English the service says it itself. */
const ACTIONS = {
  create: ['', 'Neu anlegen', 'Crear', 'Crea'],
  replace: ['', 'Ändern', 'Cambiar', 'Modifica'],
  delete: ['', 'Löschen', 'Eliminar', 'Elimina'],
  find: ['', 'Nach der Nummer suchen', 'Buscar por su número', 'Trova per numero'],
  book: ['', 'Buchen', 'Contabilizar', 'Registra'],
  attach: ['', 'Datei anhängen', 'Adjuntar un archivo', 'Allega un file'],
  detach: ['', 'Datei entfernen', 'Quitar el archivo', 'Rimuovi il file'],
  cancel: ['', 'Abbrechen', 'Cancelar', 'Annulla'],
  close: ['', 'Jahr abschließen', 'Cerrar el ejercicio', 'Chiudi l’esercizio'],
  reopen: ['', 'Jahr wieder öffnen', 'Reabrir el ejercicio', 'Riapri l’esercizio'],
  correctStock: ['', 'Lagerbestand berichtigen', 'Corregir existencias', 'Correggi la giacenza'],
  credit: ['', 'Rechnungskorrektur erstellen', 'Emitir una rectificativa', 'Emetti una nota di credito'],
  import: ['', 'Importieren', 'Importar', 'Importa'],
  match: ['', 'Posten ausgleichen', 'Conciliar partidas', 'Abbina partite'],
  unmatch: ['', 'Ausgleich aufheben', 'Deshacer la conciliación', 'Annulla l’abbinamento'],
  reverse: ['', 'Stornieren', 'Anular con un asiento contrario', 'Storna'],
  settle: ['', 'Umsatzsteuer abrechnen', 'Liquidar el IVA', 'Liquida l’IVA'],
  takeBack: ['', 'Zurücknehmen', 'Retirar', 'Ritira'],
  redeliver: ['', 'Noch einmal zustellen', 'Entregar otra vez', 'Consegna di nuovo'],
  replay: ['', 'Ab einem Ereignis zustellen', 'Entregar desde un evento', 'Consegna da un evento'],
  preview: ['', 'Berechnen, ohne zu speichern', 'Calcular sin guardar', 'Calcola senza salvare'],
  createSupplierInvoice: [
    '',
    'Neue Lieferantenrechnung',
    'Nueva factura de proveedor',
    'Nuova fattura di fornitore',
  ],
  createSupplierPayment: [
    '',
    'Neue Zahlung an einen Lieferanten',
    'Nuevo pago a proveedor',
    'Nuovo pagamento a fornitore',
  ],
  createCustomerInvoice: ['', 'Neue Kundenrechnung', 'Nueva factura a cliente', 'Nuova fattura a cliente'],
  createCustomerPayment: [
    '',
    'Neue Zahlung eines Kunden',
    'Nuevo cobro de cliente',
    'Nuovo incasso da cliente',
  ],
  createFinanceVoucher: ['', 'Neuer Buchungsbeleg', 'Nuevo asiento', 'Nuova registrazione di prima nota'],
  createCustomerContact: ['', 'Neuer Ansprechpartner', 'Nueva persona de contacto', 'Nuovo referente'],
  createSupplierContact: ['', 'Neuer Ansprechpartner', 'Nueva persona de contacto', 'Nuovo referente'],
  createDeliveryLocation: [
    '',
    'Neue Lieferadresse',
    'Nueva dirección de entrega',
    'Nuovo indirizzo di consegna',
  ],
  createProductAlias: [
    '',
    'Neuer Alias eines Produkts',
    'Nuevo alias de producto',
    'Nuovo alias di prodotto',
  ],
  createClientGrants: [
    '',
    'Befristete Zugriffe holen',
    'Obtener accesos temporales',
    'Ottieni accessi temporanei',
  ],
  listEntry: ['', 'Die Buchungen', 'Los apuntes', 'Le registrazioni'],
  listTotal: ['', 'Die Summen', 'Los totales', 'I totali'],
  listPeriod: ['', 'Die Perioden', 'Los períodos', 'I periodi'],
  listVatReportSetup: [
    '',
    'Die Felder der Steuermeldung',
    'Las casillas de la declaración',
    'I campi della dichiarazione',
  ],
  position: [
    '',
    'Welche Ereignisse aufbewahrt sind',
    'Qué eventos se conservan',
    'Quali eventi sono conservati',
  ],
  rotateSecret: ['', 'Neues Geheimnis', 'Nuevo secreto', 'Nuovo segreto'],
  test: ['', 'Test zustellen', 'Enviar una prueba', 'Invia una prova'],
};

/** The same where it is done to one of these and is no more than that. */
const ACTIONS_OF = {
  'replace periods': ['', 'Sperren oder wieder öffnen', 'Bloquear o reabrir', 'Blocca o riapri'],
};

/**
 * Words of a table in the language of the page; undefined where the table has none for the name.
 * @param {Record<string, string[]>} table @param {string} name
 */
function wordsIn(table, name) {
  return table[name]?.[language()];
}

/** A collection of home in plain words; undefined where it has only its name. @param {string} name */
export function collectionWords(name) {
  return wordsIn(COLLECTIONS, name);
}

/** The title of a statement, by the last word of its address; undefined for another. @param {string} word */
export function statementWords(word) {
  return collectionWords(`statements-${word}`);
}

/** Of what kind an entry is, in plain words; the service's own where there are none. @param {string} entryType */
export function kindWords(entryType) {
  return wordsIn(KINDS, entryType) ?? entryType;
}

/** A member of a statement, as the head of its column or line. @param {string} member */
export function columnWords(member) {
  const posts = member.endsWith('Posts') ? wordsIn(COLUMNS, member.slice(0, -'Posts'.length)) : undefined;
  return posts === undefined ? (wordsIn(COLUMNS, member) ?? member) : say('postsOf', posts);
}

/**
 * What an action does, which the service describes in English, to what stands at its place.
 * @param {{ name: string, description: string, place: string }} action
 */
export function actionWords({ name, description, place }) {
  const [kind = name] = /^(?:create|find)(?=[A-Z])/.exec(name) ?? [];
  const [collection = ''] = pathOf(place).split('/').slice(-2);
  return (
    wordsIn(ACTIONS_OF, `${name} ${collection}`) ||
    wordsIn(ACTIONS, name) ||
    wordsIn(ACTIONS, kind) ||
    description
  );
}
