export { portal, type PortalObservation, type PortalParts } from './portal.js';
