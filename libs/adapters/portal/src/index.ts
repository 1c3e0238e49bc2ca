export { portal } from './portal.js';
export type { PortalObservation, PortalParts } from './portal-parts.js';
export { networkOf } from './visit/throttle.js';
export { NO_OPERATOR, type Mail, type Operator, type SendMail } from './visit/operator.js';
