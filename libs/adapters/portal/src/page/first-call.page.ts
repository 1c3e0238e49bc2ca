import type { HtmlPage } from '../visit/answer.js';
import type { Visit } from '../visit/visit.js';
import { button, copyable, notice } from './form.js';
import { html } from './html.js';

/** Before the tokens are made. `isAgain`: there are tokens already. */
export function firstCallPage(visit: Visit, isAgain: boolean): HtmlPage {
  const { text, to } = visit;
  return {
    title: text.firstCallTitle,
    content: html`<p class="lead">${text.firstCallLead}</p>
      <p>${isAgain ? text.firstCallAgainHint : text.firstCallMakeHint}</p>
      ${isAgain && html`<p>${text.firstCallKeep} <a href="${to('/portal/apps')}">${text.myApps}</a></p>`}
      <div class="actions">
        ${button(visit, to('/portal/first-call'), isAgain ? text.firstCallAgain : text.firstCallMake)}
      </div>`,
  };
}

/** The secrets of a first app, which are shown once. */
export type OwnTokens = { readonly appSecretToken: string; readonly agreementGrantToken: string };

/**
 * The tokens of a first app, and a call that works as it stands: an administrator’s leads to no books, but to
 * those whose books they are.
 */
export function tokensPage(
  visit: Visit,
  baseUrl: string,
  { appSecretToken, agreementGrantToken }: OwnTokens,
  isAdministrator: boolean,
): HtmlPage {
  const { text, to } = visit;
  const [path, link, item, number] = isAdministrator
    ? ['studio/client-agreements', 'clientAgreements', 'client', 'agreementNumber']
    : ['accounts', 'accounts', 'account', 'accountNumber'];
  const curl = [
    `curl '${baseUrl}/${path}?pagesize=3'`,
    `  -H 'X-AppSecretToken: ${appSecretToken}'`,
    `  -H 'X-AgreementGrantToken: ${agreementGrantToken}'`,
  ].join(' \\\n');
  const sdk = `import { connect } from '@kontor/sdk';

const api = connect('${baseUrl}', {
  appSecretToken: '${appSecretToken}',
  agreementGrantToken: '${agreementGrantToken}',
});
const home = await api.home();
for await (const ${item} of api.each(home.${link})) {
  console.log(${item}.${number}, ${item}.name);
}`;
  const env = [
    `KONTOR_URL=${baseUrl}`,
    `KONTOR_APP_SECRET_TOKEN=${appSecretToken}`,
    `KONTOR_AGREEMENT_GRANT_TOKEN=${agreementGrantToken}`,
    '',
  ].join('\n');
  return {
    title: text.firstCallTitle,
    content: html`${notice(text.firstCallReady)}
      <p class="lead">${isAdministrator ? text.firstCallClients : text.firstCallOnce}</p>
      <h2>${text.withCurl}</h2>
      ${copyable(visit, curl, 'lines')}
      <p>${text.afterThat}</p>
      <p>
        <a
          href="${to('/explorer').split('?', 1)[0]}"
          data-secret="${appSecretToken}"
          data-grant="${agreementGrantToken}"
          >${text.toExplorer}</a
        >
      </p>
      <p><a href="${to('/docs', { locale: undefined })}">${text.toDocumentation}</a></p>
      <h2>${text.withSdk}</h2>
      ${copyable(visit, sdk, 'lines')}
      <div data-save=".env" data-words="${text.saveAsEnv}" data-text="${env}"></div>
      <h2>${text.secretToken}</h2>
      ${copyable(visit, appSecretToken)}
      <h2>${text.grantToken}</h2>
      ${copyable(visit, agreementGrantToken)}`,
  };
}
