/** The one script: buttons that copy. Every page works without it. */
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
    });
  });
  place.append(button);
}
`;
