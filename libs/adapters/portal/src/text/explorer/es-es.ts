import type { ExplorerTexts } from './en-gb.js';

export const explorerEsEs: ExplorerTexts = {
  explorer: {
    lead: 'La API de Kontor, enlace a enlace.',
    demo: 'Empresa de demostración',
    tokens: 'Tokens',
    docs: 'Documentación',
    portalName: 'Portal',
    where: 'Dónde está',
    address: 'Dirección',
    go: 'Ir',
    main: 'Principal',
    own: 'Tokens propios',
    ownHint:
      'Se quedan en esta pestaña hasta que se cierre y solo se envían a este servicio. El portal los crea en un minuto.',
    use: 'Usar estos',
    forget: 'Olvidar los míos',
    showDemo: 'Mostrar la demostración',
    loading: 'El explorador se está cargando…',
    failed: 'El explorador no se ha cargado.',
    again: 'Volver a intentarlo',
    noScript:
      'El explorador necesita JavaScript, que está desactivado en este navegador. Estos enlaces llevan a los libros de la empresa de demostración, en JSON:',
    links: {
      '/': 'Inicio',
      '/accounting-years': 'Ejercicios',
      '/accounts': 'Plan de cuentas',
      '/vouchers/booked': 'Comprobantes contabilizados',
      '/customers': 'Clientes',
      '/v2/invoices/booked': 'Facturas contabilizadas',
      '/suppliers': 'Proveedores',
      '/products': 'Productos',
      '/statements/trial-balance': 'Balance de comprobación',
    },
  },
};
