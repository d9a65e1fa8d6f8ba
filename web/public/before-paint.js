// Runs before the first paint. A file of its own: inline scripts are forbidden.
(() => {
  const page = document.documentElement;
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be blocked; the default stands then.
      return null;
    }
  };
  // Nobody sees the other theme flash by, and no member the visitors' page.
  page.dataset.theme = stored('theme') === 'light' ? 'light' : 'dark';
  if (stored('token') !== null) page.dataset.member = '';
  if (stored('own-picture') !== null) page.dataset.ownPicture = '';

  // Keeps what is pressed and sent until the page's first module has come, which does it again (`boot.ts`).
  const early = [];
  window.earlyEvents = early;
  const keep = (event) => {
    early.push(event);
    // Without an address a form would load this page anew, and lose what was typed.
    if (event.type === 'submit' && !event.target.hasAttribute('action')) event.preventDefault();
  };
  const kept = ['click', 'submit'];
  for (const type of kept) document.addEventListener(type, keep, true);
  const stop = () => kept.forEach((type) => document.removeEventListener(type, keep, true));
  // Modules have run by then.
  document.addEventListener('DOMContentLoaded', stop, { once: true });

  // From a card to its picture's page and back, the picture goes along.
  const pathOf = (entry) => (entry?.url ? new URL(entry.url).pathname : '');
  const pictureOf = (path) => document.querySelector(`main a[href="${path}"] img`);
  const name = (picture, transition) => {
    if (!picture || !transition) return;
    picture.style.viewTransitionName = 'picture';
    void transition.finished.finally(() => (picture.style.viewTransitionName = ''));
  };
  const isPicture = (path) => /^\/image\/[0-9a-f-]{36}$/.test(path);
  const shared = ({ activation, viewTransition }, here, other) => {
    if (!viewTransition || !activation) return;
    if (isPicture(here)) name(document.querySelector('main img'), viewTransition);
    else if (isPicture(other)) name(pictureOf(other), viewTransition);
  };
  addEventListener('pageswap', (event) => shared(event, location.pathname, pathOf(event.activation?.entry)));
  addEventListener('pagereveal', (event) => {
    const { activation } = globalThis.navigation ?? {};
    shared({ activation, viewTransition: event.viewTransition }, location.pathname, pathOf(activation?.from));
  });
})();
