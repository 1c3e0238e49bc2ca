import type { AppsTexts } from './en-gb.js';

export const appsDeDe: AppsTexts = {
  appFrom: 'Angeboten von',
  appSince: 'Bei Kontor seit',
  appNotOurs:
    'Kontor hat diese App weder entwickelt noch geprüft. Geben Sie ihr nur Zugriff, wenn Sie wissen, wer sie anbietet und wozu sie ihn braucht.',
  appIsNew: 'Diese App ist neu hier.',
  everythingTitle: 'Diese App verlangt alles',
  everythingLead:
    'Sie könnte Ihre gesamten Bücher lesen und ändern, darin buchen und im Namen Ihres Unternehmens Apps und Webhooks anlegen. Das brauchen nur wenige Apps.',
  allowEverything: 'Alles erlauben',
  hasAccess: (app) => `${app} hat schon Zugriff`,
  hasAccessLead:
    'Was Sie jetzt erlauben, kommt hinzu. Nehmen Sie unter „Mein Unternehmen“ zurück, was nicht mehr gebraucht wird.',
  accessGiven: (roles, from, until) => `${roles}, vom ${from} bis ${until}, erteilt von`,

  changeApp: 'App ändern',
  changeAppTitle: (app) => `${app} ändern`,
  changeAppLead:
    'Erteilte Zugriffe behalten die Rollen, mit denen sie erteilt wurden. Wer künftig gefragt wird, sieht die neuen.',
  saveApp: 'Speichern',
  appSaved: 'Die App ist geändert.',
  secretOverlap: 'Das bisherige Token gilt weiter',
  overlapsOfSecret: {
    0: 'gar nicht: Es ist in falschen Händen',
    24: 'einen Tag lang',
    168: 'eine Woche lang',
  },
  rotatedBeside: 'Das ist das neue geheime Token; das bisherige gilt noch so lange, wie Sie gewählt haben.',

  deleteApp: 'App löschen',
  deleteAppTitle: (app) => `${app} löschen?`,
  deleteAppLead:
    'Die App verliert sofort jeden Zugriff, in den Büchern aller Unternehmen, und ihre Webhooks enden. Was sie gebucht hat, bleibt. Das lässt sich nicht rückgängig machen.',
  deleteAppAccess: (count) => (count === 1 ? 'Damit endet ein Zugriff.' : `Damit enden ${count} Zugriffe.`),
  deleteAppName: 'Geben Sie zur Sicherheit den Namen der App ein',
  deleteAppNameWrong: 'Das ist nicht der Name der App.',
  deleteAppNow: 'Endgültig löschen',
  appDeleted: 'Die App ist gelöscht.',
};
