import { expect } from 'chai';
import type { Answered } from './service-under-test.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What must never be told: stacks, files, names of what the service is made of (G35). */
const LEAKS =
  /\n\s+at |node_modules|\.[jt]s:\d|QueryFailed|SQLITE_|ER_[A-Z]{3}|mysql|mariadb|typeorm|Cannot read properties|is not a function|\[object Object\]/;

/** What a 401 asks for (RFC 9110, 11.6.1); no browser knows the scheme, and so none asks a person. */
const CHALLENGE = 'AppToken realm="Kontor", headers="X-AppSecretToken X-AgreementGrantToken"';

/** An answer that refuses, in the shape of §7 with what D129 to D135 add to it. */
export function expectRefusal(answer: Answered, status: number, errorCode?: string): void {
  const { body, headers, text } = answer;
  expect(answer.status, text).to.equal(status);
  expectShape(answer);
  expect(body.errorCode, text).to.equal(errorCode);
  if (errorCode !== undefined) expect(body.errors, text).to.be.an('array').that.is.not.empty;
  for (const one of (body.errors ?? []) as readonly Record<string, unknown>[])
    expect(one['message'], 'ends twice').not.to.match(ENDS_TWICE);
  if (status === 401) expect(body.demoLink, text).to.be.a('string');
  else expect(body, text).not.to.have.property('demoLink');
  expect(headers.get('www-authenticate'), text).to.equal(status === 401 ? CHALLENGE : null);
  if (status === 405) expect(headers.get('allow')).to.match(/^[A-Z]+(, [A-Z]+)*$/);
  if (status === 429 || status === 503) expect(headers.get('retry-after')).to.match(/^[1-9]\d*$/);
}

/** An operator of a filter is written with its mark, `$eq:`, and may be what a sentence ends with. */
const ENDS_TWICE = /[.;?!]\.$|(?<!\$\w+):\.$/;

/** The shape alone, whatever is refused. */
export function expectShape({ status, headers, text, body }: Answered): void {
  expect(headers.get('content-type'), text).to.equal('application/json; charset=utf-8');
  expect(body, text).to.be.an('object');
  expect(body.message, text).to.be.a('string').that.is.not.empty;
  expect(body.developerHint, text).to.be.a('string').that.is.not.empty;
  expect(body.httpStatusCode, text).to.equal(status);
  expect(body.logId, text).to.match(UUID);
  expect(body.logTime, text).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  expect(headers.get('x-request-id'), text).to.equal(body.logId);
  for (const one of (body.errors ?? []) as readonly Record<string, unknown>[]) {
    expect(one['errorCode'], text).to.match(/^E\d{5}$/);
    expect(one['message'], text).to.be.a('string').that.is.not.empty;
  }
  expect(text).not.to.match(LEAKS);
}
