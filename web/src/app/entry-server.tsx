import { ApiError } from '@easel/contracts/kernel/client/api-error';
import type { Carrier } from '@easel/contracts/kernel/client/client';
import type { RenderedPage } from '@easel/contracts/pages/rendered-page';
import { dehydrate, type Query, type QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { matchPath, StaticRouter } from 'react-router';
import { publicImageQuery } from '../features/public-gallery/public-images.ts';
import { personQuery } from '../features/people/people.ts';
import { carryCallsBy } from '../lib/api.ts';
import { renderAsOf } from '../lib/clock.ts';
import { createQueryClient } from '../lib/queries.ts';
import { App } from './app.tsx';
import { readyPage } from './page-at.tsx';
import { FRONT_DOOR, patternAt } from './pages.ts';
import type { PageData } from './rendered-page.ts';

/** Has what pages ask for answered by this server. */
export const answerBy = (carrier: Carrier): void => carryCallsBy(carrier);

/** Skeletons ask for what they show, and what came may ask for more. */
const ROUNDS = 3;

/**
 * Renders the page at an address (path and query) as a visitor sees it first. What the page reads is found by rendering
 * it: there is no second list of it to keep. Null where what the address names is not there; the page says so in the
 * browser.
 */
export async function renderPage(address: string): Promise<RenderedPage | null> {
  const pattern = patternAt(address);
  if (pattern === undefined) throw new RangeError(`No page at ${address}`);
  await readyPage(pattern === '/' ? FRONT_DOOR : pattern);

  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const renderedAt = new Date();
  const render = (): Promise<string> => htmlOf(address, { client, at: renderedAt });
  let html = await render();
  let whole = true;
  for (let round = 0; round < ROUNDS; round++) {
    const wanted = unanswered(client);
    if (wanted.length === 0) break;
    const failures = (await Promise.allSettled(wanted.map((query) => query.fetch()))).flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    if (round === 0 && pattern.includes(':') && failures.some(isNowhere)) return null;
    if (failures.length > 0) whole = false;
    for (const query of wanted) if (query.state.status === 'error') client.getQueryCache().remove(query);
    html = await render();
    if (failures.length > 0) break;
  }
  if (html.includes(LEFT_TO_THE_BROWSER)) whole = false;
  const data: PageData = { renderedAt: renderedAt.toISOString(), queries: dehydrate(client) };
  const page = {
    ...parted(html),
    data: scriptSafe(JSON.stringify(data)),
    whole,
    about: aboutOf(pattern, address, client),
  };
  client.clear();
  return page;
}

/** What React writes instead of a part that it could not render. What people wrote has no such characters. */
const LEFT_TO_THE_BROWSER = '<!--$!-->';

/**
 * Renders what is known. Code that a page loads late, such as the fields of filters in force, may not be here yet when
 * the page is first asked for: it is waited for, as one such part costs the whole page.
 */
async function htmlOf(address: string, { client, at }: { client: QueryClient; at: Date }): Promise<string> {
  const app = <App client={client} at={(page) => <StaticRouter location={address}>{page}</StaticRouter>} />;
  const render = (): string => {
    // Other pages may be rendered between two renders of this one: each sets the clock.
    renderAsOf(at);
    return renderToString(app);
  };
  const html = render();
  if (!html.includes(LEFT_TO_THE_BROWSER)) return html;
  await prerender(app);
  return render();
}

const unanswered = (client: QueryClient): Query[] =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => state.data === undefined && !('enabled' in options && options.enabled === false));

const isNowhere = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** What the page shows, for those who read no pictures. */
function aboutOf(pattern: string, address: string, client: QueryClient): RenderedPage['about'] {
  const path = address.split('?', 1)[0] ?? '';
  const { id = '', name = '' } = matchPath(pattern, path)?.params ?? {};
  return {
    picture: client.getQueryData(publicImageQuery(id).queryKey)?.generation ?? null,
    person: client.getQueryData(personQuery(name).queryKey)?.person ?? null,
  };
}

const IN_HEAD = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)/;

/** React puts first what belongs in the head. */
function parted(html: string): Pick<RenderedPage, 'head' | 'body'> {
  let body = html;
  const head: string[] = [];
  for (let found = IN_HEAD.exec(body); found; found = IN_HEAD.exec(body)) {
    head.push(found[0]);
    body = body.slice(found[0].length);
  }
  return { head: head.join(''), body };
}

/** Nothing in it ends the element, or begins a comment. */
const scriptSafe = (json: string): string => json.replaceAll('<', '\\u003c');
