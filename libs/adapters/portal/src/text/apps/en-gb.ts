/** What the pages say on which apps are given access, and changed. */
export const appsEnGb = {
  // Whose the app is
  appFrom: 'Offered by',
  appSince: 'At Kontor since',
  appNotOurs:
    'Kontor has neither made nor checked this app. Give access only if you know who offers it and why it asks.',
  appIsNew: 'This app is new here.',
  everythingTitle: 'This app asks for everything',
  everythingLead:
    'It could read and change all of your books, book in them, and make apps and webhooks in your company’s name. Few apps need that.',
  allowEverything: 'Allow everything',
  hasAccess: (app: string) => `${app} has access already`,
  hasAccessLead: 'What you allow now comes beside it. Take back what is no longer used, under “My company”.',
  accessGiven: (roles: string, from: string, until: string) =>
    `${roles}, from ${from} until ${until}, given by`,

  // An app is changed
  changeApp: 'Change the app',
  changeAppTitle: (app: string) => `Change ${app}`,
  changeAppLead:
    'Access that was given keeps the roles it was given with. Who is asked next sees the new ones.',
  saveApp: 'Save',
  appSaved: 'The app is changed.',
  secretOverlap: 'The present token goes on working',
  overlapsOfSecret: {
    0: 'not at all: it is in wrong hands',
    24: 'for a day',
    168: 'for a week',
  } as Readonly<Record<0 | 24 | 168, string>>,
  rotatedBeside: 'This is the new secret token; the one before works for as long as you chose.',

  // An app is deleted
  deleteApp: 'Delete the app',
  deleteAppTitle: (app: string) => `Delete ${app}?`,
  deleteAppLead:
    'It loses all access at once, in the books of every company, and its webhooks end. What it has booked stays. This cannot be undone.',
  deleteAppAccess: (count: number) =>
    count === 1 ? 'One access ends with it.' : `${count} accesses end with it.`,
  deleteAppName: 'To be sure, enter the name of the app',
  deleteAppNameWrong: 'This is not the name of the app.',
  deleteAppNow: 'Delete it for good',
  appDeleted: 'The app is deleted.',
};

export type AppsTexts = typeof appsEnGb;
