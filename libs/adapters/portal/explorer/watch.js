/**
 * Says that the explorer did not load, and offers to try again, where one of its modules did not come. It is a
 * script before them all, since none of them runs then.
 */
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) document.documentElement.classList.add('unloaded');
  },
  true,
);
addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.id === 'again') location.reload();
});
