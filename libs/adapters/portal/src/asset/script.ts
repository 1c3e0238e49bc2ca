/**
 * The one script: buttons that copy and save, a link that takes tokens to the explorer in this tab's session
 * storage, and forms that are sent once by who clicks twice: a second new secret would end the one that apps
 * still use. What a browser does not let be copied is selected, for the keys that copy. Every page works
 * without it.
 */
export const SCRIPT = `'use strict';
for (const place of document.querySelectorAll('[data-copy]')) {
  if (navigator.clipboard === undefined) break;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = place.dataset.copy;
  const shown = place.querySelector('code');
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(shown.textContent).then(() => {
      button.textContent = place.dataset.copied;
      setTimeout(() => { button.textContent = place.dataset.copy; }, 2000);
    }, () => getSelection().selectAllChildren(shown));
  });
  place.append(button);
}
for (const place of document.querySelectorAll('[data-save]')) {
  const link = document.createElement('a');
  link.className = 'button quiet';
  link.download = place.dataset.save;
  link.textContent = place.dataset.words;
  link.href = URL.createObjectURL(new Blob([place.dataset.text], { type: 'text/plain' }));
  place.append(link);
}
for (const link of document.querySelectorAll('a[data-secret]')) {
  link.addEventListener('click', () => {
    const tokens = { appSecretToken: link.dataset.secret, agreementGrantToken: link.dataset.grant };
    sessionStorage.setItem('kontor-explorer-tokens', JSON.stringify(tokens));
  });
}
let sent = -Infinity;
addEventListener('pageshow', () => { sent = -Infinity; });
document.addEventListener('submit', (event) => {
  if (event.timeStamp - sent < 10000) event.preventDefault();
  else sent = event.timeStamp;
});
`;
