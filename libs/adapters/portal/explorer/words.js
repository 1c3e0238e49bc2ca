/** What the explorer says beside what the service answers, in the four languages of the portal. */
import { h } from './dom.js';

/** @import { Child } from './dom.js' */

const LANGUAGES = ['en', 'de', 'es', 'it'];

/** English, German, Spanish, Italian. `{0}` stands for what is put in. */
const WORDS = {
  home: ['Home', 'Start', 'Inicio', 'Inizio'],
  view: ['View', 'Ansicht', 'Vista', 'Vista'],
  howToShow: ['How to show it', 'Darstellung', 'Cómo mostrarlo', 'Come mostrarlo'],
  noContent: ['No content.', 'Kein Inhalt.', 'Sin contenido.', 'Nessun contenuto.'],
  nothingHere: ['There is nothing here.', 'Hier ist nichts.', 'Aquí no hay nada.', 'Qui non c’è niente.'],
  tryAgain: ['Try again', 'Noch einmal versuchen', 'Volver a intentarlo', 'Riprova'],
  outOfReach: ['Out of reach', 'Nicht erreichbar', 'Fuera de alcance', 'Non raggiungibile'],
  unreachable: [
    'The service cannot be reached.',
    'Der Dienst ist nicht erreichbar.',
    'No se puede acceder al servicio.',
    'Il servizio non è raggiungibile.',
  ],
  answered: [
    'The service answered {0}.',
    'Der Dienst hat mit {0} geantwortet.',
    'El servicio ha respondido {0}.',
    'Il servizio ha risposto {0}.',
  ],
  isMissing: ['{0} is missing.', '{0} fehlt.', 'Falta {0}.', 'Manca {0}.'],
  status: ['Status', 'Status', 'Estado', 'Stato'],
  code: ['Code', 'Code', 'Código', 'Codice'],
  time: ['Time', 'Zeit', 'Hora', 'Ora'],
  wholeAnswer: ['The whole answer', 'Die ganze Antwort', 'La respuesta completa', 'La risposta intera'],
  inDemo: [
    'See it in the demo company',
    'Im Demo-Unternehmen ansehen',
    'Verlo en la empresa de demostración',
    'Vedi nell’azienda dimostrativa',
  ],
  demoCompany: ['Demo company', 'Demo-Unternehmen', 'Empresa de demostración', 'Azienda dimostrativa'],
  myTokens: ['My tokens', 'Meine Tokens', 'Mis tokens', 'I miei token'],
  noTokens: ['No tokens', 'Keine Tokens', 'Sin tokens', 'Nessun token'],
  keptInTab: [
    'kept in this tab',
    'in diesem Tab aufbewahrt',
    'guardado en esta pestaña',
    'conservato in questa scheda',
  ],
  bothTokens: [
    'Both tokens are needed, as they were given.',
    'Beide Tokens werden gebraucht, so wie Sie sie bekommen haben.',
    'Hacen falta los dos tokens, tal como se los dieron.',
    'Servono entrambi i token, così come le sono stati dati.',
  ],
  ownTokens: [
    'Use tokens of your own',
    'Eigene Tokens verwenden',
    'Usar tokens propios',
    'Usa i propri token',
  ],
  sameWithCurl: ['The same with curl', 'Dasselbe mit curl', 'Lo mismo con curl', 'Lo stesso con curl'],
  save: ['Save {0}', '{0} speichern', 'Guardar {0}', 'Salva {0}'],
  whatCanBeDone: [
    'What can be done',
    'Was hier möglich ist',
    'Lo que se puede hacer',
    'Che cosa si può fare',
  ],
  find: ['Find', 'Suchen', 'Buscar', 'Trova'],
  jsonOfAnswer: [
    'The JSON of the answer',
    'Das JSON der Antwort',
    'El JSON de la respuesta',
    'Il JSON della risposta',
  ],

  // Lists
  itemsOfPage: [
    'The items of this page',
    'Die Einträge dieser Seite',
    'Los elementos de esta página',
    'Gli elementi di questa pagina',
  ],
  pages: ['Pages', 'Seiten', 'Páginas', 'Pagine'],
  pagesBelow: [
    'Pages, below the list',
    'Seiten, unter der Liste',
    'Páginas, debajo de la lista',
    'Pagine, sotto la lista',
  ],
  none: ['None', 'Keine', 'Ninguno', 'Nessuno'],
  fromTo: ['{0} to {1}', '{0} bis {1}', '{0} a {1}', 'da {0} a {1}'],
  of: [' of {0}', ' von {0}', ' de {0}', ' di {0}'],
  withoutFilter: [
    ' ({0} without the filter)',
    ' ({0} ohne den Filter)',
    ' ({0} sin el filtro)',
    ' ({0} senza filtro)',
  ],
  first: ['First', 'Erste', 'Primera', 'Prima'],
  previous: ['Previous', 'Vorige', 'Anterior', 'Precedente'],
  next: ['Next', 'Nächste', 'Siguiente', 'Successiva'],
  last: ['Last', 'Letzte', 'Última', 'Ultima'],
  perPage: ['Per page', 'Je Seite', 'Por página', 'Per pagina'],
  line: ['1 line', '1 Zeile', '1 línea', '1 riga'],
  lines: ['{0} lines', '{0} Zeilen', '{0} líneas', '{0} righe'],

  // Statements
  dates: ['Dates', 'Zeitraum', 'Fechas', 'Date'],
  from: ['From', 'Von', 'Desde', 'Dal'],
  to: ['To', 'Bis', 'Hasta', 'Al'],
  on: ['On', 'Am', 'A fecha de', 'Al'],
  show: ['Show', 'Anzeigen', 'Mostrar', 'Mostra'],
  withoutAmount: [
    'Accounts without an amount are left out: {0}.',
    'Konten ohne Betrag sind weggelassen: {0}.',
    'Se omiten las cuentas sin importe: {0}.',
    'I conti senza importo sono omessi: {0}.',
  ],
  showThem: ['Show them', 'Anzeigen', 'Mostrarlas', 'Mostrali'],

  // Filter and sort
  filterAndSort: ['Filter and sort', 'Filtern und sortieren', 'Filtrar y ordenar', 'Filtra e ordina'],
  filterAsText: [
    'Filter and sort as text',
    'Filtern und sortieren als Text',
    'Filtrar y ordenar como texto',
    'Filtra e ordina come testo',
  ],
  filter: ['filter', 'Filter', 'filtro', 'filtro'],
  sort: ['sort', 'Sortierung', 'orden', 'ordine'],
  apply: ['Apply', 'Anwenden', 'Aplicar', 'Applica'],
  clear: ['Clear', 'Zurücksetzen', 'Quitar', 'Azzera'],
  addCondition: [
    'Add a condition',
    'Bedingung hinzufügen',
    'Añadir una condición',
    'Aggiungi una condizione',
  ],
  member: ['Member', 'Feld', 'Campo', 'Campo'],
  comparison: ['Comparison', 'Vergleich', 'Comparación', 'Confronto'],
  value: ['Value', 'Wert', 'Valor', 'Valore'],
  add: ['Add', 'Hinzufügen', 'Añadir', 'Aggiungi'],
  is: ['is', 'ist', 'es', 'è'],
  isNot: ['is not', 'ist nicht', 'no es', 'non è'],
  contains: ['contains', 'enthält', 'contiene', 'contiene'],
  beginsWith: ['begins with', 'beginnt mit', 'empieza por', 'inizia con'],
  isLess: ['is less than', 'ist kleiner als', 'es menor que', 'è minore di'],
  isAtMost: ['is at most', 'ist höchstens', 'es como máximo', 'è al massimo'],
  isAtLeast: ['is at least', 'ist mindestens', 'es como mínimo', 'è almeno'],
  isMore: ['is more than', 'ist größer als', 'es mayor que', 'è maggiore di'],
  isNotThere: ['is not there', 'fehlt', 'está vacío', 'è vuoto'],
  isThere: ['is there', 'ist vorhanden', 'no está vacío', 'non è vuoto'],

  // Forms
  send: ['Send', 'Senden', 'Enviar', 'Invia'],
  delete: ['Delete', 'Löschen', 'Eliminar', 'Elimina'],
  backWithoutSending: [
    'Back without sending',
    'Zurück, ohne zu senden',
    'Volver sin enviar',
    'Indietro senza inviare',
  ],
  demoIsReadOnly: [
    'The demo company is read-only: the service will refuse this. Use tokens of your own.',
    'Das Demo-Unternehmen lässt sich nur lesen: Der Dienst wird das ablehnen. Verwenden Sie eigene Tokens.',
    'La empresa de demostración es de solo lectura: el servicio lo rechazará. Use tokens propios.',
    'L’azienda dimostrativa è di sola lettura: il servizio rifiuterà. Usi i propri token.',
  ],
  done: ['{0}: done, {1}.', '{0}: erledigt, {1}.', '{0}: hecho, {1}.', '{0}: fatto, {1}.'],
  begun: [
    '{0}: begun, {1}. Its address tells what becomes of it.',
    '{0}: begonnen, {1}. Was daraus wird, steht unter seiner Adresse.',
    '{0}: iniciado, {1}. Su dirección indica cómo termina.',
    '{0}: iniziato, {1}. Al suo indirizzo si legge com’è finito.',
  ],
  tried: [
    '{0}: only tried, {1}. Nothing was kept.',
    '{0}: nur ausprobiert, {1}. Nichts wurde behalten.',
    '{0}: solo probado, {1}. No se ha guardado nada.',
    '{0}: solo provato, {1}. Non è stato conservato nulla.',
  ],
  onlyTry: [
    'Only try it: nothing is kept',
    'Nur ausprobieren: nichts wird behalten',
    'Solo probar: no se guarda nada',
    'Solo provare: non si conserva nulla',
  ],
  changedMeanwhile: [
    'Somebody else has changed this meanwhile. Nothing was written over.',
    'Jemand anderes hat das inzwischen geändert. Es wurde nichts überschrieben.',
    'Otra persona lo ha cambiado entretanto. No se ha sobrescrito nada.',
    'Nel frattempo lo ha modificato qualcun altro. Non è stato sovrascritto nulla.',
  ],
  changedToo: [
    'The form has it now, except where you had changed the same. Look at it, and send it again.',
    'Das Formular enthält es jetzt, außer wo Sie dasselbe geändert haben. Prüfen Sie es und senden Sie es erneut.',
    'El formulario ya lo incluye, salvo donde usted ha cambiado lo mismo. Revíselo y envíelo de nuevo.',
    'Ora il modulo lo contiene, salvo dove lei ha modificato la stessa cosa. Lo controlli e lo invii di nuovo.',
  ],
  bodyAsJson: ['The body as JSON', 'Der Inhalt als JSON', 'El contenido como JSON', 'Il contenuto come JSON'],
  writeAsJson: [
    'Write the body as JSON',
    'Den Inhalt als JSON schreiben',
    'Escribir el contenido como JSON',
    'Scrivi il contenuto come JSON',
  ],
  noJson: [
    'This is no JSON: {0}',
    'Das ist kein JSON: {0}',
    'Esto no es JSON: {0}',
    'Questo non è JSON: {0}',
  ],
  stillOpen: ['open: {0}', 'offen: {0}', 'pendiente: {0}', 'aperto: {0}'],
  lineNumber: ['Line', 'Zeile', 'Línea', 'Riga'],
  takeAway: ['Take away {0}', '{0} entfernen', 'Quitar {0}', 'Rimuovi {0}'],
  addTo: ['Add to {0}', 'Zu {0} hinzufügen', 'Añadir a {0}', 'Aggiungi a {0}'],
  leftOut: ['left out', 'ohne Angabe', 'sin indicar', 'non indicato'],
  required: ['required', 'erforderlich', 'obligatorio', 'obbligatorio'],
  more: ['More', 'Weiteres', 'Más', 'Altro'],
  moreOf: ['More: {0}', 'Weiteres: {0}', 'Más: {0}', 'Altro: {0}'],
  characters: [
    '{0} to {1} characters',
    '{0} bis {1} Zeichen',
    'de {0} a {1} caracteres',
    'da {0} a {1} caratteri',
  ],
  charactersAtMost: [
    'at most {0} characters',
    'höchstens {0} Zeichen',
    '{0} caracteres como máximo',
    'al massimo {0} caratteri',
  ],
  wholeNumber: ['a whole number', 'eine ganze Zahl', 'un número entero', 'un numero intero'],
  whenLeftOut: ['{0} when left out', 'ohne Angabe {0}', '{0} si no se indica', '{0} se non indicato'],
  withModule: [
    'counts with the module {0} only',
    'wirkt nur mit dem Modul {0}',
    'solo se aplica con el módulo {0}',
    'vale solo con il modulo {0}',
  ],

  // What cannot be undone
  whatWillHappen: ['What will happen', 'Was geschehen wird', 'Lo que ocurrirá', 'Che cosa succederà'],
  isFinal: [
    'This cannot be undone. What is booked is corrected by booking against it.',
    'Das lässt sich nicht rückgängig machen. Gebuchtes wird durch eine Gegenbuchung berichtigt.',
    'No se puede deshacer. Lo contabilizado se corrige con un contraasiento.',
    'Non si può annullare. Ciò che è registrato si corregge con uno storno.',
  ],
  isTakenBack: [
    'It can be taken back: that books against it and opens the days again.',
    'Sie lässt sich zurücknehmen: Dann wird dagegen gebucht, und die Tage sind wieder offen.',
    'Se puede retirar: se registra un contraasiento y los días vuelven a estar abiertos.',
    'Si può ritirare: si registra lo storno e i giorni sono di nuovo aperti.',
  ],
  isGone: [
    'This cannot be undone.',
    'Das lässt sich nicht rückgängig machen.',
    'No se puede deshacer.',
    'Non si può annullare.',
  ],
  file: ['File', 'Datei', 'Archivo', 'File'],
  fileAgain: [
    'Please choose the file again: {0}',
    'Bitte wählen Sie die Datei noch einmal aus: {0}',
    'Vuelva a elegir el archivo: {0}',
    'Scelga di nuovo il file: {0}',
  ],
  notRead: [
    'This could not be read just now.',
    'Das ließ sich gerade nicht lesen.',
    'Esto no se ha podido leer en este momento.',
    'In questo momento non è stato possibile leggerlo.',
  ],
  inNoYear: [
    'No accounting year has this day.',
    'Kein Geschäftsjahr enthält diesen Tag.',
    'Ningún ejercicio incluye este día.',
    'Nessun esercizio comprende questo giorno.',
  ],
  accrued: ['Accrued', 'Abgegrenzt', 'Periodificado', 'Ripartito per competenza'],
  reversalOf: ['Reverses', 'Storniert', 'Anula', 'Storna'],
  vatOwed: ['VAT to pay', 'Umsatzsteuer-Zahllast', 'IVA a ingresar', 'IVA a debito'],
  vatRefunded: ['VAT to get back', 'Umsatzsteuer-Guthaben', 'IVA a favor', 'IVA a credito'],
  barred: ['Barred from then on', 'Danach gesperrt', 'Quedará bloqueado', 'Sarà bloccato'],
  bookNow: ['Book it', 'Buchen', 'Contabilizar', 'Registra'],
  bookedOn: ['Booked on', 'Buchungsdatum', 'Fecha contable', 'Data di registrazione'],
  inPeriod: ['Year and period', 'Jahr und Periode', 'Ejercicio y período', 'Esercizio e periodo'],
  withNumber: ['Number', 'Nummer', 'Número', 'Numero'],
  nextNumber: [
    'the next of its series',
    'die nächste im Nummernkreis',
    'el siguiente de su serie',
    'il prossimo della sua serie',
  ],
  linesCount: ['Lines', 'Zeilen', 'Líneas', 'Righe'],
  debitTotal: ['Debit', 'Soll', 'Debe', 'Dare'],
  creditTotal: ['Credit', 'Haben', 'Haber', 'Avere'],
  netTotal: ['Net', 'Netto', 'Neto', 'Netto'],
  vatTotal: ['VAT', 'Umsatzsteuer', 'IVA', 'IVA'],
  grossTotal: ['Total', 'Gesamtbetrag', 'Total', 'Totale'],

  // Charts
  readingTotals: [
    'Reading the totals of the periods …',
    'Die Summen der Perioden werden gelesen …',
    'Leyendo los totales de los períodos…',
    'Lettura dei totali dei periodi…',
  ],
  noChart: ['No chart: {0}.', 'Kein Diagramm: {0}.', 'Sin gráfico: {0}.', 'Nessun grafico: {0}.'],
  byAccount: ['Totals by account', 'Summen nach Konten', 'Totales por cuenta', 'Totali per conto'],
  byPeriod: ['Totals by period', 'Summen nach Perioden', 'Totales por período', 'Totali per periodo'],
  customerOwesMore: [
    'Positive is debit: the customer owes more. What a customer pays is negative.',
    'Positiv ist Soll: Der Kunde schuldet mehr. Was ein Kunde zahlt, ist negativ.',
    'Positivo es debe: el cliente debe más. Lo que paga un cliente es negativo.',
    'Positivo è dare: il cliente deve di più. Ciò che paga un cliente è negativo.',
  ],
  supplierIsOwedMore: [
    'Negative is credit: the supplier is owed more. What a supplier is paid is positive.',
    'Negativ ist Haben: Dem Lieferanten wird mehr geschuldet. Was ein Lieferant bekommt, ist positiv.',
    'Negativo es haber: se le debe más al proveedor. Lo que cobra un proveedor es positivo.',
    'Negativo è avere: si deve di più al fornitore. Ciò che riceve un fornitore è positivo.',
  ],
  asInBooks: [
    'As in the books: debit to the right, credit to the left.',
    'Wie in den Büchern: Soll nach rechts, Haben nach links.',
    'Como en los libros: el debe a la derecha, el haber a la izquierda.',
    'Come nei libri: dare a destra, avere a sinistra.',
  ],
  sumsLeftOut: [
    'Sums of the chart of accounts are left out.',
    'Summenkonten des Kontenplans sind weggelassen.',
    'Se omiten las cuentas de suma del plan de cuentas.',
    'I conti di somma del piano dei conti sono omessi.',
  ],
  thisPageOnly: [
    'These are the accounts of this page only: {0} of {1}.',
    'Nur die Konten dieser Seite: {0} von {1}.',
    'Solo las cuentas de esta página: {0} de {1}.',
    'Solo i conti di questa pagina: {0} di {1}.',
  ],
  turnedSign: [
    'The sign is turned: profit to the right, loss to the left.',
    'Mit umgekehrtem Vorzeichen: Gewinn nach rechts, Verlust nach links.',
    'Con el signo invertido: beneficio a la derecha, pérdida a la izquierda.',
    'Con il segno invertito: utile a destra, perdita a sinistra.',
  ],
  resultOf: [
    'Profit or loss: all its accounts together',
    'Gewinn oder Verlust: alle Erfolgskonten zusammen',
    'Beneficio o pérdida: todas las cuentas de resultados',
    'Utile o perdita: tutti i conti economici',
  ],
  nothingBooked: [
    'Nothing is booked in this year.',
    'In diesem Jahr ist nichts gebucht.',
    'No hay nada contabilizado en este ejercicio.',
    'In questo esercizio non è registrato nulla.',
  ],
  totalsOf: ['Totals of', 'Summen von', 'Totales de', 'Totali di'],
  together: ['Together', 'Summe', 'Total', 'Totale'],

  // Home
  lookFor: ['Look for', 'Suchen', 'Buscar', 'Cerca'],
  found: ['Found: {0}', 'Gefunden: {0}', 'Encontrados: {0}', 'Trovati: {0}'],
  nothingNamed: [
    'Nothing has such a name.',
    'Unter diesem Namen gibt es nichts.',
    'No hay nada con ese nombre.',
    'Non c’è nulla con questo nome.',
  ],
  homeLead: [
    'Choose what you want to look at. Every link leads on.',
    'Wählen Sie, was Sie ansehen möchten. Jeder Link führt weiter.',
    'Elija lo que quiere ver. Desde cada enlace se sigue adelante.',
    'Scelga che cosa vuole vedere. Da ogni link si prosegue.',
  ],
  everythingElse: [
    'Everything that the API has ({0})',
    'Alles, was die API hat ({0})',
    'Todo lo que tiene la API ({0})',
    'Tutto ciò che ha l’API ({0})',
  ],
  postsOf: ['Posts: {0}', 'Posten: {0}', 'Partidas: {0}', 'Partite: {0}'],
  books: ['The books', 'Die Bücher', 'Los libros', 'I libri'],
  statements: ['Statements', 'Auswertungen', 'Informes contables', 'Prospetti contabili'],
  buyingAndSelling: ['Buying and selling', 'Einkauf und Verkauf', 'Compras y ventas', 'Acquisti e vendite'],
  connections: ['Connected programs', 'Verbundene Programme', 'Programas conectados', 'Programmi collegati'],
};

/** @typedef {keyof typeof WORDS} WordKey */

/** Of the page; English where there is none. */
export function language() {
  return Math.max(0, LANGUAGES.indexOf(locale().slice(0, 2)));
}

/** The language of the page, as dates and amounts are written in it. */
export function locale() {
  return globalThis.document?.documentElement.lang || 'en-GB';
}

/** @param {WordKey} key @param {...(string | number)} values */
export function say(key, ...values) {
  const text = WORDS[key][language()] ?? '';
  return text.replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)] ?? ''));
}

/** What the service says, marked as English on a page of another language. @param {Child} text */
export function inEnglish(text) {
  return isEnglish() ? text : h('span', { lang: 'en' }, text);
}

/** Whether the page is in the language of the service. */
export function isEnglish() {
  return language() === 0;
}
