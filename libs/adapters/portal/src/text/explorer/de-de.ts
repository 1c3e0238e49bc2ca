import type { ExplorerTexts } from './en-gb.js';

export const explorerDeDe: ExplorerTexts = {
  explorer: {
    lead: 'Die API von Kontor, Link für Link.',
    demo: 'Demo-Unternehmen',
    tokens: 'Tokens',
    docs: 'Dokumentation',
    portalName: 'Portal',
    where: 'Wo Sie sind',
    address: 'Adresse',
    go: 'Los',
    main: 'Hauptmenü',
    own: 'Eigene Tokens',
    ownHint:
      'Sie bleiben in diesem Tab, bis er geschlossen wird, und gehen nur an diesen Dienst. Im Portal legen Sie in einer Minute welche an.',
    use: 'Diese verwenden',
    forget: 'Meine vergessen',
    showDemo: 'Demo zeigen',
    loading: 'Der Explorer wird geladen …',
    failed: 'Der Explorer wurde nicht geladen.',
    again: 'Noch einmal versuchen',
    noScript:
      'Der Explorer braucht JavaScript, das in diesem Browser ausgeschaltet ist. Diese Links führen zu den Büchern des Demo-Unternehmens, als JSON:',
    links: {
      '/': 'Start',
      '/accounting-years': 'Geschäftsjahre',
      '/accounts': 'Kontenplan',
      '/vouchers/booked': 'Gebuchte Belege',
      '/customers': 'Kunden',
      '/v2/invoices/booked': 'Gebuchte Rechnungen',
      '/suppliers': 'Lieferanten',
      '/products': 'Produkte',
      '/statements/trial-balance': 'Summen- und Saldenliste',
    },
  },
};
