import { accountDeDe } from './account/de-de.js';
import { appsDeDe } from './apps/de-de.js';
import { explorerDeDe } from './explorer/de-de.js';
import { webhooksDeDe } from './webhooks/de-de.js';
import type { Texts } from './en-gb.js';

export const deDe: Texts = {
  ...accountDeDe,
  ...appsDeDe,
  ...explorerDeDe,
  ...webhooksDeDe,
  skipToContent: 'Zum Inhalt springen',
  navigation: 'Hauptmenü',
  languages: 'Sprache',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  signUp: 'Registrieren',
  signedInAs: (name) => `Angemeldet als ${name}`,
  myAgreement: 'Mein Unternehmen',
  myApps: 'Meine Apps',
  firstCall: 'Erster Aufruf',
  cancel: 'Abbrechen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  problems: 'Bitte prüfen Sie Ihre Eingaben',

  frontTitle: 'Buchhaltung, offen für Ihre Apps',
  frontLead:
    'Kontor führt die Bücher Ihres Unternehmens und lässt die Apps damit arbeiten, denen Sie vertrauen. Sie entscheiden, welche und wie lange.',
  lookAround: 'Das Demo-Unternehmen',
  lookAroundNow: 'Umsehen',
  lookAroundHint: 'Beispielbücher im Explorer, Link für Link. Ohne Anmeldung; ändern lässt sich nichts.',
  frontNew: 'Neu hier?',
  frontNewHint:
    'In einer Minute haben Sie einen Kontenplan, ein Geschäftsjahr und die erste Antwort der API.',
  frontKnown: 'Sie sind schon registriert',
  frontKnownHint: 'Sehen Sie, welche Apps Zugriff auf Ihre Bücher haben, oder legen Sie eine eigene App an.',
  welcomeBack: (name) => `Schön, Sie zu sehen, ${name}`,
  toFirstCall: 'Den ersten Aufruf machen',
  toFirstCallHint: 'Ihre eigenen Tokens: für eine Zeile zum Kopieren und für Ihre Bücher im Explorer.',
  toAgreementHint: 'Welche Apps Zugriff auf Ihre Bücher haben und seit wann.',
  toAppsHint: 'Legen Sie eine App an und finden Sie ihre Tokens und ihren Freigabelink.',

  signInTitle: 'Anmelden',
  signInFor: (app) => `Melden Sie sich an, um zu entscheiden, ob ${app} auf Ihre Bücher zugreifen darf.`,
  userName: 'E-Mail-Adresse oder Benutzername',
  password: 'Passwort',
  noAgreementYet: 'Noch nicht registriert?',
  wrongPassword: 'Benutzername oder Passwort ist falsch.',
  signedOut: 'Sie sind abgemeldet.',
  mustSignIn: 'Bitte melden Sie sich an, um diese Seite zu sehen.',
  tooManyTitle: 'Zu viele Versuche',
  tooMany: (minutes) =>
    minutes <= 1
      ? 'Es gab zu viele Versuche. Bitte versuchen Sie es in einer Minute noch einmal.'
      : `Es gab zu viele Versuche. Bitte versuchen Sie es in ${minutes} Minuten noch einmal.`,

  signUpTitle: 'Registrieren',
  signUpLead: 'Sie bekommen eine Buchhaltung mit Kontenplan und Geschäftsjahr, sofort einsatzbereit.',
  yourBusiness: 'Ihr Unternehmen',
  businessName: 'Name des Unternehmens',
  baseCurrency: 'Währung der Buchhaltung',
  firstYearFrom: 'Das erste Geschäftsjahr beginnt am',
  firstYearHint: 'Es dauert zwölf Monate. Die Jahre bis heute werden ebenfalls angelegt.',
  companyLater: 'Das Folgende steht auf Ihren Rechnungen. Sie können es auch später eintragen.',
  you: 'Sie',
  yourName: 'Ihr Name',
  email: 'E-Mail-Adresse',
  emailHint: 'Damit melden Sie sich an.',
  startNow: 'Buchhaltung anlegen',
  businessNameWrong: 'Geben Sie den Namen des Unternehmens mit höchstens 250 sichtbaren Zeichen ein.',
  yourNameWrong: 'Geben Sie Ihren Namen mit höchstens 250 sichtbaren Zeichen ein.',
  emailWrong: 'Geben Sie eine E-Mail-Adresse wie anna@example.com ein.',
  emailTaken: 'Mit dieser E-Mail-Adresse hat sich schon jemand registriert.',
  currencyWrong: 'Wählen Sie eine Währung aus der Liste.',
  firstYearWrong: 'Geben Sie ein Datum aus den letzten zehn oder den nächsten zwei Jahren ein.',

  agreementTitle: 'Mein Unternehmen',
  agreementNumber: 'Nummer bei Kontor',
  modules: 'Module',
  noModules: 'keine',
  companyTitle: 'Das Unternehmen',
  companyLead:
    'Was auf Rechnungen steht und verbundene Apps über das Unternehmen erfahren. Lassen Sie leer, was nicht zutrifft.',
  saveCompany: 'Speichern',
  companySaved: 'Die Angaben zum Unternehmen sind gespeichert.',
  companyFieldWrong: (label, most) => `${label}: höchstens ${most} Zeichen in einer Zeile.`,
  paperColourNote: 'Zum Beispiel #1d4f91, für Überschriften.',
  paperColourWrong: 'Die Farbe muss wie #1d4f91 aussehen.',
  ibanWrong: 'Das ist keine richtige IBAN: Ein Zeichen ist falsch oder fehlt.',
  logo: 'Logo',
  logoFile: 'Neues Bild',
  logoNote: (kibibytes) =>
    `PNG oder JPEG, höchstens ${kibibytes} KiB und zwei Millionen Pixel. Es steht oben links auf Rechnungen.`,
  logoPresent: 'Das aktuelle Logo',
  logoSave: 'Logo speichern',
  logoRemove: 'Logo entfernen',
  logoWrong: {
    notAPicture: 'Das ist kein Bild im Format PNG oder JPEG.',
    tooManyPixels: 'Das Bild hat zu viele Pixel.',
    tooLarge: (kibibytes) => `Das Bild ist größer als ${kibibytes} KiB.`,
  },
  companyFields: {
    addressLine1: 'Anschrift',
    addressLine2: 'Anschrift, zweite Zeile',
    zip: 'Postleitzahl',
    city: 'Ort',
    country: 'Land',
    email: 'E-Mail',
    phoneNumber: 'Telefon',
    website: 'Website',
    vatNumber: 'Umsatzsteuer-Identifikationsnummer',
    companyIdentificationNumber: 'Registernummer',
    bankName: 'Bank',
    ibanNumber: 'IBAN',
    swiftCode: 'BIC (SWIFT)',
    paperColour: 'Farbe der Rechnungen',
    paperFooter: 'Text am Fuß der Rechnungen',
  },
  grantsTitle: 'Apps mit Zugriff',
  grantsLead:
    'Diese Apps dürfen mit Ihren Büchern arbeiten, bis der Zugriff endet oder Sie ihn zurücknehmen.',
  grantsEarlier: 'Früher erteilte Zugriffe',
  noGrants: 'Keine App hat Zugriff auf Ihre Bücher.',
  app: 'App',
  appGone: (appNumber) => `App ${appNumber}`,
  roles: 'Rollen',
  grantedBy: 'Freigegeben von',
  issued: 'Seit',
  expires: 'Bis',
  lastUsed: 'Zuletzt benutzt',
  neverUsed: 'noch nicht',
  revoke: 'Zurücknehmen',
  revokeOf: (app) => `Den Zugriff von ${app} zurücknehmen`,
  revokeTitle: (app) => `Den Zugriff von ${app} zurücknehmen?`,
  revokeLead:
    'Die App kann in wenigen Sekunden nicht mehr mit Ihren Büchern arbeiten. Um sie wieder zuzulassen, folgen Sie erneut ihrem Link.',
  revokeOne: (others) =>
    `Dieser Zugriff endet in wenigen Sekunden. Die App behält ${others === 1 ? 'einen weiteren' : `${others} weitere`}, unter „Mein Unternehmen“ aufgeführt: Um sie auszuschließen, nehmen Sie jeden zurück.`,
  revokeNow: 'Zugriff zurücknehmen',
  revoked: (app) => `${app} hat keinen Zugriff mehr.`,
  revokedOne: (app) =>
    `Dieser Zugriff von ${app} ist beendet. Die App hat noch weiteren Zugriff, siehe unten.`,
  endedTitle: 'Beendete Zugriffe',
  endedEarlier: 'Frühere beendete Zugriffe',
  wasRevoked: (date) => `zurückgenommen am ${date}`,
  hasExpired: (date) => `beendet am ${date}`,

  appsTitle: 'Meine Apps',
  appsLead:
    'Unternehmen geben Apps Zugriff auf ihre Bücher. Ihre Apps stehen hier, mit ihren Tokens und Freigabelinks.',
  noApps: 'Sie haben noch keine App.',
  newApp: 'Neue App',
  newAppTitle: 'Neue App',
  newAppLead: 'Wer der App Zugriff gibt, sieht vorher ihren Namen und ihre Rollen.',
  appName: 'Name der App',
  rootUrl: 'Basisadresse',
  rootUrlHint:
    'Nach einer Freigabe wird nur an Adressen unterhalb von dieser weitergeleitet. Sie beginnt mit https:// (oder http://localhost, solange Sie entwickeln).',
  rolesOfApp: 'Was sie braucht',
  createApp: 'App anlegen',
  appNameWrong: 'Geben Sie einen Namen mit 1 bis 50 sichtbaren Zeichen ein, jedes Wort in einem Alphabet.',
  appNameLooks:
    'Dieser Name sieht aus wie der einer anderen Ihrer Apps. Wählen Sie einen anderen oder genau denselben.',
  appsMany: 'Ihr Unternehmen hat 100 Apps; mehr sind nicht möglich.',
  rootUrlWrong: 'Geben Sie eine Adresse wie https://app.example.com/start mit höchstens 200 Zeichen ein.',
  rolesWrong: 'Wählen Sie mindestens eine Rolle.',
  appCreated: 'Die App ist angelegt.',
  secretToken: 'Geheimes Token',
  secretOnce: 'Es wird zehn Minuten lang gezeigt. Bewahren Sie es so auf, dass nur Ihre App es lesen kann.',
  publicToken: 'Öffentliches Token',
  grantLink: 'Freigabelink',
  grantLinkHint:
    'Geben Sie ihn denen, mit deren Büchern Ihre App arbeitet. Mit redirectUrl kommen sie danach zu Ihnen zurück.',
  created: 'Angelegt am',
  appNumber: 'App-Nummer',
  rotate: 'Neues geheimes Token',
  rotateTitle: (app) => `Ein neues geheimes Token für ${app}?`,
  rotateLead:
    'Sie wählen, wie lange das bisherige noch gilt, damit Sie das neue überall eintragen können. Erteilte Zugriffe bleiben bestehen.',
  rotateNow: 'Neues geheimes Token anlegen',
  rotated: 'Das ist das neue geheime Token; das bisherige gilt nicht mehr.',

  firstCallTitle: 'Ihr erster Aufruf',
  firstCallLead:
    'Jede Anfrage enthält zwei Tokens: Das eine sagt, welche App fragt, das andere, in wessen Büchern.',
  firstCallMake: 'Meine Tokens anlegen',
  firstCallMakeHint:
    'Das legt für Ihr Unternehmen eine App „First steps“ an und gibt ihr Zugriff auf Ihre Bücher.',
  firstCallAgain: 'Neue Tokens anlegen',
  firstCallAgainHint:
    'Ihre Tokens wurden beim Anlegen gezeigt und werden nicht aufbewahrt. Sie können neue anlegen; die bisherigen gelten dann nicht mehr.',
  firstCallKeep:
    'Sollen sie weiter gelten, geben Sie sich andere: Legen Sie unter „Meine Apps“ eine App an, und öffnen Sie ihren Freigabelink. Auch mit deren Tokens geht der Explorer.',
  firstCallNameLooks: (name) =>
    `Eine Ihrer Apps hat einen Namen, der wie „${name}“ aussieht. Nennen Sie sie anders, oder entfernen Sie sie.`,
  firstCallReady: 'Ihre Tokens sind bereit',
  firstCallOnce:
    'Sie werden zehn Minuten lang gezeigt. Kopieren Sie eine Zeile in ein Terminal, und Ihr Kontenplan antwortet.',
  firstCallClients:
    'Sie werden zehn Minuten lang gezeigt. Kopieren Sie eine Zeile in ein Terminal, und Ihre Mandanten antworten.',
  grantToken: 'Freigabe-Token',
  withCurl: 'In einem Terminal',
  toExplorer: 'Mit diesen Tokens im Explorer durch die eigenen Bücher gehen',
  withSdk: 'Mit dem SDK',
  afterThat: 'Folgen Sie den Links der Antwort; Adressen müssen Sie nie selbst bauen.',

  consentTitle: (app) => `${app} Zugriff auf Ihre Bücher geben?`,
  consentWants: (app) => `${app} möchte Folgendes dürfen:`,
  consentFor: 'In den Büchern von',
  consentUntil: (date) =>
    `Der Zugriff gilt bis ${date}. Unter „Mein Unternehmen“ können Sie ihn jederzeit zurücknehmen.`,
  asksForOthers: (app) =>
    `Noch wurde nichts erteilt: Was ${app} verlangt, hat sich geändert, seit diese Seite geöffnet wurde. Bitte sehen Sie noch einmal hin.`,
  consentThen: (host) => `Danach werden Sie zu ${host} weitergeleitet.`,
  consentThenToken: 'Danach wird ein Token gezeigt, das Sie in die App kopieren.',
  allow: 'Erlauben',
  refuse: 'Ablehnen',
  otherPerson: 'Als jemand anderes anmelden',
  tokenTitle: 'Der Zugriff ist erteilt',
  tokenLead: (app) => `Kopieren Sie dieses Freigabe-Token in ${app}. Es wird zehn Minuten lang gezeigt.`,
  refusedTitle: 'Der Zugriff ist nicht erteilt',
  refusedLead: (app) => `${app} hat keinen Zugriff auf Ihre Bücher. Sie können diese Seite schließen.`,
  appUnknownTitle: 'Dieser Link führt zu keiner App',
  appUnknown: 'Der Link nennt eine App, die hier nicht bekannt ist. Lassen Sie sich einen neuen schicken.',
  redirectWrongTitle: 'Dieser Link ist nicht sicher',
  redirectWrong: (app) =>
    `Er würde Sie an eine Adresse weiterleiten, die nicht zu ${app} gehört. Das ist nicht geschehen, und es wurde kein Zugriff erteilt. Geben Sie der Person Bescheid, von der Sie den Link haben.`,
  cannotGrantTitle: 'Diesen Zugriff können Sie nicht erteilen',
  agreementBlocked: (company) => `${company} ist gesperrt, deshalb bekommt keine App Zugriff auf die Bücher.`,
  agreementForDeletion: (company) =>
    `${company} ist zum Löschen vorgemerkt, deshalb bekommt keine App Zugriff auf die Bücher.`,
  grantsMany: (company) =>
    `Auf die Bücher von ${company} hat schon die größtmögliche Zahl von Apps Zugriff. Nehmen Sie zurück, was nicht mehr gebraucht wird.`,
  rolesMissing: (app) => `${app} verlangt Rollen, die Sie selbst nicht haben:`,
  modulesMissing: (app) => `${app} braucht Module, die Ihr Unternehmen nicht hat:`,
  backToApp: (app) => `Zurück zu ${app}`,

  roleMissingTitle: 'Ihre Rolle erlaubt das nicht',
  roleMissing:
    'Das darf nur sehen oder tun, wer in diesen Büchern alles darf. Wenden Sie sich an eine dieser Personen.',
  booksClosedTitle: 'Hier lässt sich nichts ändern',
  booksClosed: (company) =>
    `${company} ist gesperrt oder zum Löschen vorgemerkt. Was da ist, lässt sich lesen. Fragen Sie, wer diesen Dienst betreibt.`,
  notFoundTitle: 'Diese Seite gibt es nicht',
  notFound: 'Die Adresse führt nirgendwohin. Vielleicht wurde sie beim Kopieren abgeschnitten.',
  formKept:
    'Diese Seite war abgelaufen, bevor Sie sie abgeschickt haben. Es ist noch nichts geschehen: Sehen Sie sie durch und schicken Sie sie noch einmal ab. Was Sie eingegeben hatten, steht wieder darin, außer Passwörtern und Codes.',
  formWaits:
    'Sie waren abgemeldet, bevor Sie diese Seite abgeschickt haben; es ist noch nichts geschehen. Melden Sie sich an, dann finden Sie sie mit Ihren Eingaben wieder, außer Passwörtern und Codes.',
  formOldTitle: 'Dieses Formular gilt nicht mehr',
  formOld:
    'Es wurde vor einiger Zeit geöffnet, oder Ihr Browser bewahrt keine Cookies auf. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.',
  methodWrongTitle: 'Das geht hier nicht',
  methodWrong: 'Diese Seite lässt sich so nicht benutzen.',
  tooLargeTitle: 'Zu große Anfrage',
  tooLarge: 'Was Sie gesendet haben, ist größer, als diese Seite annimmt.',
  outOfReachTitle: 'Einen Moment',
  outOfReach:
    'Der Dienst ist ausgelastet oder erreicht seine Daten nicht. Bitte versuchen Sie es in einigen Sekunden noch einmal.',
  defectTitle: 'Etwas ist schiefgegangen',
  defect: (logId) =>
    `Das ist unser Fehler, und er ist unter ${logId} vermerkt. Bitte versuchen Sie es später noch einmal.`,
  toFront: 'Zur Startseite',

  rootForPeople: 'Programme erhalten unter dieser Adresse JSON; diese Seite ist für Menschen.',
  portal: 'Das Portal',
  portalHint:
    'Registrieren Sie sich, legen Sie Apps an und entscheiden Sie, welche auf Ihre Bücher zugreifen dürfen.',
  toPortal: 'Zum Portal',
  documentation: 'Die Dokumentation',
  documentationHint:
    'Anleitungen mit Beispielen, und jede Adresse der API: was sie annimmt, antwortet und ablehnt. Auf Englisch.',
  toDocumentation: 'Dokumentation lesen',
  asJson: 'Was Programme erhalten',
  asJsonHint: 'Das Demo-Unternehmen als JSON, wie eine App es sieht.',
  toJson: 'JSON ansehen',
  forAppsTitle: 'Diese Adresse ist für Apps',
  forApps:
    'Sie antwortet Programmen, die ihre Tokens mitsenden. Zum Umsehen ohne Tokens öffnen Sie den Explorer oder hängen Sie ?demo=true an die Adresse an.',

  roleNames: {
    SuperUser: 'Alles',
    BookKeeping: 'Buchhaltung',
    Sales: 'Verkauf',
    ProjectEmployee: 'Projekte',
  },
  roleMeanings: {
    SuperUser: 'alles in Ihren Büchern lesen und ändern',
    BookKeeping: 'die Bücher führen: Konten, Belege, Buchungen, Geschäftsjahre, Umsatzsteuer',
    Sales: 'mit Kunden, Produkten, Preisen und Rechnungen arbeiten',
    ProjectEmployee: 'mit Projekten und den Stunden dafür arbeiten',
  },
  moduleNames: {
    inventory: 'Lager',
    dimension: 'Dimensionen',
    projects: 'Projekte',
    internationalLedger: 'Internationales Hauptbuch',
  },
};
