/**
 * What a mail to a person is written of. `name`: of somebody whose address it is known to be; to anybody else
 * we say nothing that a stranger may have written.
 */
export type MailWords = {
  readonly name: string | undefined;
  readonly link: string;
  readonly operator: string;
};

/** Begins a mail, to somebody whose name may be said. */
const greeting = (name: string | undefined): string => `Hello${name === undefined ? '' : ` ${name}`},`;

/** What the pages about one's own account say: passwords, sessions. */
export const accountEnGb = {
  myAccount: 'My account',
  accountLead: 'How you sign in, and where you are signed in.',
  signInName: 'You sign in as',
  changePassword: 'Change the password',
  presentPassword: 'The present password',
  newPassword: 'The new password',
  newPasswordAgain: 'The new password again',
  passwordChanged: 'The password is changed. You are signed out everywhere else.',
  presentPasswordWrong: 'This is not your present password.',
  passwordHint: 'At least 12 characters. A few words are easier to remember than one with many signs.',
  passwordAgain: 'The same password again',
  passwordsDiffer: 'The two passwords are not the same.',
  passwordLength: 'Choose a password of 12 to 200 characters.',
  passwordCommon: 'This is one of the passwords that are tried first. Choose one that nobody would guess.',
  passwordPattern: 'Choose a password that does not repeat itself and is no row of letters, digits or keys.',
  passwordOwn: 'Choose a password that is more than your name, your address or that of the business.',
  sessionsTitle: 'Where you are signed in',
  sessionsLead: 'If you do not know one of these, sign out there and change the password.',
  thisBrowser: 'this browser',
  unknownBrowser: 'A browser that does not say what it is',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  signedInSince: (instant: string) => `signed in since ${instant}`,
  endSession: 'Sign out there',
  // Begins with the words that are seen: who speaks to the page says those (WCAG 2.5.3).
  endSessionOf: (browser: string, instant: string) =>
    `Sign out there: ${browser}, signed in since ${instant}`,
  endOthers: 'Sign out everywhere else',
  sessionEnded: 'Signed out there.',
  othersEnded: 'You are signed out everywhere else.',

  // By mail
  forgottenLink: 'I forgot my password',
  forgottenTitle: 'A new password',
  forgottenLead: 'We send you a link by mail with which you choose a new password.',
  forgottenSent:
    'If there is an account under this name, a mail is on its way. The link in it is good for 30 minutes. No mail? Look among the unwanted ones, or try another name.',
  sendLink: 'Send the link',
  resetTitle: 'Choose a new password',
  resetLead: (userName: string) => `For ${userName}. You are then signed out everywhere.`,
  resetDone: 'The password is changed. Sign in with it.',
  linkOverTitle: 'This link is used up',
  linkOver: 'A link from a mail works once, and only for a short time. Ask for another one.',
  resetBefore: 'You have chosen a password with it already? Then sign in with that one:',
  confirmTitle: 'Confirm your e-mail address',
  confirmLead: (email: string) => `Is ${email} your address?`,
  confirmNow: 'Yes, it is mine',
  emailConfirmed: 'confirmed',
  emailUnconfirmed: 'not confirmed yet',
  sendConfirmation: 'Send me the link to confirm it',
  confirmSent: 'A mail is on its way. The link in it is good for three days.',
  emailIsConfirmed: 'Your e-mail address is confirmed.',
  resetSubject: (operator: string) => `${operator}: choose a new password`,
  resetMail: ({ name, link, operator }: MailWords) =>
    `${greeting(name)}

with this link you choose a new password. It works once, within the next 30 minutes:

${link}

You did not ask for it? Then leave this mail alone; your password stays as it is.

${operator}`,
  confirmSubject: (operator: string) => `${operator}: confirm your e-mail address`,
  confirmMail: ({ name, link, operator }: MailWords) =>
    `${greeting(name)}

please confirm with this link that this address is yours. It works once, within the next three days:

${link}

You did not sign up? Then leave this mail alone.

${operator}`,

  // Who runs it
  runBy: (operator: string) => `This service is run by ${operator}.`,
  imprint: 'Imprint',
  terms: 'Terms of use',
  privacy: 'Privacy',
  acceptTerms: 'By signing up you accept its',

  // The second factor
  secondFactor: 'Second factor',
  secondFactorLead:
    'Beside the password you then enter a code that an app on your phone shows. Turning it on signs you out everywhere else.',
  scan: 'Scan this code with the app on your phone (an authenticator).',
  typeSecret: 'Or enter this key there, as one that is based on time.',
  openApp: 'Open the app on this device',
  code: 'Code',
  codeHint: 'The six digits that the app on your phone shows, or one of your recovery codes.',
  codeOfApp: 'The six digits that the app shows now.',
  codeTitle: 'Your code',
  codeWrong: 'This code is not right, or was used already. Wait for the next one.',
  signInAnew: 'That took too long, or the password was changed meanwhile. Please sign in once more.',
  turnOn: 'Turn it on',
  turnOff: 'Turn it off',
  secondFactorOn: 'The second factor is on.',
  secondFactorOff: 'The second factor is off.',
  recoveryCodes: 'Recovery codes',
  recoveryLead:
    'If you lose the phone, each of these lets you in once. Keep them away from the phone; they are not shown again.',
  codesLeft: (count: number) => `The second factor is on. Recovery codes left: ${count}.`,

  saveAsEnv: 'Save as .env',
  notShownTitle: 'This is no longer shown',
  notShown:
    'A token is shown for ten minutes after it was made, in the same session. Follow the app’s link again for another one.',
};

export type AccountTexts = typeof accountEnGb;
