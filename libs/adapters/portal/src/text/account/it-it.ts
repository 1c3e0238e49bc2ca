import type { AccountTexts } from './en-gb.js';

/** Begins a mail, to somebody whose name may be said. */
const greeting = (name: string | undefined): string => `Buongiorno${name === undefined ? '' : ` ${name}`},`;

export const accountItIt: AccountTexts = {
  myAccount: 'Il mio account',
  accountLead: 'Come accede e dove ha effettuato l’accesso.',
  signInName: 'Accede come',
  changePassword: 'Cambia la password',
  presentPassword: 'Password attuale',
  newPassword: 'Nuova password',
  newPasswordAgain: 'Ripeta la nuova password',
  passwordChanged: 'La password è stata cambiata. Gli altri accessi sono stati chiusi.',
  presentPasswordWrong: 'Questa non è la sua password attuale.',
  passwordHint: 'Almeno 12 caratteri. Qualche parola si ricorda meglio di tanti simboli.',
  passwordAgain: 'Ripeta la password',
  passwordsDiffer: 'Le due password non coincidono.',
  passwordLength: 'Scelga una password da 12 a 200 caratteri.',
  passwordCommon: 'È una delle password che si provano per prime. Ne scelga una che nessuno indovini.',
  passwordPattern:
    'Scelga una password che non si ripeta e che non sia una serie di lettere, cifre o tasti vicini.',
  passwordOwn:
    'Scelga una password che sia qualcosa di più del suo nome, del suo indirizzo o del nome dell’azienda.',
  sessionsTitle: 'Dove ha effettuato l’accesso',
  sessionsLead: 'Se non ne riconosce uno, lo chiuda e cambi la password.',
  thisBrowser: 'questo browser',
  unknownBrowser: 'Un browser che non si identifica',
  browserOn: (browser, system) => `${browser} su ${system}`,
  signedInSince: (instant) => `accesso dal ${instant}`,
  endSession: 'Chiudi questo accesso',
  endSessionOf: (browser, instant) => `Chiudi questo accesso: ${browser}, del ${instant}`,
  endOthers: 'Chiudi tutti gli altri accessi',
  sessionEnded: 'L’accesso è stato chiuso.',
  othersEnded: 'Tutti gli altri accessi sono stati chiusi.',

  forgottenLink: 'Ho dimenticato la password',
  forgottenTitle: 'Nuova password',
  forgottenLead: 'Le inviamo per e-mail un link con cui scegliere una nuova password.',
  forgottenSent:
    'Se esiste un account con questo nome, il messaggio è in arrivo. Il link vale 30 minuti. Non è arrivato nulla? Guardi nella posta indesiderata o provi con un altro nome.',
  sendLink: 'Invia il link',
  resetTitle: 'Scelga una nuova password',
  resetLead: (userName) => `Per ${userName}. Dopo, tutti gli accessi verranno chiusi.`,
  resetDone: 'La password è stata cambiata. La usi per accedere.',
  linkOverTitle: 'Questo link non vale più',
  linkOver: 'I link inviati per e-mail valgono una volta sola e per poco tempo. Ne chieda un altro.',
  resetBefore: 'Ha già scelto una password con questo link? Allora acceda con quella:',
  confirmTitle: 'Confermi il suo indirizzo e-mail',
  confirmLead: (email) => `${email} è il suo indirizzo?`,
  confirmNow: 'Sì, è il mio',
  emailConfirmed: 'confermato',
  emailUnconfirmed: 'non ancora confermato',
  sendConfirmation: 'Inviami il link di conferma',
  confirmSent: 'Il messaggio è in arrivo. Il link vale tre giorni.',
  emailIsConfirmed: 'Il suo indirizzo e-mail è confermato.',
  resetSubject: (operator) => `${operator}: scelga una nuova password`,
  resetMail: ({ name, link, operator }) =>
    `${greeting(name)}

con questo link può scegliere una nuova password. Vale una volta sola, nei prossimi 30 minuti:

${link}

Non l’ha chiesto lei? Allora non deve fare nulla: la sua password resta com’è.

${operator}`,
  confirmSubject: (operator) => `${operator}: confermi il suo indirizzo e-mail`,
  confirmMail: ({ name, link, operator }) =>
    `${greeting(name)}

confermi con questo link che questo indirizzo è suo. Vale una volta sola, nei prossimi tre giorni:

${link}

Non si è registrato lei? Allora non deve fare nulla.

${operator}`,

  runBy: (operator) => `Questo servizio è gestito da ${operator}.`,
  imprint: 'Note legali',
  terms: 'Condizioni d’uso',
  privacy: 'Privacy',
  acceptTerms: 'Registrandosi accetta le',

  secondFactor: 'Verifica in due passaggi',
  secondFactorLead:
    'Oltre alla password inserirà un codice mostrato da un’app del telefono. Attivandola si chiudono gli altri accessi.',
  scan: 'Inquadri questo codice con l’app di autenticazione del telefono.',
  typeSecret: 'Oppure inserisca lì questa chiave, basata sul tempo.',
  openApp: 'Apri l’app su questo dispositivo',
  code: 'Codice',
  codeHint: 'Le sei cifre mostrate dall’app del telefono, o uno dei suoi codici di recupero.',
  codeOfApp: 'Le sei cifre che l’app mostra ora.',
  codeTitle: 'Il suo codice',
  codeWrong: 'Questo codice non è giusto o è già stato usato. Aspetti il prossimo.',
  signInAnew: 'È passato troppo tempo, oppure la password è stata cambiata nel frattempo. Acceda di nuovo.',
  turnOn: 'Attiva',
  turnOff: 'Disattiva',
  secondFactorOn: 'La verifica in due passaggi è attiva.',
  secondFactorOff: 'La verifica in due passaggi è disattivata.',
  recoveryCodes: 'Codici di recupero',
  recoveryLead:
    'Se perde il telefono, ognuno di questi la fa entrare una volta. Li conservi lontano dal telefono; non verranno più mostrati.',
  codesLeft: (count) => `La verifica in due passaggi è attiva. Codici di recupero rimasti: ${count}.`,

  saveAsEnv: 'Salva come .env',
  notShownTitle: 'Non è più visibile',
  notShown:
    'Un token resta visibile per dieci minuti dopo la creazione, nella stessa sessione. Segua di nuovo il link dell’app per averne un altro.',
};
