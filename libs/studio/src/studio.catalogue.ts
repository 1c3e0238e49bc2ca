import { AppRole } from './app/app-role.resource.js';
import { App } from './app/app.resource.js';
import { Self } from './caller/self.resource.js';
import { ClientAgreement } from './client-grant/client-agreement.resource.js';

/** The resources of the studio context that are lists of the system's own. */
export const studioCatalogue = [AppRole];

/** Those that show what spans agreements: declared as the others are, read and written by the studio's own repositories. */
export const studioShapes = [App, ClientAgreement, Self];
