export const LOCALES = ['en-GB', 'de-DE', 'es-ES', 'it-IT'] as const;
/** Widths of windows, and what the system prefers. */
export const LOOKS = [
  [1280, 'light'],
  [400, 'dark'],
] as const;

/**
 * Each screen by its name; `own`: the page of one's app, `grantLink`: where one gives it access, with the
 * address that leads back. The explorer has tokens.
 */
export const SCREENS = (own: string, grantLink: string): Readonly<Record<string, string>> => ({
  root: '/',
  front: '/portal',
  'sign-in': '/portal/sign-in',
  'sign-up': '/portal/sign-up',
  forgotten: '/portal/forgotten',
  'my-company': '/portal/agreement',
  company: '/portal/company',
  logo: '/portal/company/logo/change',
  account: '/portal/account',
  password: '/portal/account/password',
  'second-factor': '/portal/account/second-factor',
  apps: '/portal/apps',
  'new-app': '/portal/apps/new',
  app: own,
  'change-app': `${own}/change`,
  'app-secret': `${own}/secret`,
  'delete-app': `${own}/delete`,
  webhooks: '/portal/webhooks',
  'new-webhook': '/portal/webhooks/new',
  'first-call': '/portal/first-call',
  consent: grantLink,
  'no-such-app': '/requestaccess?appId=none',
  'not-found': '/portal/nothing',
  'api-not-found': '/nothing',
  'api-for-apps': '/accounts',
  docs: '/docs',
  'explorer-home': '/explorer#/?demo=true',
  'explorer-list': '/explorer#/customers?demo=true',
  'explorer-filter': '/explorer#/products?demo=true&filter=name$like:*lamp*',
  'explorer-item': '/explorer#/products/1000?demo=true',
  'explorer-totals': `/explorer#/accounting-years/${new Date().getFullYear()}/totals?demo=true`,
  'explorer-statement': '/explorer#/statements/trial-balance?demo=true',
  'explorer-open-posts': '/explorer#/open-posts?demo=true',
  'explorer-refused': '/explorer#/studio/client-agreements',
  'explorer-missing': '/explorer#/products/none?demo=true',
  'explorer-form': '/explorer#/customers|create',
  'explorer-delete': '/explorer#/customers/1|delete',
  'explorer-attach': '/explorer#/vouchers/booked/1|attach',
  'explorer-booking': '/explorer#/v2/invoices/booked|book',
});
