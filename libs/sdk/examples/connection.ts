import { connect } from '@kontor/sdk';

const {
  KONTOR_URL = 'http://localhost:3000',
  KONTOR_APP_SECRET_TOKEN: appSecretToken,
  KONTOR_AGREEMENT_GRANT_TOKEN: agreementGrantToken,
} = process.env;

/**
 * The service and the grant that the environment names; without tokens the
 * demo agreement, which is read-only.
 */
export const api = connect(
  KONTOR_URL,
  appSecretToken !== undefined && agreementGrantToken !== undefined
    ? { appSecretToken, agreementGrantToken }
    : 'demo',
);
