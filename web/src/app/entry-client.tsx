import '../ui/base.css';
import { hydrate } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { noteInvitation } from '../features/account/invitation.ts';
import { noteArrival } from '../features/telemetry/arrived.ts';
import { viewTelling } from '../features/telemetry/view-telling.ts';
import { renderAsOf } from '../lib/clock.ts';
import { createQueryClient } from '../lib/queries.ts';
import { quietConsole } from '../lib/quiet-console.ts';
import { registerServiceWorker } from '../lib/service-worker.ts';
import { printLight } from '../lib/theme.ts';
import { token } from '../lib/token.ts';
import { App } from './app.tsx';
import { measureOnceTouched } from './measuring.ts';
import { readyPage } from './page-at.tsx';
import { FRONT_DOOR, prefetchPage, patternAt } from './pages.ts';
import { readPageData, type PageData } from './rendered-page.ts';
import { loadShell } from './shell-loader.ts';

if (import.meta.env.PROD) quietConsole();
printLight();
registerServiceWorker();
noteArrival(document.location, document.referrer);
noteInvitation(document.location);
viewTelling.isOn = true;
measureOnceTouched();

const client = createQueryClient();
const app = (onReady?: () => void) => (
  <StrictMode>
    <App client={client} at={(routes) => <BrowserRouter>{routes}</BrowserRouter>} {...(onReady && { onReady })} />
  </StrictMode>
);

const root = document.getElementById('root');
const { pathname } = window.location;
const isMember = token.get() !== null;
const data = isMember ? null : readPageData();

/** Resolves once the page answers to whoever touches it. */
export const started: Promise<void> = root === null ? Promise.resolve() : start(root);

async function start(element: HTMLElement): Promise<void> {
  if (data !== null) return comeToLife(element, data);
  // Asked for at once rather than one after the other while rendering. A failure is left to the rendering.
  prefetchPage(pathname === '/' && !isMember ? FRONT_DOOR : pathname);
  if (isMember) loadShell().catch(() => {});
  // The page brings its own; these stood for it until now, and what visitors are shown is not for members.
  for (const stand of document.querySelectorAll('[data-boot]')) stand.remove();
  element.replaceChildren();
  delete document.documentElement.dataset.member;
  createRoot(element).render(app());
}

/** Takes over what a server rendered, as it is. */
async function comeToLife(element: HTMLElement, { queries, renderedAt }: PageData): Promise<void> {
  hydrate(client, queries);
  const pattern = patternAt(pathname);
  if (pattern !== undefined) await readyPage(pattern === '/' ? FRONT_DOOR : pattern);
  renderAsOf(new Date(renderedAt));
  await new Promise<void>((done) => {
    hydrateRoot(element, app(done));
  });
}
