import { ROLES, type StoredApp } from '@kontor/studio';
import type { HtmlPage, Problems } from '../visit/answer.js';
import { dateForPeople, type Form, type Visit } from '../visit/visit.js';
import { roleList } from './agreement.page.js';
import { copyable, field, hiddenCsrf, notice, problemSummary, selection } from './form.js';
import { html, type Html } from './html.js';
import { withName } from './name.js';

/** In characters, as the API takes it. */
export const APP_NAME_MAX = 50;
/** In characters, as the API takes it. */
export const ROOT_URL_MAX = 200;

/** The apps of an agreement, which lead to their own pages. */
export function appsPage(visit: Visit, apps: readonly StoredApp[]): HtmlPage {
  const { text, to } = visit;
  return {
    title: text.appsTitle,
    content: html`${visit.query.has('deleted') && notice(text.appDeleted)}
      <p class="lead">${text.appsLead}</p>
      ${
        apps.length === 0
          ? html`<p>${text.noApps}</p>`
          : html`<ul class="list">
              ${apps.map(
                (app) =>
                  html`<li>
                    <h2>
                      <a href="${to(`/portal/apps/${app.appNumber}`)}"><bdi>${app.name}</bdi></a>
                    </h2>
                    <dl class="facts pairs">
                      <div>
                        <dt>${text.roles}</dt>
                        <dd>${roleList(visit, app.requiredRoles)}</dd>
                      </div>
                      <div>
                        <dt>${text.created}</dt>
                        <dd>${dateForPeople(visit, app.created)}</dd>
                      </div>
                    </dl>
                  </li>`,
              )}
            </ul>`
      }
      <div class="actions"><a class="button" href="${to('/portal/apps/new')}">${text.newApp}</a></div>`,
  };
}

/** The form for another app; with problems it is answered with 422, and shows what was entered. */
export function newAppPage(visit: Visit, form: Form, problems: Problems): HtmlPage {
  const { text } = visit;
  return {
    title: text.newAppTitle,
    at: '/portal/apps/new',
    status: Object.keys(problems).length > 0 ? 422 : 200,
    content: html`<div class="narrow">
      <p class="lead">${text.newAppLead}</p>
      ${appForm(visit, { form, problems, action: '/portal/apps', words: text.createApp, back: '/portal/apps' })}
    </div>`,
  };
}

/** What people change of an app: all of it but its tokens. */
export function changeAppPage(visit: Visit, app: StoredApp, form: Form, problems: Problems): HtmlPage {
  const { text } = visit;
  const own = `/portal/apps/${app.appNumber}`;
  return {
    title: text.changeAppTitle(app.name),
    heading: withName(text.changeAppTitle, app.name),
    status: Object.keys(problems).length > 0 ? 422 : 200,
    content: html`<div class="narrow">
      <p class="lead">${text.changeAppLead}</p>
      ${appForm(visit, { form, problems, action: `${own}/change`, words: text.saveApp, back: own })}
    </div>`,
  };
}

type AppForm = {
  readonly form: Form;
  readonly problems: Problems;
  readonly action: string;
  readonly words: string;
  readonly back: string;
};

function appForm(visit: Visit, { form, problems, action, words, back }: AppForm): Html {
  const { text, to } = visit;
  const chosen = form.all('roles');
  return html`${problemSummary(visit, problems)}
    <form method="post" action="${to(action)}">
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
      <div class="actions"><button>${words}</button><a href="${to(back)}">${text.cancel}</a></div>
    </form>`;
}

function roleChoice({ text }: Visit, name: (typeof ROLES)[number]['name'], isChosen: boolean): Html {
  return html`<div class="choice">
    <input type="checkbox" id="role-${name}" name="roles" value="${name}" ${isChosen && html` checked`} />
    <label for="role-${name}"><strong>${text.roleNames[name]}</strong>${text.roleMeanings[name]}</label>
  </div>`;
}

/** An app, and how others get to give it access. */
export type AppShown = {
  readonly app: StoredApp;
  readonly grantLink: string;
  /** Shown once, right after it was made. */
  readonly secret?: { readonly token: string; readonly says: string };
  /** It was just changed. */
  readonly isSaved: boolean;
};

/** One app: what it may ask for, its link for grants, and its secret once. */
export function appPage(visit: Visit, { app, grantLink, secret, isSaved }: AppShown): HtmlPage {
  const { text, to } = visit;
  return {
    title: app.name,
    heading: html`<bdi>${app.name}</bdi>`,
    content: html`${isSaved && notice(text.appSaved)}${
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
          <dd>${dateForPeople(visit, app.created)}</dd>
        </div>
      </dl>
      <div class="actions">
        <a class="button quiet" href="${to(`/portal/apps/${app.appNumber}/change`)}">${text.changeApp}</a>
        <a class="button quiet" href="${to(`/portal/apps/${app.appNumber}/secret`)}">${text.rotate}</a>
        <a href="${to(`/portal/apps/${app.appNumber}/delete`)}">${text.deleteApp}</a>
        <a href="${to('/portal/apps')}">${text.myApps}</a>
      </div>`,
  };
}

/** How long the present secret goes on working, in hours. */
export const SECRET_OVERLAPS = [24, 168, 0] as const;

/** Asks how long the present secret is still taken when another is made. */
export function rotatePage(visit: Visit, app: StoredApp): HtmlPage {
  const { text, to } = visit;
  const own = `/portal/apps/${app.appNumber}`;
  const options = SECRET_OVERLAPS.map((hours) => ({
    value: String(hours),
    words: text.overlapsOfSecret[hours],
  }));
  return {
    title: text.rotateTitle(app.name),
    heading: withName(text.rotateTitle, app.name),
    content: html`<p class="lead">${text.rotateLead}</p>
      <div class="narrow">
        <form method="post" action="${to(`${own}/secret`)}">
          ${hiddenCsrf(visit)}
          ${selection({ name: 'overlap', label: text.secretOverlap, value: '24', options }, {})}
          <div class="actions"><button>${text.rotateNow}</button><a href="${to(own)}">${text.cancel}</a></div>
        </form>
      </div>`,
  };
}

/** Nothing is deleted by one touch: the name is entered, as where there is no way back. */
export function deleteAppPage(
  visit: Visit,
  app: StoredApp,
  { grants, form, problems }: { readonly grants: number; readonly form: Form; readonly problems: Problems },
): HtmlPage {
  const { text, to } = visit;
  const own = `/portal/apps/${app.appNumber}`;
  return {
    title: text.deleteAppTitle(app.name),
    heading: withName(text.deleteAppTitle, app.name),
    status: Object.keys(problems).length > 0 ? 422 : 200,
    content: html`<p class="lead">${text.deleteAppLead}</p>
      ${grants > 0 && html`<p><strong>${text.deleteAppAccess(grants)}</strong></p>`}
      ${problemSummary(visit, problems)}
      <div class="narrow">
        <form method="post" action="${to(`${own}/delete`)}">
          ${hiddenCsrf(visit)}
          ${field({ name: 'name', label: text.deleteAppName, value: form.text('name'), autocomplete: 'off', maxLength: APP_NAME_MAX }, problems)}
          <div class="actions">
            <button>${text.deleteAppNow}</button><a href="${to(own)}">${text.cancel}</a>
          </div>
        </form>
      </div>`,
  };
}
