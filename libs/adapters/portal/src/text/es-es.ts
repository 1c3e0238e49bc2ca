import { accountEsEs } from './account/es-es.js';
import { appsEsEs } from './apps/es-es.js';
import { explorerEsEs } from './explorer/es-es.js';
import { webhooksEsEs } from './webhooks/es-es.js';
import type { Texts } from './en-gb.js';

export const esEs: Texts = {
  ...accountEsEs,
  ...appsEsEs,
  ...explorerEsEs,
  ...webhooksEsEs,
  skipToContent: 'Ir al contenido',
  navigation: 'Principal',
  languages: 'Idioma',
  signIn: 'Iniciar sesión',
  signOut: 'Cerrar sesión',
  signUp: 'Registrarse',
  signedInAs: (name) => `Sesión iniciada como ${name}`,
  myAgreement: 'Mi empresa',
  myApps: 'Mis aplicaciones',
  firstCall: 'Primera llamada',
  cancel: 'Cancelar',
  copy: 'Copiar',
  copied: 'Copiado',
  problems: 'Revise lo que ha escrito',

  frontTitle: 'Contabilidad abierta a sus aplicaciones',
  frontLead:
    'Kontor lleva los libros de su empresa y deja trabajar con ellos a las aplicaciones en las que confía. Usted decide cuáles y hasta cuándo.',
  lookAround: 'La empresa de demostración',
  lookAroundNow: 'Echar un vistazo',
  lookAroundHint:
    'Libros de ejemplo en el explorador, enlace a enlace. Sin registrarse; no se puede cambiar nada.',
  frontNew: '¿Es la primera vez?',
  frontNewHint: 'En un minuto tendrá un plan de cuentas, un ejercicio y la primera respuesta de la API.',
  frontKnown: 'Ya se ha registrado',
  frontKnownHint: 'Vea qué aplicaciones tienen acceso a sus libros o cree una propia.',
  welcomeBack: (name) => `Nos alegra verle, ${name}`,
  toFirstCall: 'Hacer la primera llamada',
  toFirstCallHint:
    'Sus propios tokens: para una línea que copiar y pegar y para sus libros en el explorador.',
  toAgreementHint: 'Qué aplicaciones tienen acceso a sus libros y desde cuándo.',
  toAppsHint: 'Cree una aplicación y encuentre sus tokens y su enlace de acceso.',

  signInTitle: 'Iniciar sesión',
  signInFor: (app) => `Inicie sesión para decidir si ${app} puede acceder a sus libros.`,
  userName: 'Correo electrónico o nombre de usuario',
  password: 'Contraseña',
  noAgreementYet: '¿Aún no se ha registrado?',
  wrongPassword: 'El nombre de usuario o la contraseña no son correctos.',
  signedOut: 'Ha cerrado la sesión.',
  mustSignIn: 'Inicie sesión para ver esta página.',
  tooManyTitle: 'Demasiados intentos',
  tooMany: (minutes) =>
    minutes <= 1
      ? 'Ha habido demasiados intentos. Vuelva a intentarlo dentro de un minuto.'
      : `Ha habido demasiados intentos. Vuelva a intentarlo dentro de ${minutes} minutos.`,

  signUpTitle: 'Registrarse',
  signUpLead: 'Tendrá una contabilidad con plan de cuentas y ejercicio, lista para usar.',
  yourBusiness: 'Su empresa',
  businessName: 'Nombre de la empresa',
  baseCurrency: 'Moneda de la contabilidad',
  firstYearFrom: 'El primer ejercicio empieza el',
  firstYearHint: 'Dura doce meses. También se crean los ejercicios hasta hoy.',
  companyLater: 'Lo que sigue aparece en sus facturas. Puede dejarlo en blanco y rellenarlo más tarde.',
  you: 'Usted',
  yourName: 'Su nombre',
  email: 'Correo electrónico',
  emailHint: 'Lo usará para iniciar sesión.',
  startNow: 'Crear la contabilidad',
  businessNameWrong: 'Escriba el nombre de la empresa, con 250 caracteres visibles como máximo.',
  yourNameWrong: 'Escriba su nombre, con 250 caracteres visibles como máximo.',
  emailWrong: 'Escriba un correo electrónico como anna@example.com.',
  emailTaken: 'Alguien ya se ha registrado con este correo electrónico.',
  currencyWrong: 'Elija una moneda de la lista.',
  firstYearWrong: 'Escriba una fecha de los últimos diez años o de los próximos dos.',

  agreementTitle: 'Mi empresa',
  agreementNumber: 'Número en Kontor',
  modules: 'Módulos',
  noModules: 'ninguno',
  companyTitle: 'La empresa',
  companyLead:
    'Lo que los documentos y las aplicaciones conectadas muestran de la empresa de estos libros. Deje en blanco lo que no corresponda.',
  saveCompany: 'Guardar',
  companySaved: 'Los datos de la empresa se han guardado.',
  companyFieldWrong: (label, most) => `${label}: como máximo ${most} caracteres en una línea.`,
  paperColourNote: 'Por ejemplo #1d4f91, para los títulos.',
  paperColourWrong: 'El color debe tener la forma #1d4f91.',
  ibanWrong: 'Este IBAN no es correcto: un carácter está mal o falta.',
  logo: 'Logotipo',
  logoFile: 'Imagen nueva',
  logoNote: (kibibytes) =>
    `PNG o JPEG, de ${kibibytes} KiB y dos millones de píxeles como máximo. Aparece arriba a la izquierda en las facturas.`,
  logoPresent: 'Logotipo actual',
  logoSave: 'Guardar el logotipo',
  logoRemove: 'Quitar el logotipo',
  logoWrong: {
    notAPicture: 'No es una imagen PNG o JPEG.',
    tooManyPixels: 'La imagen tiene demasiados píxeles.',
    tooLarge: (kibibytes) => `La imagen ocupa más de ${kibibytes} KiB.`,
  },
  companyFields: {
    addressLine1: 'Dirección',
    addressLine2: 'Dirección, segunda línea',
    zip: 'Código postal',
    city: 'Población',
    country: 'País',
    email: 'Correo electrónico',
    phoneNumber: 'Teléfono',
    website: 'Sitio web',
    vatNumber: 'NIF-IVA',
    companyIdentificationNumber: 'Datos registrales',
    bankName: 'Banco',
    ibanNumber: 'IBAN',
    swiftCode: 'BIC (SWIFT)',
    paperColour: 'Color de las facturas',
    paperFooter: 'Texto al pie de las facturas',
  },
  grantsTitle: 'Aplicaciones con acceso',
  grantsLead:
    'Estas aplicaciones pueden trabajar con sus libros hasta que termine el acceso o usted lo retire.',
  grantsEarlier: 'Accesos concedidos antes',
  noGrants: 'Ninguna aplicación tiene acceso a sus libros.',
  app: 'Aplicación',
  appGone: (appNumber) => `Aplicación ${appNumber}`,
  roles: 'Roles',
  grantedBy: 'Concedido por',
  issued: 'Desde',
  expires: 'Hasta',
  lastUsed: 'Último uso',
  neverUsed: 'todavía no',
  revoke: 'Retirar',
  revokeOf: (app) => `Retirar el acceso de ${app}`,
  revokeTitle: (app) => `¿Retirar el acceso de ${app}?`,
  revokeLead:
    'En unos segundos la aplicación dejará de trabajar con sus libros. Para admitirla de nuevo, siga otra vez su enlace.',
  revokeOne: (others) =>
    `Este acceso termina en unos segundos. La aplicación conserva ${others === 1 ? 'otro, que figura' : `otros ${others}, que figuran`} en «Mi empresa»: retire cada uno para que no pueda entrar.`,
  revokeNow: 'Retirar el acceso',
  revoked: (app) => `${app} ya no tiene acceso.`,
  revokedOne: (app) =>
    `Este acceso de ${app} ha terminado. La aplicación tiene aún otro acceso, que figura abajo.`,
  endedTitle: 'Accesos finalizados',
  endedEarlier: 'Accesos finalizados antes',
  wasRevoked: (date) => `retirado el ${date}`,
  hasExpired: (date) => `finalizado el ${date}`,

  appsTitle: 'Mis aplicaciones',
  appsLead:
    'Las empresas dan a las aplicaciones acceso a sus libros. Aquí están las suyas, con sus tokens y enlaces de acceso.',
  noApps: 'Aún no tiene ninguna aplicación.',
  newApp: 'Nueva aplicación',
  newAppTitle: 'Nueva aplicación',
  newAppLead: 'Quien le dé acceso verá antes su nombre y sus roles.',
  appName: 'Nombre de la aplicación',
  rootUrl: 'Dirección base',
  rootUrlHint:
    'Tras conceder el acceso, solo se redirige a direcciones que cuelgan de esta. Empieza por https:// (o http://localhost mientras desarrolla).',
  rolesOfApp: 'Lo que necesita',
  createApp: 'Crear la aplicación',
  appNameWrong: 'Escriba un nombre de 1 a 50 caracteres visibles, con palabras de un solo alfabeto.',
  appNameLooks: 'Este nombre parece el de otra de sus aplicaciones. Use otro, o exactamente el mismo.',
  appsMany: 'Su empresa tiene 100 aplicaciones y no puede tener más.',
  rootUrlWrong: 'Escriba una dirección como https://app.example.com/start, con 200 caracteres como máximo.',
  rolesWrong: 'Elija al menos un rol.',
  appCreated: 'La aplicación se ha creado.',
  secretToken: 'Token secreto',
  secretOnce: 'Se muestra durante diez minutos. Guárdelo donde solo su aplicación pueda leerlo.',
  publicToken: 'Token público',
  grantLink: 'Enlace de acceso',
  grantLinkHint:
    'Déselo a las personas con cuyos libros trabaja su aplicación. Añada redirectUrl para que vuelvan a ella.',
  created: 'Creada el',
  appNumber: 'Número de aplicación',
  rotate: 'Nuevo token secreto',
  rotateTitle: (app) => `¿Un nuevo token secreto para ${app}?`,
  rotateLead:
    'Elija cuánto tiempo seguirá valiendo el actual, para poder poner el nuevo en todas partes. Los accesos concedidos se mantienen.',
  rotateNow: 'Crear un nuevo token secreto',
  rotated: 'Este es el nuevo token secreto; el anterior ya no vale.',

  firstCallTitle: 'Su primera llamada',
  firstCallLead:
    'Cada petición lleva dos tokens: uno dice qué aplicación pregunta y el otro, en los libros de quién.',
  firstCallMake: 'Crear mis tokens',
  firstCallMakeHint: 'Crea para su empresa una aplicación «First steps» y le da acceso a sus libros.',
  firstCallAgain: 'Crear tokens nuevos',
  firstCallAgainHint:
    'Sus tokens se mostraron al crearlos y no se guardan. Puede crear otros; los anteriores dejarán de valer.',
  firstCallKeep:
    'Para conservarlos, dese otros: cree una aplicación en «Mis aplicaciones» y abra su enlace de acceso. Con sus tokens también se abre el explorador.',
  firstCallNameLooks: (name) =>
    `Una de sus aplicaciones tiene un nombre que parece «${name}». Llámela de otra manera o elimínela.`,
  firstCallReady: 'Sus tokens están listos',
  firstCallOnce:
    'Se muestran durante diez minutos. Copie una línea en un terminal y su plan de cuentas responderá.',
  firstCallClients:
    'Se muestran durante diez minutos. Copie una línea en un terminal y sus empresas clientes responderán.',
  grantToken: 'Token de acceso',
  withCurl: 'En un terminal',
  toExplorer: 'Recorrer sus libros en el explorador con estos tokens',
  withSdk: 'Con el SDK',
  afterThat: 'Siga los enlaces de la respuesta; nunca hay que construir una dirección.',

  consentTitle: (app) => `¿Dar a ${app} acceso a sus libros?`,
  consentWants: (app) => `${app} pide permiso para:`,
  consentFor: 'En los libros de',
  consentUntil: (date) => `El acceso dura hasta el ${date}. Puede retirarlo cuando quiera en «Mi empresa».`,
  asksForOthers: (app) =>
    `Todavía no se ha concedido nada: lo que pide ${app} ha cambiado desde que se abrió esta página. Vuelva a mirarlo, por favor.`,
  consentThen: (host) => `Después se le redirigirá a ${host}.`,
  consentThenToken: 'Después se muestra un token, que usted copia en la aplicación.',
  allow: 'Permitir',
  refuse: 'Rechazar',
  otherPerson: 'Iniciar sesión como otra persona',
  tokenTitle: 'Acceso concedido',
  tokenLead: (app) => `Copie este token de acceso en ${app}. Se muestra durante diez minutos.`,
  refusedTitle: 'Acceso no concedido',
  refusedLead: (app) => `${app} no tiene acceso a sus libros. Puede cerrar esta página.`,
  appUnknownTitle: 'Este enlace no lleva a ninguna aplicación',
  appUnknown: 'El enlace nombra una aplicación que aquí no existe. Pida otro a quien se lo dio.',
  redirectWrongTitle: 'Este enlace no es seguro',
  redirectWrong: (app) =>
    `Le redirigiría a una dirección que no es de ${app}. No ha ocurrido, y no se ha concedido ningún acceso. Avise a quien le dio el enlace.`,
  cannotGrantTitle: 'No puede conceder este acceso',
  agreementBlocked: (company) =>
    `La empresa ${company} está bloqueada, así que ninguna aplicación puede acceder a sus libros.`,
  agreementForDeletion: (company) =>
    `La empresa ${company} está pendiente de eliminación, así que ninguna aplicación puede acceder a sus libros.`,
  grantsMany: (company) =>
    `Se ha alcanzado el número máximo de aplicaciones con acceso a los libros de ${company}. Retire los accesos que ya no se usan.`,
  rolesMissing: (app) => `${app} pide roles que usted no tiene:`,
  modulesMissing: (app) => `${app} necesita módulos que su empresa no tiene:`,
  backToApp: (app) => `Volver a ${app}`,

  roleMissingTitle: 'Su rol no lo permite',
  roleMissing:
    'Solo quien tiene permiso para todo en estos libros puede ver o hacer esto. Diríjase a una de esas personas.',
  booksClosedTitle: 'No se puede cambiar nada',
  booksClosed: (company) =>
    `La empresa ${company} está bloqueada o pendiente de eliminación. Lo que hay se puede leer. Pregunte a quien gestiona este servicio.`,
  notFoundTitle: 'Esta página no existe',
  notFound: 'La dirección no lleva a ninguna parte. Quizá se haya cortado al copiarla.',
  formKept:
    'Esta página había caducado antes de enviarla. Aún no se ha hecho nada: revísela y envíela otra vez. Lo que había escrito sigue en ella, salvo contraseñas y códigos.',
  formWaits:
    'Su sesión se había cerrado antes de enviar esta página; aún no se ha hecho nada. Inicie sesión y la encontrará de nuevo con lo que escribió, salvo contraseñas y códigos.',
  formOldTitle: 'Este formulario ya no es válido',
  formOld:
    'Se abrió hace tiempo o su navegador no guarda cookies. Vuelva atrás, cargue la página de nuevo e inténtelo otra vez.',
  methodWrongTitle: 'Aquí no es posible',
  methodWrong: 'Esta página no se puede usar así.',
  tooLargeTitle: 'Demasiados datos',
  tooLarge: 'Lo que ha enviado es más grande de lo que admite esta página.',
  outOfReachTitle: 'Un momento',
  outOfReach:
    'El servicio está ocupado o no puede acceder a sus datos. Vuelva a intentarlo en unos segundos.',
  defectTitle: 'Algo ha salido mal',
  defect: (logId) =>
    `El error es nuestro y ha quedado registrado como ${logId}. Vuelva a intentarlo más tarde.`,
  toFront: 'A la página inicial',

  rootForPeople: 'Los programas reciben JSON en esta dirección; esta página es para personas.',
  portal: 'El portal',
  portalHint: 'Regístrese, cree aplicaciones y decida cuáles tienen acceso a sus libros.',
  toPortal: 'Ir al portal',
  documentation: 'La documentación',
  documentationHint:
    'Guías con ejemplos, y cada dirección de la API: qué admite, qué responde y qué rechaza. En inglés.',
  toDocumentation: 'Leer la documentación',
  asJson: 'Lo que reciben los programas',
  asJsonHint: 'La empresa de demostración en JSON, tal como la ve una aplicación.',
  toJson: 'Ver el JSON',
  forAppsTitle: 'Esta dirección es para aplicaciones',
  forApps:
    'Responde a los programas que envían sus tokens. Para explorar sin ellos, abra el explorador o añada ?demo=true a la dirección.',

  roleNames: {
    SuperUser: 'Todo',
    BookKeeping: 'Contabilidad',
    Sales: 'Ventas',
    ProjectEmployee: 'Proyectos',
  },
  roleMeanings: {
    SuperUser: 'leer y cambiar todo en sus libros',
    BookKeeping: 'llevar los libros: cuentas, comprobantes, apuntes, ejercicios, IVA',
    Sales: 'trabajar con clientes, productos, precios y facturas',
    ProjectEmployee: 'trabajar con proyectos y el tiempo dedicado a ellos',
  },
  moduleNames: {
    inventory: 'Almacén',
    dimension: 'Dimensiones',
    projects: 'Proyectos',
    internationalLedger: 'Contabilidad internacional',
  },
};
