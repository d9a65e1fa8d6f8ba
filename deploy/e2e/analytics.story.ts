import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { eventsHttp } from '@easel/contracts/events/http';
import { telemetryHttp } from '@easel/contracts/telemetry/http';
import { expect } from '@playwright/test';
import type { Page, Request } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { adminToken } from './operators.ts';
import { enter, fillRegistration, newMember, register } from './people.ts';
import { generate, publicPicture } from './pictures.ts';
import { callAs } from './wire.ts';

const SEEN_WITHIN_MS = 15_000;
const OTHER_SITE = 'https://pictures.example/a/page?of=somebody';

const figure = (page: Page, name: string) =>
  page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd');
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
    await expect(page.getByText('No data available yet')).toHaveCount(2);
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

  await step('the days are in the address', async () => {
    await page.getByRole('link', { name: '7 days' }).click();
    await page.waitForURL('**/analytics?days=7');
    await page.reload();
    await panel(page, 'Generation Trends').getByText('Of the last 7 days, by the day in UTC').waitFor();
  });

  await step('what was done leads to its picture', async () => {
    await panel(page, 'Recent Activity').getByRole('button', { name: 'Downloaded a picture' }).click();
    await page.getByRole('dialog').getByText('A heron at dawn').first().waitFor();
  });

  await step('nobody complained', () => assert.deepEqual(complaints, []));
});

test('facts from the field: a visit, how its pages came, and who registered from it', async ({ open, product }) => {
  const { address } = product;
  const admin = callAs(address, await adminToken(address));
  const member = await register(address);
  const picture = await publicPicture(address, `A kite over dunes ${randomBytes(3).toString('hex')}`);
  const { page, complaints } = await open();
  const told: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(telemetryHttp.track.path)) told.push(request);
  });
  const newcomer = newMember();

  await step('a visitor comes from another site, and measuring waits until the page is done', async () => {
    const measuring = page.waitForResponse((response) => /\/assets\/measure-.*\.js$/.test(response.url()));
    await page.goto(`/image/${picture.id}`, { referer: OTHER_SITE });
    await measuring;
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual(told, []);
  });

  await step('when they go on, their visit and the page are told, and nothing of who they are', async () => {
    await page.goto('/register');
    await expect.poll(() => told.length, { timeout: SEEN_WITHIN_MS }).toBe(1);
    const [request] = told;
    assert.ok(request);
    const headers = await request.allHeaders();
    assert.equal(headers['cookie'], undefined);
    assert.equal(headers['authorization'], undefined);
    const { events } = request.postDataJSON() as { events: { event_type: string; event_data: object }[] };
    assert.deepEqual(events[0], {
      event_type: 'visit',
      event_data: { landing: '/image/:id', referrerHost: 'pictures.example' },
    });
    assert.equal(events[1]?.event_type, 'web-vitals');
    assert.ok(!request.postData()?.includes(picture.id));
    assert.match(JSON.stringify(events[1]?.event_data), /"page":"\/image\/:id","navigation":"navigate"/);
    assert.match(JSON.stringify(events[1]?.event_data), /"lcp":\{"value":[\d.]+,"target":"[a-z0-9 >-]+"/);
  });

  await step('who registers is joined to where they came from', async () => {
    await fillRegistration(page, { ...newcomer, confirmPassword: newcomer.password });
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/auth/register'));
    await page.getByRole('button', { name: 'Create account' }).click();
    const { landing } = (await sent).postDataJSON() as { landing: unknown };
    assert.deepEqual(landing, { landing: '/image/:id', referrerHost: 'pictures.example' });
    await page.waitForURL((url) => url.pathname === '/');
  });

  await step('a page within the app is a view of its own', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Favorites' }).click();
    await page.getByRole('heading', { level: 1, name: 'My Favorites' }).waitFor();
    const before = told.length;
    await page.goto('/about');
    await expect.poll(() => told.length, { timeout: SEEN_WITHIN_MS }).toBeGreaterThan(before);
    const pages = told
      .slice(before)
      .flatMap(
        (request) =>
          (request.postDataJSON() as { events: { event_data: { page: string; navigation: string } }[] }).events,
      )
      .map(({ event_data: { page: at, navigation } }) => `${at} ${navigation}`);
    assert.ok(pages.includes('/favorites soft-navigation'), pages.join(', '));
  });

  await step('the log has both, under nobody’s name', async () => {
    const eventsOf = (type: string) => admin(eventsHttp.list, { query: { filter: JSON.stringify({ type }) } });
    await expect
      .poll(async () => (await eventsOf('VisitBegun')).length, { timeout: SEEN_WITHIN_MS })
      .toBeGreaterThan(0);
    for (const type of ['VisitBegun', 'PageMeasured']) {
      const [newest] = await eventsOf(type);
      assert.equal(newest?.actor.id, 'visitor');
      assert.equal(newest?.member_id, null);
    }
  });

  await step('and a member is told how pages come', async () => {
    const performance = async () => {
      const { metrics } = await callAs(address, member.token)(telemetryHttp.performance, {
        query: { page: '/image/:id' },
      });
      return metrics.map(({ name }) => name);
    };
    await expect
      .poll(performance, { timeout: SEEN_WITHIN_MS })
      .toEqual(expect.arrayContaining(['lcp', 'fcp', 'ttfb', 'cls']));
  });

  await step('nobody complained', () => assert.deepEqual(complaints, []));
});
