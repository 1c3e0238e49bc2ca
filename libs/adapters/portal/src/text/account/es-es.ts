import type { AccountTexts } from './en-gb.js';

/** Begins a mail, to somebody whose name may be said. */
const greeting = (name: string | undefined): string => `Hola${name === undefined ? '' : `, ${name}`}:`;

export const accountEsEs: AccountTexts = {
  myAccount: 'Mi cuenta',
  accountLead: 'Cómo inicia sesión y dónde la tiene abierta.',
  signInName: 'Inicia sesión como',
  changePassword: 'Cambiar la contraseña',
  presentPassword: 'Contraseña actual',
  newPassword: 'Contraseña nueva',
  newPasswordAgain: 'Repita la contraseña nueva',
  passwordChanged: 'La contraseña se ha cambiado. Se ha cerrado su sesión en los demás navegadores.',
  presentPasswordWrong: 'Esta no es su contraseña actual.',
  passwordHint: 'Al menos 12 caracteres. Unas pocas palabras se recuerdan mejor que muchos símbolos.',
  passwordAgain: 'Repita la contraseña',
  passwordsDiffer: 'Las dos contraseñas no coinciden.',
  passwordLength: 'Elija una contraseña de 12 a 200 caracteres.',
  passwordCommon: 'Es una de las contraseñas que se prueban primero. Elija una que nadie pueda adivinar.',
  passwordPattern:
    'Elija una contraseña que no se repita ni sea una serie de letras, cifras o teclas seguidas.',
  passwordOwn:
    'Elija una contraseña que sea algo más que su nombre, su dirección de correo o el nombre de la empresa.',
  sessionsTitle: 'Sesiones abiertas',
  sessionsLead: 'Si no reconoce alguna, ciérrela y cambie la contraseña.',
  thisBrowser: 'este navegador',
  unknownBrowser: 'Un navegador que no se identifica',
  browserOn: (browser, system) => `${browser} en ${system}`,
  signedInSince: (instant) => `abierta desde el ${instant}`,
  endSession: 'Cerrar esta sesión',
  endSessionOf: (browser, instant) => `Cerrar esta sesión: ${browser}, abierta desde el ${instant}`,
  endOthers: 'Cerrar todas las demás sesiones',
  sessionEnded: 'La sesión se ha cerrado.',
  othersEnded: 'Se han cerrado todas las demás sesiones.',

  forgottenLink: 'He olvidado la contraseña',
  forgottenTitle: 'Contraseña nueva',
  forgottenLead: 'Le enviaremos por correo un enlace para elegir una contraseña nueva.',
  forgottenSent:
    'Si existe una cuenta con este nombre, el mensaje ya está en camino. El enlace vale 30 minutos. ¿No le ha llegado? Mire en el correo no deseado o pruebe con otro nombre.',
  sendLink: 'Enviar el enlace',
  resetTitle: 'Elija una contraseña nueva',
  resetLead: (userName) => `Para ${userName}. Después se cerrarán todas sus sesiones.`,
  resetDone: 'La contraseña se ha cambiado. Inicie sesión con ella.',
  linkOverTitle: 'Este enlace ya no vale',
  linkOver: 'Los enlaces que enviamos por correo valen una sola vez y por poco tiempo. Pida otro.',
  resetBefore: '¿Ya ha elegido una contraseña con él? Entonces inicie sesión con ella:',
  confirmTitle: 'Confirme su correo electrónico',
  confirmLead: (email) => `¿Es ${email} su dirección?`,
  confirmNow: 'Sí, es la mía',
  emailConfirmed: 'confirmado',
  emailUnconfirmed: 'sin confirmar',
  sendConfirmation: 'Enviarme el enlace de confirmación',
  confirmSent: 'El mensaje está en camino. El enlace vale tres días.',
  emailIsConfirmed: 'Su correo electrónico está confirmado.',
  resetSubject: (operator) => `${operator}: elija una contraseña nueva`,
  resetMail: ({ name, link, operator }) =>
    `${greeting(name)}

Con este enlace puede elegir una contraseña nueva. Vale una sola vez, durante los próximos 30 minutos:

${link}

¿No lo ha pedido usted? Entonces no haga nada: su contraseña no cambia.

${operator}`,
  confirmSubject: (operator) => `${operator}: confirme su correo electrónico`,
  confirmMail: ({ name, link, operator }) =>
    `${greeting(name)}

Confirme con este enlace que esta dirección es suya. Vale una sola vez, durante los próximos tres días:

${link}

¿No se ha registrado usted? Entonces no haga nada.

${operator}`,

  runBy: (operator) => `Este servicio lo gestiona ${operator}.`,
  imprint: 'Aviso legal',
  terms: 'Condiciones de uso',
  privacy: 'Privacidad',
  acceptTerms: 'Al registrarse acepta las',

  secondFactor: 'Verificación en dos pasos',
  secondFactorLead:
    'Además de la contraseña, tendrá que escribir un código que muestra una aplicación del móvil. Al activarla se cierra su sesión en los demás navegadores.',
  scan: 'Escanee este código con la aplicación de autenticación de su móvil.',
  typeSecret: 'O escriba allí esta clave, basada en el tiempo.',
  openApp: 'Abrir la aplicación en este dispositivo',
  code: 'Código',
  codeHint: 'Las seis cifras que muestra la aplicación del móvil, o uno de sus códigos de recuperación.',
  codeOfApp: 'Las seis cifras que muestra ahora la aplicación.',
  codeTitle: 'Su código',
  codeWrong: 'Este código no es correcto o ya se ha usado. Espere al siguiente.',
  signInAnew: 'Ha pasado demasiado tiempo o la contraseña se ha cambiado entretanto. Inicie sesión otra vez.',
  turnOn: 'Activar',
  turnOff: 'Desactivar',
  secondFactorOn: 'La verificación en dos pasos está activada.',
  secondFactorOff: 'La verificación en dos pasos está desactivada.',
  recoveryCodes: 'Códigos de recuperación',
  recoveryLead:
    'Si pierde el móvil, cada uno de ellos le permite entrar una vez. Guárdelos en otro lugar; no se volverán a mostrar.',
  codesLeft: (count) =>
    `La verificación en dos pasos está activada. Códigos de recuperación restantes: ${count}.`,

  saveAsEnv: 'Guardar como .env',
  notShownTitle: 'Esto ya no se muestra',
  notShown:
    'Un token se muestra durante diez minutos después de crearse y en la misma sesión. Siga de nuevo el enlace de la aplicación para obtener otro.',
};
