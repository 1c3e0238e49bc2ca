import { AgreementSetting, UserSetting } from './app-setting.resource.js';

/** Every resource of the app-settings context. Its rows belong to an app besides an agreement, so its repository is written. */
export const appSettingsCatalogue = [AgreementSetting, UserSetting];
