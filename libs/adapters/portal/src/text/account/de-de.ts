import type { AccountTexts } from './en-gb.js';

/** Begins a mail, to somebody whose name may be said. */
const greeting = (name: string | undefined): string => `Guten Tag${name === undefined ? '' : ` ${name}`},`;

export const accountDeDe: AccountTexts = {
  myAccount: 'Mein Konto',
  accountLead: 'Wie Sie sich anmelden und wo Sie angemeldet sind.',
  signInName: 'Sie melden sich an als',
  changePassword: 'Passwort ändern',
  presentPassword: 'Bisheriges Passwort',
  newPassword: 'Neues Passwort',
  newPasswordAgain: 'Neues Passwort wiederholen',
  passwordChanged: 'Das Passwort ist geändert. Überall sonst sind Sie abgemeldet.',
  presentPasswordWrong: 'Das ist nicht Ihr bisheriges Passwort.',
  passwordHint: 'Mindestens 12 Zeichen. Einige Wörter merkt man sich leichter als viele Sonderzeichen.',
  passwordAgain: 'Passwort wiederholen',
  passwordsDiffer: 'Die beiden Passwörter stimmen nicht überein.',
  passwordLength: 'Wählen Sie ein Passwort mit 12 bis 200 Zeichen.',
  passwordCommon:
    'Dieses Passwort gehört zu denen, die zuerst ausprobiert werden. Wählen Sie eines, das niemand errät.',
  passwordPattern:
    'Wählen Sie ein Passwort, das sich nicht wiederholt und keine Reihe von Buchstaben, Ziffern oder Tasten ist.',
  passwordOwn:
    'Wählen Sie ein Passwort, das aus mehr besteht als Ihrem Namen, Ihrer Adresse oder dem Namen des Unternehmens.',
  sessionsTitle: 'Wo Sie angemeldet sind',
  sessionsLead: 'Wenn Ihnen etwas davon unbekannt ist, melden Sie es ab und ändern Sie das Passwort.',
  thisBrowser: 'dieser Browser',
  unknownBrowser: 'Ein Browser, der nicht sagt, welcher er ist',
  browserOn: (browser, system) => `${browser} unter ${system}`,
  signedInSince: (instant) => `angemeldet seit ${instant}`,
  endSession: 'Dort abmelden',
  endSessionOf: (browser, instant) => `Dort abmelden: ${browser}, angemeldet seit ${instant}`,
  endOthers: 'Überall sonst abmelden',
  sessionEnded: 'Dort abgemeldet.',
  othersEnded: 'Sie sind überall sonst abgemeldet.',

  forgottenLink: 'Passwort vergessen',
  forgottenTitle: 'Neues Passwort',
  forgottenLead: 'Wir schicken Ihnen eine E-Mail mit einem Link, über den Sie ein neues Passwort wählen.',
  forgottenSent:
    'Wenn es unter diesem Namen ein Konto gibt, ist eine E-Mail unterwegs. Der Link darin gilt 30 Minuten. Keine E-Mail bekommen? Sehen Sie im Spam-Ordner nach oder versuchen Sie es mit einem anderen Namen.',
  sendLink: 'Link schicken',
  resetTitle: 'Neues Passwort wählen',
  resetLead: (userName) => `Für ${userName}. Danach sind Sie überall abgemeldet.`,
  resetDone: 'Das Passwort ist geändert. Melden Sie sich damit an.',
  linkOverTitle: 'Dieser Link gilt nicht mehr',
  linkOver: 'Ein Link aus einer E-Mail gilt einmal und nur kurze Zeit. Fordern Sie einen neuen an.',
  resetBefore: 'Sie haben damit schon ein Passwort gewählt? Dann melden Sie sich mit diesem an:',
  confirmTitle: 'E-Mail-Adresse bestätigen',
  confirmLead: (email) => `Ist ${email} Ihre Adresse?`,
  confirmNow: 'Ja, das ist meine',
  emailConfirmed: 'bestätigt',
  emailUnconfirmed: 'noch nicht bestätigt',
  sendConfirmation: 'Link zum Bestätigen schicken',
  confirmSent: 'Eine E-Mail ist unterwegs. Der Link darin gilt drei Tage.',
  emailIsConfirmed: 'Ihre E-Mail-Adresse ist bestätigt.',
  resetSubject: (operator) => `${operator}: neues Passwort wählen`,
  resetMail: ({ name, link, operator }) =>
    `${greeting(name)}

über diesen Link wählen Sie ein neues Passwort. Er gilt einmal und nur in den nächsten 30 Minuten:

${link}

Sie haben das nicht angefordert? Dann müssen Sie nichts tun; Ihr Passwort bleibt, wie es ist.

${operator}`,
  confirmSubject: (operator) => `${operator}: E-Mail-Adresse bestätigen`,
  confirmMail: ({ name, link, operator }) =>
    `${greeting(name)}

bitte bestätigen Sie über diesen Link, dass diese Adresse Ihnen gehört. Er gilt einmal und in den nächsten drei Tagen:

${link}

Sie haben sich nicht registriert? Dann müssen Sie nichts tun.

${operator}`,

  runBy: (operator) => `Betreiber dieses Dienstes: ${operator}.`,
  imprint: 'Impressum',
  terms: 'Nutzungsbedingungen',
  privacy: 'Datenschutz',
  acceptTerms: 'Mit der Registrierung akzeptieren Sie die',

  secondFactor: 'Zweiter Faktor',
  secondFactorLead:
    'Neben dem Passwort geben Sie dann einen Code ein, den eine App auf Ihrem Telefon zeigt. Überall sonst werden Sie dabei abgemeldet.',
  scan: 'Scannen Sie diesen Code mit der Authenticator-App auf Ihrem Telefon.',
  typeSecret: 'Oder geben Sie dort diesen zeitbasierten Schlüssel ein.',
  openApp: 'App auf diesem Gerät öffnen',
  code: 'Code',
  codeHint: 'Die sechs Ziffern aus der App auf Ihrem Telefon oder einer Ihrer Wiederherstellungscodes.',
  codeOfApp: 'Die sechs Ziffern, die die App gerade zeigt.',
  codeTitle: 'Ihr Code',
  codeWrong: 'Dieser Code stimmt nicht oder wurde schon benutzt. Warten Sie auf den nächsten.',
  signInAnew:
    'Das hat zu lange gedauert, oder das Passwort wurde inzwischen geändert. Bitte melden Sie sich noch einmal an.',
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  secondFactorOn: 'Der zweite Faktor ist eingeschaltet.',
  secondFactorOff: 'Der zweite Faktor ist ausgeschaltet.',
  recoveryCodes: 'Wiederherstellungscodes',
  recoveryLead:
    'Wenn Sie das Telefon verlieren, lässt jeder davon Sie einmal hinein. Bewahren Sie sie getrennt vom Telefon auf; sie werden nicht noch einmal gezeigt.',
  codesLeft: (count) => `Der zweite Faktor ist eingeschaltet. Übrige Wiederherstellungscodes: ${count}.`,

  saveAsEnv: 'Als .env speichern',
  notShownTitle: 'Das wird nicht mehr gezeigt',
  notShown:
    'Ein Token wird zehn Minuten lang gezeigt, nachdem es angelegt wurde, und nur in derselben Sitzung. Folgen Sie dem Link der App erneut, um ein neues zu bekommen.',
};
