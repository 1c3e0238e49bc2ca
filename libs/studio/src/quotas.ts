/**
 * How many there may be of what people and apps make outside the books (§8), each told in
 * `docs/reference/limits.md`. What is refused beyond a quota answers E10400.
 *
 * Whatever is kept for long because somebody asked for it has its line here; what is counted in bytes stands
 * beside what it is: `ATTACHMENTS_BYTES_MAX`, `STORED_ANSWERS_BYTES_MAX`.
 */
export const QUOTAS = {
  /** Apps of an agreement. */
  apps: 100,
  /** Grants of an agreement that its people gave and that have not ended. */
  grantsOfAgreement: 1_000,
  /** Those of them that one person gave. */
  grantsOfPerson: 200,
  /** Temporary grants that an administrator agreement asked for and that have not ended. */
  grantsOfAdministrator: 5_000,
  /** Browsers in which a person is signed in; the one of longest ago is signed out for one more. */
  sessionsOfPerson: 100,
  /** Webhooks of an agreement, of all apps together. */
  webhooks: 100,
} as const;
