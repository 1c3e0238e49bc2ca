import type { AppsTexts } from './en-gb.js';

export const appsEsEs: AppsTexts = {
  appFrom: 'Ofrecida por',
  appSince: 'En Kontor desde',
  appNotOurs:
    'Kontor no ha creado ni revisado esta aplicación. Dele acceso solo si sabe quién la ofrece y para qué lo pide.',
  appIsNew: 'Esta aplicación es nueva aquí.',
  everythingTitle: 'Esta aplicación lo pide todo',
  everythingLead:
    'Podría leer y cambiar todos sus libros, contabilizar en ellos y crear aplicaciones y webhooks en nombre de su empresa. Pocas aplicaciones lo necesitan.',
  allowEverything: 'Permitirlo todo',
  hasAccess: (app) => `${app} ya tiene acceso`,
  hasAccessLead: 'Lo que permita ahora se suma a ello. Retire lo que ya no se use en «Mi empresa».',
  accessGiven: (roles, from, until) => `${roles}, del ${from} al ${until}, concedido por`,

  changeApp: 'Cambiar la aplicación',
  changeAppTitle: (app) => `Cambiar ${app}`,
  changeAppLead:
    'Los accesos ya concedidos conservan sus roles. Quien deba decidir a partir de ahora verá los nuevos.',
  saveApp: 'Guardar',
  appSaved: 'La aplicación se ha cambiado.',
  secretOverlap: 'El token actual sigue valiendo',
  overlapsOfSecret: { 0: 'no: está en malas manos', 24: 'un día', 168: 'una semana' },
  rotatedBeside: 'Este es el nuevo token secreto; el anterior vale todavía el tiempo que ha elegido.',

  deleteApp: 'Eliminar la aplicación',
  deleteAppTitle: (app) => `¿Eliminar ${app}?`,
  deleteAppLead:
    'Pierde al momento todo acceso, en los libros de todas las empresas, y sus webhooks dejan de funcionar. Lo que ha contabilizado se queda. No se puede deshacer.',
  deleteAppAccess: (count) =>
    count === 1 ? 'Con ello termina un acceso.' : `Con ello terminan ${count} accesos.`,
  deleteAppName: 'Para confirmar, escriba el nombre de la aplicación',
  deleteAppNameWrong: 'Este no es el nombre de la aplicación.',
  deleteAppNow: 'Eliminar definitivamente',
  appDeleted: 'La aplicación se ha eliminado.',
};
