export { appSettingsContext } from './app-settings.catalogue.js';
export * from './app-setting.resource.js';
export type * from './app-setting.repository.port.js';
export * from './app-settings.failures.js';
