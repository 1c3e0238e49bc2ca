/** What the frame of the explorer says; what it loads says the rest (`explorer/words.js`). */
export const explorerEnGb = {
  explorer: {
    lead: 'Walk the Kontor API by its links.',
    demo: 'Demo company',
    tokens: 'Tokens',
    docs: 'Docs',
    portalName: 'Portal',
    where: 'Where this is',
    address: 'Address',
    go: 'Go',
    main: 'Main',
    own: 'Tokens of your own',
    ownHint:
      'They stay in this tab until it is closed and go to this service only. The portal makes some in a minute.',
    use: 'Use these',
    forget: 'Forget mine',
    showDemo: 'Show the demo',
    loading: 'Loading the explorer …',
    failed: 'The explorer did not load.',
    again: 'Try again',
    noScript:
      'The explorer is made with JavaScript, which is off in this browser. These lead to the books of the demo company, as JSON:',
    /** What stands there without JavaScript: places and their names. */
    links: {
      '/': 'Home',
      '/accounting-years': 'Accounting years',
      '/accounts': 'Chart of accounts',
      '/vouchers/booked': 'Booked vouchers',
      '/customers': 'Customers',
      '/v2/invoices/booked': 'Booked invoices',
      '/suppliers': 'Suppliers',
      '/products': 'Products',
      '/statements/trial-balance': 'Trial balance',
    } as Readonly<Record<string, string>>,
  },
};

export type ExplorerTexts = typeof explorerEnGb;
