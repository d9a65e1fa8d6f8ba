import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/google-chrome'];
const WAIT_MS = 15_000;

export type Theme = 'dark' | 'light';

const FLAGS = [
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

function executable(): string {
  const path = found();
  if (!path) throw new Error(`No browser at ${PLACES.join(' or ')}; name one in CHROMIUM`);
  return path;
}

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: executable(), args: FLAGS });

/** A browser with one profile of its own in a folder, for tools that talk to the browser themselves. */
export const launchProfile = (folder: string, args: readonly string[]): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { executablePath: executable(), args: [...FLAGS, ...args] });

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
  size = { width: 1440, height: 900 },
): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: size,
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  // Runs in the page before its own scripts, outside of its policy.
  await context.addInitScript({
    content: `document.addEventListener('securitypolicyviolation', (event) =>
      console.error('content security policy: ' + event.violatedDirective + ' ' + event.blockedURI));`,
  });
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

/** Of the member app and of the console. */
export const setTheme = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate<void>(
    `localStorage.setItem('theme', '${theme}'); localStorage.setItem('RaStoreConsole.theme', '"${theme}"');
     document.documentElement.dataset.theme = '${theme}';`,
  );
