// @ts-check
/**
 * The specs that `npm test` leaves to `npm run test:all`, by why they take long: one in nine, which take more
 * than half of the processor time of all. CI runs all, and so does `npm run check`; one that is named is run
 * anyway.
 */

/** Paths of specs, or of all in a folder whose names end so, by why they take long. */
const LONG = {
  'a browser walks through pages': ['apps/api-e2e/test/*.browser.spec.ts'],
  'the workspace is copied, and a program in the copy or the packed SDK is compiled': [
    'apps/api-e2e/test/generated-clients.spec.ts',
    'libs/sdk/test/package.spec.ts',
    'libs/sdk/test/types.spec.ts',
    'tools/generate/test/agreement.spec.ts',
    'tools/generate/test/security-lint.spec.ts',
    'tools/tidy/src/breaking-changes.spec.ts',
    'tools/workspace/test/affected.spec.ts',
    'tools/workspace/test/worked-example.spec.ts',
  ],
  'what the documentation says is done, word for word, in processes of its own': [
    'apps/api-e2e/test/docs.spec.ts',
    'apps/api-e2e/test/examples.spec.ts',
    'apps/api-e2e/test/listen.spec.ts',
    'apps/api-e2e/test/sdk-readme.spec.ts',
  ],
  'somebody works with the SDK for a day, a month or a year': [
    'apps/api-e2e/test/actions.spec.ts',
    'apps/api-e2e/test/bookkeepers-afternoon.spec.ts',
    'apps/api-e2e/test/bookkeepers-year.spec.ts',
    'apps/api-e2e/test/developers-day.spec.ts',
    'apps/api-e2e/test/mirror.spec.ts',
    'apps/api-e2e/test/shops-month.spec.ts',
  ],
  'processes are started, stopped and killed, or receivers are': [
    'apps/api-e2e/test/lost-answers.spec.ts',
    'apps/api/test/ledger/killed-while-importing.spec.ts',
    'apps/api/test/service/process.spec.ts',
    'apps/api/test/studio/events-survive-kills.spec.ts',
    'apps/api/test/studio/webhook-failures.spec.ts',
    'apps/kontor/test/backup.spec.ts',
    'apps/kontor/test/process.spec.ts',
    'tools/cluster/src/containers.spec.ts',
  ],
  'books, bodies, faults or worlds are invented': [
    'apps/api/test/http/bad-input.fuzz.spec.ts',
    'apps/api/test/http/round-trips.property.spec.ts',
    'apps/api/test/ledger/planted-faults.spec.ts',
    'apps/simulation/src/simulate.spec.ts',
    'apps/simulation/test/worlds.spec.ts',
  ],
  'there is much of something': [
    'apps/api/test/attacks/large-pages.spec.ts',
    'apps/api/test/attacks/many-documents.spec.ts',
    'apps/api/test/attacks/whole-collections.spec.ts',
    'apps/api/test/http/large-amounts.spec.ts',
    'apps/api/test/ledger/attachments.spec.ts',
    'apps/api/test/ledger/imports.spec.ts',
    'apps/api/test/service/bench-floor.spec.ts',
    'apps/api/test/service/bench-tools.spec.ts',
    'apps/api/test/service/many-at-once.spec.ts',
    'apps/kontor/test/a-thousand-invoices.spec.ts',
  ],
};

/** All of them, for a test that looks whether they are there. */
export const longSpecs = Object.values(LONG).flat();

/** What the environment must say for all specs to run. */
export const askingForAll = { TEST_ALL: '1' };

/** Whether the environment asks for all specs. */
export const areAllAsked = () => (process.env['TEST_ALL'] ?? '') !== '';

/**
 * Whether a spec, by its path in the repository, is among those that the environment asks for.
 * @param {string} path @returns {boolean}
 */
export function isAsked(path) {
  return areAllAsked() || !isLong(path.split('\\').join('/'));
}

/** @param {string} spec @returns {boolean} */
function isLong(spec) {
  return longSpecs.some((one) => {
    const [folder = '', end] = one.split('*');
    return end === undefined ? spec === one : spec.startsWith(folder) && spec.endsWith(end);
  });
}
