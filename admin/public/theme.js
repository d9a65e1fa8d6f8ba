// Runs before the first paint, so that nobody sees the other theme flash by. A file of its own: inline scripts are forbidden.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem('RaStoreConsole.theme');
  } catch {
    // Storage may be blocked; the default stands then.
  }
  document.documentElement.dataset.theme = theme === '"light"' ? 'light' : 'dark';
})();
