import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { accountHttp } from '@easel/contracts/account/http';
import { allowanceTenths } from '@easel/contracts/account/policy';
import { eventsHttp } from '@easel/contracts/events/http';
import { telemetryHttp } from '@easel/contracts/telemetry/http';
import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { adminToken } from './operators.ts';
import { enter, fillRegistration, newMember, register } from './people.ts';
import { generate, publicPicture } from './pictures.ts';
import { callAs } from './wire.ts';

const SEEN_WITHIN_MS = 15_000;

const figure = (page: Page, name: string) =>
  page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');
const panel = (page: Page, name: string) => page.getByRole('region', { name });

test('analytics: from nothing to figures, charts and the tables behind them', async ({
  open,
  product: { address },
}) => {
  const member = await register(address);
  const { page, complaints } = await open();
  await enter(page, member);

  await step('who has made nothing is told so', async () => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('link', { name: 'Analytics' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
    await expect(page.getByText('No data available yet')).toHaveCount(3);
    await page.getByText('No activity yet').waitFor();
    await expect(figure(page, 'Total Generations')).toHaveText('0');
    await expect(figure(page, 'Average Quality')).toHaveText('0 MP');
  });

  await step('two pictures and a download later all of it tells', async () => {
    const { id } = await generate(address, member.token, { prompt: 'A heron at dawn' });
    await generate(address, member.token, { prompt: 'A heron at dusk' });
    const file = await fetch(`${address}/api/generation/download/${id}/0`, {
      headers: { authorization: `Bearer ${member.token}` },
    });
    assert.ok(file.ok && (await file.arrayBuffer()).byteLength > 0);
    await page.goto('/');
    await page
      .getByRole('navigation', { name: 'Tools' })
      .getByRole('link', { name: /^Analytics/ })
      .click();
    await expect(figure(page, 'Total Generations')).toHaveText('2');
    await expect(figure(page, 'Success Rate')).toHaveText('100 %');
    await expect(figure(page, 'Average Quality')).toHaveText('1 MP');
    await expect(figure(page, 'Downloads')).toHaveText('1');
  });

  await step('each chart has its table', async () => {
    const trends = panel(page, 'Generation Trends');
    await trends.locator('.recharts-bar-rectangle').first().waitFor();
    await trends.getByText('Show the figures').click();
    await expect(trends.getByRole('row').nth(1).getByRole('cell')).toHaveText(['2', '2', '0']);
    const quality = panel(page, 'Quality Distribution');
    await quality.locator('.recharts-bar-rectangle').first().waitFor();
    await quality.getByText('Show the figures').click();
    await expect(quality.getByRole('row').nth(1)).toHaveText('1K2100 %');
  });

  await step('what the pictures took is what left the account', async () => {
    const credits = panel(page, 'Credits and Earnings');
    await credits.locator('.recharts-bar-rectangle').first().waitFor();
    const asMember = callAs(address, member.token);
    const { credits: left } = await asMember(accountHttp.balance, {});
    const spent = allowanceTenths('free') / 10 - left;
    await credits.getByText(`Your pictures took ${spent} credits. Your sales brought 0 credits and $0.00.`).waitFor();
  });

  await step('the days are in the address', async () => {
    await page.getByRole('link', { name: '7 days' }).click();
    await page.waitForURL('**/analytics?days=7');
    await page.reload();
    await panel(page, 'Generation Trends')
      .getByText(/^Requests of the last 7 days/)
      .waitFor();
  });

  await step('what was done leads to its picture', async () => {
    await panel(page, 'Recent Activity').getByRole('button', { name: 'Downloaded a picture' }).click();
    await page.getByRole('dialog').getByText('A heron at dawn').first().waitFor();
  });

  await step('nobody complained', () => assert.deepEqual(complaints, []));
});

interface Told {
  events: { event_type: string; event_data: { page?: string; navigation?: string } }[];
  init: RequestInit;
}

/** Keeps what a page sends as it is left, which no request listener sees, and marks a page that measures. */
const KEEP = `
  const carry = window.fetch;
  window.fetch = (address, init) => {
    if (address === '/api/analytics/track') {
      const { body, ...rest } = init;
      const told = JSON.parse(localStorage.getItem('told') ?? '[]');
      localStorage.setItem('told', JSON.stringify([...told, { events: JSON.parse(body).events, init: rest }]));
    }
    return carry(address, init);
  };
  const listen = document.addEventListener.bind(document);
  document.addEventListener = (type, ...rest) => {
    window.isMeasured ||= type === 'visibilitychange' && new Error().stack.includes('/assets/measure-');
    return listen(type, ...rest);
  };
`;
const toldBy = async (page: Page): Promise<Told[]> =>
  JSON.parse(await page.evaluate<string>(`localStorage.getItem('told') ?? '[]'`)) as Told[];
/** Goes there, moves the pointer (before that nothing measures), and waits until the page listens for its end. */
async function comeTo(page: Page, path: string, options?: { referer: string }): Promise<void> {
  await page.goto(path, options);
  await page.mouse.move(40, 40);
  await page.mouse.move(60, 60);
  await page.waitForFunction('window.isMeasured === true');
}

test('facts from the field: a visit, how its pages came, and who registered from it', async ({ open, product }) => {
  const { address } = product;
  const admin = callAs(address, await adminToken(address));
  const mark = randomBytes(4).toString('hex');
  const host = `${mark}.example`;
  const came = { landing: '/image/:id', referrerHost: host };
  const member = await register(address);
  const newcomer = newMember();
  const picture = await publicPicture(address, `A kite over dunes ${mark}`);
  const { page, complaints } = await open();
  await page.addInitScript({ content: KEEP });

  await step('a visitor comes from another site, and is measured once they touch something', async () => {
    await comeTo(page, `/image/${picture.id}`, { referer: `https://${host}/a/page?of=somebody` });
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual(await toldBy(page), []);
  });

  await step('when they go on, their visit and the page are told, and nothing of who they are', async () => {
    await comeTo(page, '/register');
    const [first, ...more] = await toldBy(page);
    assert.deepEqual(more, []);
    assert.deepEqual(first?.init, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
    });
    const [visit, measuredPage] = first?.events ?? [];
    assert.deepEqual(visit, { event_type: 'visit', event_data: came });
    assert.equal(measuredPage?.event_type, 'web-vitals');
    const text = JSON.stringify(measuredPage);
    assert.match(text, /"page":"\/image\/:id","build":"[\w-]{8}","navigation":"navigate"/);
    assert.match(text, /"lcp":\{"value":[\d.]+,"target":"[a-z0-9 >-]+"/);
    assert.ok(!text.includes(picture.id));
  });

  await step('who registers is joined to where they came from', async () => {
    await fillRegistration(page, { ...newcomer, confirmPassword: newcomer.password });
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/auth/register'));
    await page.getByRole('button', { name: 'Create account' }).click();
    const { landing } = (await sent).postDataJSON() as { landing: unknown };
    assert.deepEqual(landing, came);
    await page.waitForURL((url) => url.pathname === '/');
  });

  await step('a page within the app is a view of its own', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Favorites' }).click();
    await page.getByRole('heading', { level: 1, name: 'My Favorites' }).waitFor();
    await page.goto('/about');
    const [, second] = await toldBy(page);
    const views = second?.events.map(({ event_data }) => `${event_data.page} ${event_data.navigation}`);
    assert.deepEqual(views, ['/register navigate', '/ soft-navigation', '/favorites soft-navigation']);
  });

  await step('the log has the visit and the registration, joined, and of the visit nobody’s name', async () => {
    const found = async (type: string) => {
      const [event] = await admin(eventsHttp.list, { query: { filter: JSON.stringify({ type, q: mark }) } });
      return event;
    };
    await expect.poll(() => found('VisitBegun'), { timeout: SEEN_WITHIN_MS }).toBeTruthy();
    const visit = await found('VisitBegun');
    assert.deepEqual([visit?.actor.id, visit?.member_id], ['visitor', null]);
    await expect.poll(() => found('MemberRegistered'), { timeout: SEEN_WITHIN_MS }).toBeTruthy();
  });

  await step('and a member is told how pages come', async () => {
    const call = callAs(address, member.token);
    const names = async () => {
      const { metrics } = await call(telemetryHttp.performance, { query: { page: '/image/:id' } });
      return metrics.map(({ name }) => name);
    };
    const told = expect.arrayContaining(['lcp', 'cls', 'fcp', 'ttfb']) as unknown;
    await expect.poll(names, { timeout: SEEN_WITHIN_MS }).toEqual(told);
  });

  await step('nobody complained', () => assert.deepEqual(complaints, []));
});
