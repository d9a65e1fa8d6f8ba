import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { quietConsole } from '../lib/quiet-console.ts';
import { registerServiceWorker } from '../lib/service-worker.ts';
import { token } from '../lib/token.ts';
import { App } from './app.tsx';
import { prefetchPage } from './pages.ts';
import { loadShell } from './shell-loader.ts';

if (import.meta.env.PROD) quietConsole();
registerServiceWorker();

// Asked for at once rather than one after the other while rendering. A failure is left to the rendering.
prefetchPage(window.location.pathname);
if (token.get() !== null) loadShell().catch(() => {});

// The page brings its own; these stood for it until now.
for (const element of document.head.querySelectorAll('[data-boot]')) element.remove();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
