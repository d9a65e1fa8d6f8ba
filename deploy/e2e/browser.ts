// Playwright's types name elements of a page.
/// <reference lib="dom" />

import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/google-chrome'];
/** Long enough for a machine that has much else to do; what is there at once waits for none of it. */
const WAIT_MS = 45_000;

export type Theme = 'dark' | 'light';
export type StorageState = Exclude<Awaited<ReturnType<BrowserContext['storageState']>>, string>;

export const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const found = (): string | undefined => process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));

export const hasBrowser = (): boolean => found() !== undefined;

export function executable(): string {
  const path = found();
  if (!path) throw new Error(`No browser at ${PLACES.join(' or ')}; name one in CHROMIUM`);
  return path;
}

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: executable(), args: FLAGS });

/** A browser with one profile of its own in a folder, for tools that talk to the browser themselves. */
export const launchProfile = (
  folder: string,
  { args, ...options }: BrowserContextOptions & { args: readonly string[] },
): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...options, executablePath: executable(), args: [...FLAGS, ...args] });

/** A page of a fresh browser profile, and everything it complained of. */
export interface WatchedPage {
  page: Page;
  /** Console errors and warnings, uncaught errors and breaches of the content security policy. */
  complaints: string[];
  /** A refusal by the server is a console error in every browser; one that is wanted is announced by its path. */
  readonly expectRefusal: (path: string) => void;
}

export async function openPage(
  browser: Browser,
  address: string,
  { serviceWorkers = 'block', ...options }: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
    ...options,
  });
  // Runs in the page before its own scripts, outside of its policy.
  await context.addInitScript({
    content: `document.addEventListener('securitypolicyviolation', (event) =>
      console.error('content security policy: ' + event.violatedDirective + ' ' + event.blockedURI));`,
  });
  // The product is tried as it answers, not as it was kept; whoever tries the keeping says so.
  if (serviceWorkers === 'block') await context.addInitScript({ content: 'delete Navigator.prototype.serviceWorker;' });
  // What a production build would swallow is wanted here.
  await context.addInitScript({ content: "try { sessionStorage.setItem('disableConsole', '0'); } catch {}" });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);

  const complaints: string[] = [];
  const wanted = new Set<string>();
  page.on('console', (message) => {
    const { url } = message.location();
    const refusal =
      url.startsWith(address) &&
      wanted.has(new URL(url).pathname) &&
      message.text().includes('the server responded with');
    if ((message.type() === 'error' || message.type() === 'warning') && !refusal) {
      complaints.push(`${message.type()}: ${message.text()} (${url})`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error.message}`));
  return { page, complaints, expectRefusal: (path) => wanted.add(path) };
}

/** What a browser keeps: of a state, and that this theme was chosen in the member app and in the console. */
export function themed({ cookies, origins }: StorageState, address: string, theme: Theme): StorageState {
  const chosen = [
    { name: 'theme', value: theme },
    { name: 'RaStoreConsole.theme', value: JSON.stringify(theme) },
  ];
  const kept = origins.find(({ origin }) => origin === address)?.localStorage ?? [];
  const others = kept.filter(({ name }) => chosen.every((one) => one.name !== name));
  return { cookies, origins: [{ origin: address, localStorage: [...others, ...chosen] }] };
}

/** Touches a page that came rendered, and waits until the app has taken it over: until then its links are plain. */
export async function wake(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.locator('html[data-awake]').waitFor({ state: 'attached' });
}
