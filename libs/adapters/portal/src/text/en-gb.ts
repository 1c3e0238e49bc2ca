import type { ModuleName } from '@kontor/kernel';
import type { RoleName } from '@kontor/studio';
import { accountEnGb } from './account/en-gb.js';
import { appsEnGb } from './apps/en-gb.js';
import { explorerEnGb } from './explorer/en-gb.js';
import { webhooksEnGb } from './webhooks/en-gb.js';

type PerRole = Readonly<Record<RoleName, string>>;
type PerModule = Readonly<Record<ModuleName, string>>;

/** What the pages say. The other languages say the same, text by text. */
export const enGb = {
  ...accountEnGb,
  ...appsEnGb,
  ...explorerEnGb,
  ...webhooksEnGb,
  // On every page
  skipToContent: 'Skip to the content',
  navigation: 'Main',
  languages: 'Language',
  signIn: 'Sign in',
  signOut: 'Sign out',
  signUp: 'Sign up',
  signedInAs: (name: string) => `Signed in as ${name}`,
  myAgreement: 'My company',
  myApps: 'My apps',
  firstCall: 'First call',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  problems: 'Please check what you entered',

  // The front page
  frontTitle: 'Accounting, open to your apps',
  frontLead:
    'Kontor keeps the books of your business and lets the apps you trust work with them. You decide which, and for how long.',
  lookAround: 'The demo company',
  lookAroundNow: 'Look around',
  lookAroundHint:
    'Example books in the explorer, link by link. Nothing to sign up for; nothing can be changed.',
  frontNew: 'New here?',
  frontNewHint:
    'In a minute you have a chart of accounts, an accounting year and your first answer from the API.',
  frontKnown: 'You have signed up before',
  frontKnownHint: 'See which apps have access to your books, or make an app of your own.',
  welcomeBack: (name: string) => `Good to see you, ${name}`,
  toFirstCall: 'Make your first call',
  toFirstCallHint: 'Tokens of your own: for a line to copy and paste, and for your books in the explorer.',
  toAgreementHint: 'Which apps have access to your books, and since when.',
  toAppsHint: 'Make an app, and find its tokens and its grant link.',

  // Signing in
  signInTitle: 'Sign in',
  signInFor: (app: string) => `Sign in to decide whether ${app} may have access to your books.`,
  userName: 'E-mail address or user name',
  password: 'Password',
  noAgreementYet: 'Not signed up yet?',
  wrongPassword: 'The user name or the password is not right.',
  signedOut: 'You are signed out.',
  mustSignIn: 'Please sign in to see this page.',
  tooManyTitle: 'Too many attempts',
  tooMany: (minutes: number) =>
    minutes <= 1
      ? 'There were too many attempts. Please try again in a minute.'
      : `There were too many attempts. Please try again in ${minutes} minutes.`,

  // Signing up
  signUpTitle: 'Sign up',
  signUpLead: 'You get books with a chart of accounts and an accounting year, ready to use.',
  yourBusiness: 'Your business',
  businessName: 'Name of the business',
  baseCurrency: 'Currency of the books',
  firstYearFrom: 'The first accounting year starts on',
  firstYearHint: 'It lasts twelve months. Years up to today are made as well.',
  companyLater: 'What follows stands on your invoices. You can leave it out and fill it in later.',
  you: 'You',
  yourName: 'Your name',
  email: 'E-mail address',
  emailHint: 'You sign in with it.',
  startNow: 'Set up the books',
  businessNameWrong: 'Enter the name of the business, with at most 250 characters, all of them visible.',
  yourNameWrong: 'Enter your name, with at most 250 characters, all of them visible.',
  emailWrong: 'Enter an e-mail address such as anna@example.com.',
  emailTaken: 'Somebody has signed up with this e-mail address already.',
  currencyWrong: 'Choose a currency of the list.',
  firstYearWrong: 'Enter a date within the last ten years or the next two.',

  // My company
  agreementTitle: 'My company',
  agreementNumber: 'Number at Kontor',
  modules: 'Modules',
  noModules: 'none',
  companyTitle: 'The company',
  companyLead:
    'What documents and connected apps say of the company whose books these are. Leave out what does not apply.',
  saveCompany: 'Save',
  companySaved: 'The company’s data are saved.',
  companyFieldWrong: (label: string, most: number) => `${label}: at most ${most} characters on one line.`,
  paperColourNote: 'Like #1d4f91, for titles.',
  paperColourWrong: 'The colour must look like #1d4f91.',
  ibanWrong: 'This is not a right IBAN: a sign of it is wrong or missing.',
  logo: 'Logo',
  logoFile: 'Another picture',
  logoNote: (kibibytes: number) =>
    `PNG or JPEG, at most ${kibibytes} KiB and two million pixels. It stands at the top left of invoices.`,
  logoPresent: 'The present logo',
  logoSave: 'Save the logo',
  logoRemove: 'Remove the logo',
  logoWrong: {
    notAPicture: 'This is not a PNG or JPEG picture.',
    tooManyPixels: 'The picture has too many pixels.',
    tooLarge: (kibibytes: number) => `The picture is larger than ${kibibytes} KiB.`,
  },
  companyFields: {
    addressLine1: 'Address',
    addressLine2: 'Address, second line',
    zip: 'Postcode',
    city: 'Town',
    country: 'Country',
    email: 'Email',
    phoneNumber: 'Telephone',
    website: 'Website',
    vatNumber: 'VAT number',
    companyIdentificationNumber: 'Registration number',
    bankName: 'Bank',
    ibanNumber: 'IBAN',
    swiftCode: 'BIC (SWIFT)',
    paperColour: 'Colour of invoices',
    paperFooter: 'Text at the foot of invoices',
  },
  grantsTitle: 'Apps with access',
  grantsLead: 'These apps may work with your books until their access ends or you take it back.',
  grantsEarlier: 'Access that was given before these',
  noGrants: 'No app has access to your books.',
  app: 'App',
  appGone: (appNumber: number) => `App ${appNumber}`,
  roles: 'Roles',
  grantedBy: 'Granted by',
  issued: 'Since',
  expires: 'Until',
  lastUsed: 'Last used',
  neverUsed: 'not yet',
  revoke: 'Take back',
  revokeOf: (app: string) => `Take back the access of ${app}`,
  revokeTitle: (app: string) => `Take back the access of ${app}?`,
  revokeLead:
    'The app stops working with your books within a few seconds. To let it in again, follow its link again.',
  revokeOne: (others: number) =>
    `This access ends within a few seconds. The app keeps ${others === 1 ? 'another one' : `${others} others`}, listed under “My company”: take back each to keep it out.`,
  revokeNow: 'Take the access back',
  revoked: (app: string) => `${app} no longer has access.`,
  revokedOne: (app: string) =>
    `This access of ${app} has ended. The app still has other access, listed below.`,
  endedTitle: 'Access that has ended',
  endedEarlier: 'Access that ended before these',
  wasRevoked: (date: string) => `taken back on ${date}`,
  hasExpired: (date: string) => `ended on ${date}`,

  // My apps
  appsTitle: 'My apps',
  appsLead:
    'Companies give apps access to their books. Your apps are here, with their tokens and grant links.',
  noApps: 'You have no app yet.',
  newApp: 'New app',
  newAppTitle: 'New app',
  newAppLead: 'People see its name and its roles before they give it access.',
  appName: 'Name of the app',
  rootUrl: 'Root address',
  rootUrlHint:
    'After a grant people are only ever sent below this address. It starts with https:// (or http://localhost while you build).',
  rolesOfApp: 'What it needs',
  createApp: 'Create the app',
  appNameWrong: 'Enter a name of 1 to 50 characters, all of them visible, with words of one alphabet each.',
  appNameLooks: 'This name looks like that of another of your apps. Use another, or exactly the same.',
  appsMany: 'Your company has 100 apps, and may not have more.',
  rootUrlWrong: 'Enter an address such as https://app.example.com/start, with at most 200 characters.',
  rolesWrong: 'Choose at least one role.',
  appCreated: 'The app is made.',
  secretToken: 'Secret token',
  secretOnce: 'This is shown for ten minutes. Keep it where only your app can read it.',
  publicToken: 'Public token',
  grantLink: 'Grant link',
  grantLinkHint: 'Give it to the people whose books your app works with. Add redirectUrl to get them back.',
  created: 'Made on',
  appNumber: 'App number',
  rotate: 'New secret token',
  rotateTitle: (app: string) => `A new secret token for ${app}?`,
  rotateLead:
    'You choose how long the present one goes on working, so that you can bring the new one everywhere. Grants stay as they are.',
  rotateNow: 'Make a new secret token',
  rotated: 'This is the new secret token; the one before no longer works.',

  // The first call
  firstCallTitle: 'Your first call',
  firstCallLead:
    'Every request carries two tokens: one that says which app asks, and one that says in whose books.',
  firstCallMake: 'Make my tokens',
  firstCallMakeHint:
    'This makes an app “First steps” in your company’s name and gives it access to your books.',
  firstCallAgain: 'Make new tokens',
  firstCallAgainHint:
    'Your tokens were shown when you made them, and are not kept. New ones can be made; the ones before stop working then.',
  firstCallKeep:
    'To keep those, give yourself other ones: make an app under “My apps” and open its grant link. Its tokens open the explorer as well.',
  firstCallNameLooks: (name: string) =>
    `One of your apps has a name that looks like “${name}”. Call it something else, or remove it.`,
  firstCallReady: 'Your tokens are ready',
  firstCallOnce:
    'They are shown for ten minutes. Copy a line, paste it into a terminal, and your chart of accounts answers.',
  firstCallClients:
    'They are shown for ten minutes. Copy a line, paste it into a terminal, and your client companies answer.',
  grantToken: 'Grant token',
  withCurl: 'In a terminal',
  toExplorer: 'Walk your books in the explorer with these tokens',
  withSdk: 'With the SDK',
  afterThat: 'Follow the links of the answer; no address needs to be built.',

  // A grant
  consentTitle: (app: string) => `Give ${app} access to your books?`,
  consentWants: (app: string) => `${app} asks to be allowed to:`,
  consentFor: 'In the books of',
  consentUntil: (date: string) =>
    `The access lasts until ${date}. You can take it back at any time under “My company”.`,
  asksForOthers: (app: string) =>
    `Nothing was given yet: what ${app} asks for has changed since this page was opened. Please look again.`,
  consentThen: (host: string) => `After that you are sent to ${host}.`,
  consentThenToken: 'After that a token is shown, which you copy into the app.',
  allow: 'Allow',
  refuse: 'Refuse',
  otherPerson: 'Sign in as somebody else',
  tokenTitle: 'The access is given',
  tokenLead: (app: string) => `Copy this grant token into ${app}. It is shown for ten minutes.`,
  refusedTitle: 'The access is not given',
  refusedLead: (app: string) => `${app} has no access to your books. You can close this page.`,
  appUnknownTitle: 'This link leads to no app',
  appUnknown:
    'The link you followed names an app that is not known here. Ask those who gave it to you for another one.',
  redirectWrongTitle: 'This link is not safe',
  redirectWrong: (app: string) =>
    `It would send you to an address that is not one of ${app}’s. You have not been sent there, and no access was given. Tell those who gave you the link.`,
  cannotGrantTitle: 'You cannot give this access',
  agreementBlocked: (company: string) => `${company} is blocked, so no app can get access to its books.`,
  agreementForDeletion: (company: string) =>
    `${company} is marked for deletion, so no app can get access to its books.`,
  grantsMany: (company: string) =>
    `As many apps have access to the books of ${company} as may have. Take back what is no longer used.`,
  rolesMissing: (app: string) => `${app} asks for roles that you do not have yourself:`,
  modulesMissing: (app: string) => `${app} needs modules that your company does not have:`,
  backToApp: (app: string) => `Back to ${app}`,

  // When something is not right
  roleMissingTitle: 'Your role does not allow this',
  roleMissing:
    'Only people who may do everything in this company’s books may see or do this. Ask one of them.',
  booksClosedTitle: 'Nothing can be changed',
  booksClosed: (company: string) =>
    `${company} is blocked or marked for deletion. What there is can be read. Ask who runs this service.`,
  notFoundTitle: 'There is no such page',
  notFound: 'The address leads nowhere. Perhaps it was shortened on its way.',
  formKept:
    'This page had expired before you sent it. Nothing was done yet: look it over and send it once more. What you had entered stands in it, but for passwords and codes.',
  formWaits:
    'You were signed out before you sent this page, so nothing was done yet. Sign in, and you find it again with what you entered, but for passwords and codes.',
  formOldTitle: 'This form is no longer valid',
  formOld:
    'It was opened some time ago, or your browser keeps no cookies. Please go back, load the page again and try once more.',
  methodWrongTitle: 'That is not possible here',
  methodWrong: 'This page cannot be used in this way.',
  tooLargeTitle: 'That was too much',
  tooLarge: 'What you sent is larger than this page takes.',
  outOfReachTitle: 'Just a moment',
  outOfReach: 'The service is busy or cannot reach its data. Please try again in a few seconds.',
  defectTitle: 'Something went wrong',
  defect: (logId: string) => `It is our fault, and it has been noted as ${logId}. Please try again later.`,
  toFront: 'To the front page',

  // At `/`, and where the API refuses a browser
  rootForPeople: 'Programs get JSON at this address; this page is for people.',
  portal: 'The portal',
  portalHint: 'Sign up, make apps, and decide which of them have access to your books.',
  toPortal: 'To the portal',
  documentation: 'The documentation',
  documentationHint: 'Guides with samples, and every address of the API: what it takes, answers and refuses.',
  toDocumentation: 'Read the documentation',
  asJson: 'What programs get',
  asJsonHint: 'The demo company as JSON, as an app sees it.',
  toJson: 'See the JSON',
  forAppsTitle: 'This address is for apps',
  forApps:
    'It answers programs that send their tokens. To look around without any, open the explorer, or add ?demo=true to the address.',

  roleNames: {
    SuperUser: 'Everything',
    BookKeeping: 'Bookkeeping',
    Sales: 'Sales',
    ProjectEmployee: 'Projects',
  } as PerRole,
  roleMeanings: {
    SuperUser: 'read and change everything in your books',
    BookKeeping: 'keep the books: accounts, vouchers, entries, accounting years, VAT',
    Sales: 'work with customers, products, prices and invoices',
    ProjectEmployee: 'work with projects and the time spent on them',
  } as PerRole,
  moduleNames: {
    inventory: 'Inventory',
    dimension: 'Dimensions',
    projects: 'Projects',
    internationalLedger: 'International ledger',
  } as PerModule,
};

export type Texts = typeof enGb;
