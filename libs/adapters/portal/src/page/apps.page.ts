import { ROLES, type KeptApp } from '@kontor/studio';
import type { HtmlPage, Problems } from '../visit/answer.js';
import { dateIn, type Form, type Visit } from '../visit/visit.js';
import { roleList } from './agreement.page.js';
import { button, copyable, field, hiddenCsrf, notice, problemSummary } from './form.js';
import { html, type Html } from './html.js';
import { withName } from './name.js';

export const APP_NAME_MAX = 50;
export const ROOT_URL_MAX = 200;

export function appsPage(visit: Visit, apps: readonly KeptApp[]): HtmlPage {
  const { text, to } = visit;
  return {
    title: text.appsTitle,
    content: html`<p class="lead">${text.appsLead}</p>
      ${
        apps.length === 0
          ? html`<p>${text.noApps}</p>`
          : html`<ul class="list">
              ${apps.map(
                (app) =>
                  html`<li>
                    <h3>
                      <a href="${to(`/portal/apps/${app.appNumber}`)}"><bdi>${app.name}</bdi></a>
                    </h3>
                    <dl class="facts pairs">
                      <div>
                        <dt>${text.roles}</dt>
                        <dd>${roleList(visit, app.requiredRoles)}</dd>
                      </div>
                      <div>
                        <dt>${text.created}</dt>
                        <dd>${dateIn(visit, app.created)}</dd>
                      </div>
                    </dl>
                  </li>`,
              )}
            </ul>`
      }
      <div class="actions"><a class="button" href="${to('/portal/apps/new')}">${text.newApp}</a></div>`,
  };
}

export function newAppPage(visit: Visit, form: Form, problems: Problems): HtmlPage {
  const { text, to } = visit;
  const chosen = form.all('roles');
  return {
    title: text.newAppTitle,
    status: Object.keys(problems).length > 0 ? 422 : 200,
    content: html`<div class="narrow">
      <p class="lead">${text.newAppLead}</p>
      ${problemSummary(visit, problems)}
      <form method="post" action="${to('/portal/apps')}">
        ${hiddenCsrf(visit)}
        ${field({ name: 'name', label: text.appName, value: form.text('name'), autocomplete: 'off', maxLength: APP_NAME_MAX }, problems)}
        ${field({ name: 'root-url', label: text.rootUrl, type: 'url', value: form.text('root-url'), hint: text.rootUrlHint, autocomplete: 'off', maxLength: ROOT_URL_MAX }, problems)}
        <fieldset
          id="roles"
          tabindex="-1"
          ${problems['roles'] !== undefined && html` aria-describedby="roles-complaint"`}
        >
          <legend>${text.rolesOfApp}</legend>
          ${problems['roles'] !== undefined && html`<p class="complaint" id="roles-complaint">${problems['roles']}</p>`}
          ${ROLES.map(({ name }) => roleChoice(visit, name, chosen.includes(name)))}
        </fieldset>
        <div class="actions">
          <button>${text.createApp}</button><a href="${to('/portal/apps')}">${text.cancel}</a>
        </div>
      </form>
    </div>`,
  };
}

function roleChoice({ text }: Visit, name: (typeof ROLES)[number]['name'], isChosen: boolean): Html {
  return html`<div class="choice">
    <input type="checkbox" id="role-${name}" name="roles" value="${name}" ${isChosen && html` checked`} />
    <label for="role-${name}"><strong>${text.roleNames[name]}</strong>${text.roleMeanings[name]}</label>
  </div>`;
}

export type AppShown = {
  readonly app: KeptApp;
  readonly grantLink: string;
  /** Shown once, right after it was made. */
  readonly secret?: { readonly token: string; readonly says: string };
};

export function appPage(visit: Visit, { app, grantLink, secret }: AppShown): HtmlPage {
  const { text, to } = visit;
  return {
    title: app.name,
    heading: html`<bdi>${app.name}</bdi>`,
    content: html`${
        secret !== undefined &&
        html`${notice(secret.says)}
          <h2>${text.secretToken}</h2>
          <p>${text.secretOnce}</p>
          ${copyable(visit, secret.token)}`
      }
      <h2>${text.publicToken}</h2>
      ${copyable(visit, app.appPublicToken)}
      <h2>${text.grantLink}</h2>
      <p>${text.grantLinkHint}</p>
      ${copyable(visit, grantLink)}
      <h2>${text.app}</h2>
      <dl class="facts pairs">
        <div>
          <dt>${text.appNumber}</dt>
          <dd>${app.appNumber}</dd>
        </div>
        <div>
          <dt>${text.roles}</dt>
          <dd>${roleList(visit, app.requiredRoles)}</dd>
        </div>
        <div>
          <dt>${text.rootUrl}</dt>
          <dd>${app.rootUrl}</dd>
        </div>
        <div>
          <dt>${text.created}</dt>
          <dd>${dateIn(visit, app.created)}</dd>
        </div>
      </dl>
      <div class="actions">
        <a class="button quiet" href="${to(`/portal/apps/${app.appNumber}/secret`)}">${text.rotate}</a>
        <a href="${to('/portal/apps')}">${text.myApps}</a>
      </div>`,
  };
}

export function rotatePage(visit: Visit, app: KeptApp): HtmlPage {
  const { text, to } = visit;
  const own = `/portal/apps/${app.appNumber}`;
  return {
    title: text.rotateTitle(app.name),
    heading: withName(text.rotateTitle, app.name),
    content: html`<p class="lead">${text.rotateLead}</p>
      <div class="actions">
        ${button(visit, to(`${own}/secret`), text.rotateNow)}<a href="${to(own)}">${text.cancel}</a>
      </div>`,
  };
}
