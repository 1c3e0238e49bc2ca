import type { Agreement } from '../agreement/agreement.js';
import type { Company } from '../agreement/company.js';
import { languageOf } from '../agreement/language.js';
import type { User } from '../agreement/user.js';
import type { StoredApp } from '../app/app.js';
import { appValue } from '../app/app.resource.js';
import type { StudioRepositories } from '../studio.repositories.js';
import type { Caller } from './caller.js';
import { modulesShown } from './module.resource.js';
import type { Self } from './self.resource.js';

type Known = {
  readonly agreement: Agreement;
  readonly company: Company;
  readonly user: User | undefined;
  readonly app: StoredApp | undefined;
};

/** §2.4b: who calls, in whose name, in whose books. */
export const readSelf =
  ({ agreements, apps, users }: Pick<StudioRepositories, 'agreements' | 'apps' | 'users'>) =>
  async (caller: Caller): Promise<Self> => {
    const { agreementNumber, appNumber, userName, isDemo } = caller;
    const [agreement, company, user, app] = await Promise.all([
      agreements.find(agreementNumber),
      agreements.companyOf(agreementNumber),
      users.find(userName),
      // No app calls the demo agreement: it shows the one it has (D55).
      isDemo ? apps.listOf(agreementNumber).then(([first]) => first) : apps.find(appNumber),
    ]);
    if (agreement === undefined) throw new Error(`agreement ${agreementNumber} has a grant and is gone`);
    return selfOf(caller, { agreement, company, user, app });
  };

/**
 * What is known of a caller, as it is shown. A person who is no longer there
 * is shown by the name the grant keeps.
 */
function selfOf(caller: Caller, { agreement, company, user, app }: Known): Self {
  const { agreementNumber, name, baseCurrency, modules, signupDate, isAdministrator } = agreement;
  const { userName, grantExpires } = caller;
  const { companyAffiliation, ...rest } = company;
  return {
    agreementNumber,
    agreementType: isAdministrator ? ADMINISTRATOR : ORDINARY,
    userName,
    signupDate,
    user: {
      loginId: userName,
      name: user?.name ?? userName,
      email: user?.email,
      language: languageOf(user?.culture),
      agreementNumber: user?.agreementNumber ?? agreementNumber,
    },
    // Each of the two groups shows what is its own.
    company: { name, ...rest },
    bankInformation: rest,
    application: app && appValue(app),
    settings: { baseCurrency, internationalLedger: modules.includes('internationalLedger') },
    companyAffiliation: companyAffiliation ?? AFFILIATION,
    // This service sends no invoices.
    canSendElectronicInvoice: false,
    modules: modulesShown(modules),
    IsAdminAgreement: caller.isAdministrator,
    grantExpires,
  };
}

/**
 * What a company belongs to that has told of nothing else: the service
 * itself, as everywhere in the family (D7).
 */
const AFFILIATION = 'Kontor';
const ORDINARY = { agreementTypeNumber: 1, name: 'Standard' };
const ADMINISTRATOR = { agreementTypeNumber: 2, name: 'Administrator' };
