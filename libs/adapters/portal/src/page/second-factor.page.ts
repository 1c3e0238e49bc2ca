import type { SecondFactor } from '@kontor/studio';
import type { HtmlPage, Problems } from '../visit/answer.js';
import { qrPath } from '../visit/codes.js';
import type { Visit } from '../visit/visit.js';
import { copyable, field, hiddenCsrf, notice, problemSummary } from './form.js';
import { html, type Html } from './html.js';

const PATH = '/portal/account/second-factor';

/** After the password: the code. `pending`: who it is, encrypted. */
export function codePage(visit: Visit, pending: string, problems: Problems): HtmlPage {
  const { text, to, query } = visit;
  const next = query.get('next') ?? undefined;
  return {
    title: text.codeTitle,
    status: Object.keys(problems).length > 0 ? 422 : 200,
    isPlain: true,
    content: html`<div class="narrow">
      ${problemSummary(visit, problems)}
      <form method="post" action="${to('/portal/sign-in/code', { next })}">
        ${hiddenCsrf(visit)}
        <input type="hidden" name="pending" value="${pending}" />
        ${codeField(visit, text.codeHint, problems)}
        <div class="actions">
          <button>${text.signIn}</button><a href="${to('/portal/sign-in', { next })}">${text.cancel}</a>
        </div>
      </form>
    </div>`,
  };
}

function codeField({ text }: Visit, hint: string, problems: Problems): Html {
  const given = { name: 'code', label: text.code, hint, autocomplete: 'one-time-code', maxLength: 20 };
  return field(given, problems);
}

function presentPasswordField({ text }: Visit, problems: Problems): Html {
  const given = { name: 'present', label: text.presentPassword, autocomplete: 'current-password' };
  return field({ ...given, type: 'password', maxLength: 200 }, problems);
}

/** `setup`: the secret that is to be shared, and its encrypted form for the form. */
export type SetUp = { readonly secret: string; readonly encrypted: string; readonly address: string };

/**
 * Turning it on: the phone shows a code of what it has read, before it counts. The password comes first, as a
 * code is good for half a minute.
 */
export function setUpPage(visit: Visit, { secret, encrypted, address }: SetUp, problems: Problems): HtmlPage {
  const { text, to } = visit;
  const { path, size } = qrPath(address);
  return {
    title: text.secondFactor,
    status: Object.keys(problems).length > 0 ? 422 : 200,
    content: html`<div class="narrow">
      ${problemSummary(visit, problems)}
      <p class="lead">${text.secondFactorLead}</p>
      <p>${text.scan}</p>
      <svg
        class="qr"
        role="img"
        aria-label="${text.scan}"
        viewBox="0 0 ${size} ${size}"
        width="220"
        height="220"
      >
        <path fill="#fff" d="M0 0h${size}v${size}h-${size}z" />
        <path d="${path}" />
      </svg>
      <p>${text.typeSecret} <a href="${address}">${text.openApp}</a></p>
      ${copyable(visit, secret)}
      <form method="post" action="${to(PATH)}">
        ${hiddenCsrf(visit)}
        <input type="hidden" name="setup" value="${encrypted}" />
        ${presentPasswordField(visit, problems)}${codeField(visit, text.codeOfApp, problems)}
        <div class="actions">
          <button>${text.turnOn}</button><a href="${to('/portal/account')}">${text.cancel}</a>
        </div>
      </form>
    </div>`,
  };
}

/** It is on. `codes`: the recovery codes, where they were just made. */
export function secondFactorPage(
  visit: Visit,
  { codesLeft }: Pick<SecondFactor, 'codesLeft'>,
  codes: string | undefined,
  problems: Problems = {},
): HtmlPage {
  const { text, to } = visit;
  return {
    title: text.secondFactor,
    status: Object.keys(problems).length > 0 ? 422 : 200,
    content: html`<div class="narrow">
      ${problemSummary(visit, problems)}${
        codes !== undefined &&
        html`${notice(text.secondFactorOn)}
          <h2>${text.recoveryCodes}</h2>
          <p>${text.recoveryLead}</p>
          ${copyable(visit, codes, 'lines')}`
      }
      <p>${text.codesLeft(codesLeft)}</p>
      <h2>${text.turnOff}</h2>
      <form method="post" action="${to(`${PATH}/off`)}">
        ${hiddenCsrf(visit)} ${presentPasswordField(visit, problems)}
        <div class="actions">
          <button class="quiet">${text.turnOff}</button
          ><a href="${to('/portal/account')}">${text.myAccount}</a>
        </div>
      </form>
    </div>`,
  };
}
