import { answerCheck, type AnswerCheck, type Heard } from '@kontor/conformance';
import { apiDescription, apiEndpoints } from '@kontor/http';
import { ABOUT } from '../../src/compose.js';

/** One for all services that the specs of a run start: they are described alike. */
let checkAt: ((base: string) => AnswerCheck) | undefined;

/**
 * Answers of the service that its description leaves out: health, pages for
 * people, schemas, what is not built.
 */
const BESIDE =
  /^\/(-\/|portal|explorer|docs|llms\.txt|requestaccess|schema\/|orders|quotations|provinces|exempt-vat-codes|entry-subtypes|projects)|\/schema\/(post|put)$/i;

/**
 * Every answer that a test gets is as the description says; a test that gets another fails there and then. It
 * was heard at a path.
 */
export function expectDescribed(base: string, heard: Heard): void {
  // As it was sent: dots are resolved by then, and slashes in a row count as one.
  const path = heard.url.replace(/\/{2,}/g, '/');
  if (BESIDE.test(path)) return;
  checkAt ??= answerCheck(apiDescription(ABOUT, apiEndpoints(ABOUT)));
  const complaints = checkAt(base)(heard);
  if (complaints.length > 0) throw new Error(`not as described: ${complaints.join('\n')}`);
}
