import type { Context } from '@kontor/kernel';
import { AgreementSetting, UserSetting } from './app-setting.resource.js';

/**
 * Every resource of the app-settings context. Its rows belong to an app
 * besides an agreement, so its repository is written.
 */
const SHAPES = [AgreementSetting, UserSetting];

/** The context, as everybody else sees it. */
export const appSettingsContext: Context = { name: 'app-settings', catalogue: [], shapes: SHAPES };
