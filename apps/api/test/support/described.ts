import { readFileSync } from 'node:fs';
import { answerCheck, type AnswerCheck, type Heard } from '@kontor/conformance';

const DESCRIPTION = new URL('../../../../docs/api/openapi.json', import.meta.url);
const checks = new Map<string, AnswerCheck>();

/** Answers of the service that its description leaves out: health, pages for people, schemas, what is not built. */
const BESIDE =
  /^\/(-\/|portal|requestaccess|schema\/|api-resources\/|orders|quotations|provinces|exempt-vat-codes|entry-subtypes|projects)|\/schema\/(post|put)$/i;

/** Every answer that a test gets is as the description says; a test that gets another fails there and then. */
export function expectDescribed(base: string, heard: Heard): void {
  const path = heard.url.slice(base.length).split('?', 1)[0] ?? '';
  if (BESIDE.test(path)) return;
  let check = checks.get(base);
  if (check === undefined) {
    check = answerCheck(JSON.parse(readFileSync(DESCRIPTION, 'utf8')), base);
    checks.set(base, check);
  }
  const complaints = check(heard);
  if (complaints.length > 0) throw new Error(`not as described: ${complaints.join('\n')}`);
}
