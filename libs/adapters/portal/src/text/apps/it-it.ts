import type { AppsTexts } from './en-gb.js';

export const appsItIt: AppsTexts = {
  appFrom: 'Offerta da',
  appSince: 'In Kontor dal',
  appNotOurs:
    'Kontor non ha creato né verificato questa app. Conceda l’accesso solo se sa chi la offre e perché lo chiede.',
  appIsNew: 'Questa app è nuova qui.',
  everythingTitle: 'Questa app chiede tutto',
  everythingLead:
    'Potrebbe leggere e modificare tutti i suoi libri, registrarvi operazioni e creare app e webhook a nome della sua azienda. Ne hanno bisogno poche app.',
  allowEverything: 'Consenti tutto',
  hasAccess: (app) => `${app} ha già accesso`,
  hasAccessLead: 'Ciò che consente ora si aggiunge. Revochi in «La mia azienda» ciò che non si usa più.',
  accessGiven: (roles, from, until) => `${roles}, dal ${from} al ${until}, concesso da`,

  changeApp: 'Modifica l’app',
  changeAppTitle: (app) => `Modifica ${app}`,
  changeAppLead:
    'Gli accessi già concessi mantengono i loro ruoli. Chi dovrà decidere d’ora in poi vedrà quelli nuovi.',
  saveApp: 'Salva',
  appSaved: 'L’app è stata modificata.',
  secretOverlap: 'Il token attuale continua a valere',
  overlapsOfSecret: { 0: 'no: è in mani sbagliate', 24: 'per un giorno', 168: 'per una settimana' },
  rotatedBeside: 'Questo è il nuovo token segreto; quello precedente vale ancora per il tempo che ha scelto.',

  deleteApp: 'Elimina l’app',
  deleteAppTitle: (app) => `Eliminare ${app}?`,
  deleteAppLead:
    'Perde subito ogni accesso, nei libri di tutte le aziende, e i suoi webhook cessano. Ciò che ha registrato resta. Non si può annullare.',
  deleteAppAccess: (count) => (count === 1 ? 'Termina così un accesso.' : `Terminano così ${count} accessi.`),
  deleteAppName: 'Per conferma, inserisca il nome dell’app',
  deleteAppNameWrong: 'Questo non è il nome dell’app.',
  deleteAppNow: 'Elimina definitivamente',
  appDeleted: 'L’app è stata eliminata.',
};
