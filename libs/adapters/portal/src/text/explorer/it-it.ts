import type { ExplorerTexts } from './en-gb.js';

export const explorerItIt: ExplorerTexts = {
  explorer: {
    lead: 'L’API di Kontor, un link dopo l’altro.',
    demo: 'Azienda dimostrativa',
    tokens: 'Token',
    docs: 'Documentazione',
    portalName: 'Portale',
    where: 'Dove si trova',
    address: 'Indirizzo',
    go: 'Vai',
    main: 'Principale',
    own: 'I propri token',
    ownHint:
      'Restano in questa scheda finché non viene chiusa e vanno solo a questo servizio. Il portale li crea in un minuto.',
    use: 'Usa questi',
    forget: 'Dimentica i miei',
    showDemo: 'Mostra la demo',
    loading: 'L’explorer si sta caricando…',
    failed: 'L’explorer non è stato caricato.',
    again: 'Riprova',
    noScript:
      'L’explorer richiede JavaScript, che in questo browser è disattivato. Questi link portano ai libri dell’azienda dimostrativa, in JSON:',
    links: {
      '/': 'Inizio',
      '/accounting-years': 'Esercizi',
      '/accounts': 'Piano dei conti',
      '/vouchers/booked': 'Documenti registrati',
      '/customers': 'Clienti',
      '/v2/invoices/booked': 'Fatture registrate',
      '/suppliers': 'Fornitori',
      '/products': 'Prodotti',
      '/statements/trial-balance': 'Bilancio di verifica',
    },
  },
};
