/**
 * Own tokens. They are kept in this tab's session storage, which ends with the tab, and go out as headers to
 * this service only: never into an address, never elsewhere.
 */

/** @typedef {{ appSecretToken: string, agreementGrantToken: string }} Tokens */

const KEY = 'kontor-explorer-tokens';

/** @returns {Tokens | undefined} */
export function tokens() {
  try {
    const { appSecretToken, agreementGrantToken } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return typeof appSecretToken === 'string' && typeof agreementGrantToken === 'string'
      ? { appSecretToken, agreementGrantToken }
      : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Tokens} given */
export function keepTokens(given) {
  sessionStorage.setItem(
    KEY,
    JSON.stringify({ ...given, since: performance.timeOrigin + performance.now() }),
  );
}

/**
 * Since when these tokens are kept: what somebody has typed is shown to nobody who came with others. It stands
 * beside what was typed, where the tokens must not: pages of the history stay when tokens are forgotten.
 * @returns {number | undefined}
 */
export function tokensSince() {
  return tokens() === undefined ? undefined : JSON.parse(sessionStorage.getItem(KEY) ?? '{}').since;
}

export function forgetTokens() {
  sessionStorage.removeItem(KEY);
}
