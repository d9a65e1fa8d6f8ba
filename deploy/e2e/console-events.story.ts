import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eventsHttp } from '@easel/contracts/events/http';
import { filtersHttp } from '@easel/contracts/filters/http';
import { generationHttp } from '@easel/contracts/generation/http';
import { membersHttp } from '@easel/contracts/members/http';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { expect } from '@playwright/test';
import type { Locator, Page } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { SCRIPT } from './hostile.ts';
import { adminToken, makeOperator, signInToConsole } from './operators.ts';
import { newMember, register } from './people.ts';
import { callAs } from './wire.ts';

const LOOK_EVERY_MS = 100;
/** So that there is more than one page of them. */
const CHANGES = 55;
const PAGE_ROWS = 50;

/**
 * An analyst reads the log: narrowed, walked, followed, from one event to its neighbours and causes, and taken home as
 * a file.
 */
test('the console: events', async ({ open, product }) => {
  const { address } = product;
  const { page, complaints } = await open();
  const mark = `mark${randomBytes(6).toString('hex')}`;
  const main = page.getByRole('main');
  const rows = page.getByRole('region', { name: 'Events, the newest first' }).getByRole('row');
  let member = { id: '', token: '' };
  let analyst = { email: '', password: '' };

  await step('a member whose name and prompt are scripts changes many things', async () => {
    member = await register(address, { ...newMember(), firstName: SCRIPT.slice(0, 50) });
    const order = { prompt: `${SCRIPT} ${mark}`, resolution: '1k', agreed: true };
    await callAs(address, member.token)(generationHttp.generate, { body: order });
    for (let n = 0; n < CHANGES; n++) await change(address, member.token, n);
    const reason = `=1+1 ${SCRIPT} ${mark}`;
    const invited = { email: `${mark}@example.org`, name: SCRIPT, role: 'support', reason } as const;
    await callAs(address, await adminToken(address))(operatorsHttp.invite, { body: invited });
  });

  await step('who answers messages is shown no events, and denied their address', async () => {
    const support = await open();
    await signInToConsole(support.page, await makeOperator(product, 'support'));
    for (const path of ['/admin/events', '/admin/events/1/show']) {
      await support.page.goto(path);
      await support.page.getByRole('heading', { level: 2, name: 'Not for your role' }).waitFor();
      assert.equal(new URL(support.page.url()).pathname, path);
    }
    const menu = support.page.getByRole('menu', { name: 'Console' });
    assert.equal(await menu.getByRole('menuitem', { name: 'Events' }).count(), 0);
  });

  await step('an analyst opens the log, the newest first', async () => {
    analyst = await makeOperator(product, 'analyst');
    await signInToConsole(page, analyst);
    await page.getByRole('menuitem', { name: 'Events' }).click();
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    const positions = await positionsOf(rows);
    assert.equal(positions.length, PAGE_ROWS);
    assert.deepEqual(positions, inOrder(positions));
  });

  const aside = page.getByRole('complementary', { name: 'What there is' });
  const types = aside.getByRole('region', { name: 'Type', exact: true });
  await step('a type is chosen where they are counted, another by its name, and the address keeps both', async () => {
    await types.getByRole('button', { name: / more$/ }).click();
    await types.getByRole('button', { name: 'MemberRegistered' }).click();
    await onlyTypes(rows, ['MemberRegistered']);
    assert.deepEqual(filterOf(page)['type'], ['MemberRegistered']);
    const box = page.getByRole('combobox', { name: 'Type' });
    await box.fill('OperatorInvited');
    await page.getByRole('option', { name: /^OperatorInvited/ }).click();
    await page.keyboard.press('Escape');
    await onlyTypes(rows, ['MemberRegistered', 'OperatorInvited']);
    await page.reload();
    await onlyTypes(rows, ['MemberRegistered', 'OperatorInvited']);
    await types.getByRole('button', { name: 'MemberRegistered', pressed: true }).click();
    await onlyTypes(rows, ['OperatorInvited']);
  });

  await step(
    'a category, a kind of actor and a day are chosen one after the other, and the counts follow',
    async () => {
      await page.goto('/admin/events');
      const valuesOf = (facet: string) => aside.getByRole('region', { name: facet, exact: true }).getByRole('row');
      await aside
        .getByRole('region', { name: 'Category', exact: true })
        .getByRole('button', { name: 'member', exact: true })
        .click();
      await page.waitForURL((url) => JSON.stringify(filterIn(url)['category']) === '["member"]');
      await until('types of members alone', async () =>
        (await valuesOf('Type').allTextContents()).every((text) => !text.startsWith('Operator')),
      );
      await aside.getByRole('region', { name: 'Kind of actor' }).getByRole('button', { name: 'Member' }).click();
      await page.waitForURL((url) => JSON.stringify(filterIn(url)['kind']) === '["member"]');
      await valuesOf('Day (UTC)').first().getByRole('button').click();
      await page.waitForURL((url) => typeof filterIn(url)['from'] === 'string');
      await rows.nth(1).waitFor();
      const { total } = (await callAs(address, await adminToken(address))(eventsHttp.facets, {
        query: { filter: JSON.stringify(filterOf(page)) },
      })) as { total: number };
      await aside.getByText(`${new Intl.NumberFormat('en').format(total)} events`).waitFor();
    },
  );

  await step('the counts over time are narrowed by the brush, by keys, and by the table behind them', async () => {
    await page.getByRole('button', { name: 'All of the time' }).click();
    await page.waitForURL((url) => filterIn(url)['from'] === undefined);
    const chart = page.getByRole('region', { name: 'Over time' });
    await chart.locator('svg.recharts-surface').first().waitFor();
    // Until the counts of all of the time have come, those of before stand there.
    await expect(chart.locator('[aria-busy="true"]')).toHaveCount(0);
    if ((await chart.getByRole('slider').count()) > 0) {
      await chart.getByRole('slider').first().focus();
      await page.keyboard.press('ArrowRight');
      await chart.getByRole('button', { name: 'Only these' }).click();
      await page.waitForURL((url) => typeof filterIn(url)['from'] === 'string');
      await page.getByRole('button', { name: 'All of the time' }).click();
    }
    await chart.getByRole('button', { name: 'Table' }).click();
    const times = chart.getByRole('region', { name: 'Table of events over time' });
    await times
      .getByRole('button', { name: /^Only / })
      .first()
      .click();
    await page.waitForURL((url) => typeof filterIn(url)['to'] === 'string');
    await chart.getByRole('button', { name: 'Chart' }).click();
  });

  await step('by words that were said in the open one event is found', async () => {
    await page.goto('/admin/events');
    await search(page, mark);
    await onlyTypes(rows, ['OperatorInvited']);
    assert.equal((await positionsOf(rows)).length, 1);
  });

  await step('it is found by a part of a word, and said in which words that was looked for', async () => {
    await search(page, `${mark} Invit`);
    await onlyTypes(rows, ['OperatorInvited']);
    await page
      .getByRole('note')
      .getByText(/“invit” also within .*invited/)
      .waitFor();
    await page
      .getByRole('note')
      .getByText(/What is personal is sealed/)
      .waitFor();
    await search(page, mark);
    await onlyTypes(rows, ['OperatorInvited']);
  });

  await step('a filter is saved under a name, opened by its link by a colleague, and deleted', async () => {
    // What the filter looks for stands in the log by it, and is found there: so it is not the mark.
    await search(page, 'Invit');
    await page.getByRole('button', { name: 'Saved filters' }).click();
    const panel = page.getByRole('dialog', { name: 'Saved filters' });
    await panel.getByRole('textbox', { name: 'Name for what is chosen now' }).fill('Invitations');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await panel.getByRole('button', { name: 'Invitations', exact: true, pressed: true }).waitFor();
    const asAuditor = await open();
    await signInToConsole(asAuditor.page, await makeOperator(product, 'auditor'));
    const { token } = await callAs(address)(operatorsHttp.login, { body: analyst });
    const { filters } = await callAs(address, token)(filtersHttp.own, {});
    const id = filters[0]?.id ?? 'nothing was saved';
    await asAuditor.page.goto(`/admin/events/filters/${id}`);
    await asAuditor.page.waitForURL((url) => filterIn(url)['q'] === 'Invit');
    await asAuditor.page.getByRole('button', { name: 'Saved filters' }).click();
    await asAuditor.page.getByText('None yet.').waitFor();
    await panel.getByRole('button', { name: 'Delete the filter Invitations' }).click();
    await panel.getByText('“Invitations” is deleted').waitFor();
    await page.keyboard.press('Escape');
    await search(page, mark);
    await onlyTypes(rows, ['OperatorInvited']);
    await asAuditor.page.goto(`/admin/events/filters/${id}`);
    await asAuditor.page.getByText('Saved filter not found').waitFor();
    asAuditor.complaints.length = 0;
  });

  await step('its scripts are text, what is personal in it is sealed', async () => {
    await rows.nth(1).click();
    await page.getByRole('heading', { level: 1, name: /^OperatorInvited · \d+$/ }).waitFor();
    const data = page.getByRole('region', { name: 'Data', exact: true });
    await data.getByText('window.hacked').first().waitFor();
    const told = JSON.parse((await data.textContent()) ?? '') as Record<string, unknown>;
    assert.equal(told['reason'], `=1+1 ${SCRIPT} ${mark}`);
    assert.equal(told['name'], '[sealed]');
    await main.getByText(/data\.email/).waitFor();
    assert.equal(await page.evaluate('window.hacked'), undefined);
  });

  await step('back in the list the words stand as they were', async () => {
    await main.getByRole('link', { name: 'All events' }).click();
    await onlyTypes(rows, ['OperatorInvited']);
    assert.equal(await page.getByRole('textbox', { name: 'Words' }).inputValue(), mark);
  });

  await step('half a member’s id is not looked for; of the whole there are pages, older and newer', async () => {
    await page.goto('/admin/events');
    await addFilter(page, 'Member id');
    const field = page.getByRole('textbox', { name: 'Member id' });
    await field.fill(member.id.slice(0, 8));
    await page.getByText('A whole id is needed').waitFor();
    await field.fill(member.id);
    await page.waitForURL((url) => filterIn(url)['member'] === member.id);
    await eachCell(rows, 5, member.id.slice(0, 8));
    const newest = await positionsOf(rows);
    assert.equal(newest.length, PAGE_ROWS);
    await page.getByRole('button', { name: 'Older' }).click();
    await page.waitForURL((url) => filterIn(url)['before'] === newest.at(-1));
    await rows.getByRole('link', { name: String(newest[0]), exact: true }).waitFor({ state: 'detached' });
    const older = await positionsOf(rows);
    assert.ok(BigInt(older[0] ?? 0) < BigInt(newest.at(-1) ?? 0));
    await page.getByRole('button', { name: 'Newer' }).click();
    await rows.getByRole('link', { name: String(newest[0]), exact: true }).waitFor();
    assert.deepEqual(await positionsOf(rows), newest);
  });

  await step('whoever looks for something else begins at the newest', async () => {
    await page.getByRole('button', { name: 'Older' }).click();
    await page.waitForURL((url) => filterIn(url)['before'] !== undefined);
    await types.getByRole('button', { name: 'GenerationRequested' }).click();
    await onlyTypes(rows, ['GenerationRequested']);
    assert.equal(filterOf(page)['before'], undefined);
    assert.equal(filterOf(page)['member'], member.id);
  });

  await step('the prompt with a script in it is sealed', async () => {
    await rows.nth(1).click();
    const data = page.getByRole('region', { name: 'Data', exact: true });
    await data.getByText('"prompt": "[sealed]"').waitFor();
    await main.getByText(/data\.prompt/).waitFor();
    assert.equal(await main.getByText(mark).count(), 0);
  });

  await step('its stream is walked by buttons and by keys', async () => {
    const revision = main.getByText(/at revision \d+/);
    await main.getByText('at revision 0').waitFor();
    const first = page.url();
    assert.ok(await page.getByRole('button', { name: 'Previous' }).isDisabled());
    await page.getByRole('link', { name: 'Next' }).click();
    await main.getByText('at revision 1').waitFor();
    await page.keyboard.press('[');
    await page.waitForURL(first);
    await main.getByText('at revision 0').waitFor();
    await page.keyboard.press(']');
    await main.getByText('at revision 1').waitFor();
    const here = positionIn(page);
    await page.keyboard.press(',');
    await page.waitForURL((url) => BigInt(positionIn(url)) < BigInt(here));
    await page.keyboard.press('.');
    await page.waitForURL((url) => positionIn(url) === here);
    // What the page shows comes after its address.
    await main.getByText('at revision 1').waitFor();
    await expect(revision).toHaveCount(1);
  });

  await step('its stream is replayed step by step, and the address holds the step', async () => {
    const event = page.url();
    await main.getByRole('link', { name: 'Replay it' }).click();
    await main.getByText(/^Step 2 of \d+$/).waitFor();
    await page.keyboard.press('{');
    await main.getByText(/^Step 1 of \d+$/).waitFor();
    await page.waitForURL(/\/events\/streams\/generation-[\w-]+\/0$/);
    await main.getByRole('link', { name: 'GenerationRequested' }).waitFor();
    const state = page.getByRole('region', { name: /^State/ });
    await state.getByText('[sealed]').first().waitFor();
    assert.equal(await state.getByText(mark).count(), 0);
    await page.keyboard.press(']');
    await main.getByRole('link', { name: 'RenderingStarted' }).waitFor();
    assert.ok((await page.getByRole('region', { name: 'What the fact changed' }).getByRole('row').count()) > 1);
    await page.reload();
    await main.getByText(/^Step 2 of \d+$/).waitFor();
    await page.goto(event);
    await main.getByText('at revision 1').waitFor();
  });

  await step('its causes are drawn, and gone through by arrow keys', async () => {
    await page.keyboard.press('[');
    await main.getByText('at revision 0').waitFor();
    const drawing = page.getByRole('group', { name: /^Causes at the left/ });
    await drawing.getByRole('link', { name: /, this event,/ }).focus();
    await drawing.getByRole('img', { name: /^Command: POST \/api\/generation\/generate, request / }).waitFor();
    const isFitted = await page
      .getByRole('region', { name: /^Graph of causes/ })
      .evaluate((region) => region.scrollWidth <= region.clientWidth && region.scrollHeight <= region.clientHeight);
    assert.ok(isFitted, 'the graph is opened in part');
    const focused = () => drawing.locator(':focus > title').textContent();
    const asked = await focused();
    for (let n = 0; n < 20 && !(await focused())?.startsWith('Command: '); n++) await page.keyboard.press('ArrowLeft');
    assert.match((await focused()) ?? '', /^Command: /);
    assert.notEqual(await focused(), asked);
    // What a command brought about stands at its right; between it and a fact may stand who took it up.
    let fact = '';
    for (let n = 0; n < 5 && !fact.startsWith('Fact: '); n++) {
      await page.keyboard.press('ArrowRight');
      fact = (await focused()) ?? '';
    }
    assert.match(fact, /^Fact: /);
    await page.keyboard.press('Enter');
    const type = /^Fact: (\w+)/.exec(fact)?.[1] ?? '';
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${type} · `) }).waitFor();
  });

  await step('the same stands there as a list, each beneath its cause', async () => {
    await page.getByRole('button', { name: 'List', exact: true }).click();
    const list = page.getByRole('list', { name: /^Causes/ });
    await list.getByText('This event').waitFor();
    const items = list.getByRole('listitem');
    assert.match((await items.first().textContent()) ?? '', /^Command/);
    assert.ok((await items.count()) > 2);
  });

  await step('an event leads to all of its stream, and of its correlation', async () => {
    const event = page.url();
    await main.getByRole('link', { name: 'All of this stream' }).click();
    await page.waitForURL((url) => typeof filterIn(url)['stream'] === 'string');
    const stream = String(filterOf(page)['stream']);
    await eachCell(rows, 3, stream.slice(0, stream.indexOf('-') + 9));
    await page.goto(event);
    await main.getByRole('link', { name: 'All of this correlation' }).click();
    await page.waitForURL((url) => typeof filterIn(url)['correlation'] === 'string');
    await rows.nth(3).waitFor();
    const types = await cellsOf(rows, 2);
    for (const type of ['GenerationRequested', 'CreditsHeld', 'GenerationCompleted'])
      assert.ok(types.includes(type), `${type} is not among ${types.join(', ')}`);
  });

  await step('an export has the lines of the list', async () => {
    const listed = await positionsOf(rows);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export NDJSON' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const exported = lines.map(({ id, position }) => String(position ?? id));
    assert.deepEqual(exported, listed.toReversed());
    assert.ok(!text.includes(mark), 'what is sealed was exported');
  });

  await step('times are typed in UTC, and narrow the list on both ends', async () => {
    const times = await cellsOf(rows, 1);
    const [last = '', first = ''] = [times[0], times.at(-1)];
    await addFilter(page, 'From');
    await page.getByLabel('From (UTC)').fill(last.replace(' ', 'T'));
    await page.waitForURL((url) => typeof filterIn(url)['from'] === 'string');
    const left = times.filter((time) => time >= last).length;
    await until(`${left} rows`, async () => (await positionsOf(rows)).length === left);
    await page.getByLabel('From (UTC)').fill('');
    // What is typed is set a moment later, and with it which filters are shown.
    await page.waitForURL((url) => filterIn(url)['from'] === undefined);
    await addFilter(page, 'To');
    await page.getByLabel('To (UTC)').fill(first.replace(' ', 'T'));
    await page.getByText('No event is like that.').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await rows.nth(PAGE_ROWS).waitFor();
    assert.deepEqual(filterOf(page), {});
  });

  await step('who follows sees what a member does arrive by itself', async () => {
    await page.goto(`/admin/events?filter=${encodeURIComponent(JSON.stringify({ member: member.id }))}`);
    await page.evaluate('window.sameDocument = true');
    await page.getByRole('switch', { name: 'Follow' }).or(page.getByLabel('Follow')).check();
    await page.getByText('New events appear here').waitFor();
    const [newest] = await positionsOf(rows);
    await page.mouse.move(0, 0);
    await change(address, member.token, CHANGES);
    await rowAbove(rows, newest);
    assert.equal(await page.evaluate('window.sameDocument'), true);
  });

  await step('while the rows are looked at new ones wait to be asked for', async () => {
    const before = await positionsOf(rows);
    await rows.nth(2).hover();
    await change(address, member.token, CHANGES + 1);
    await page.getByText(/^\d+ new$/).waitFor();
    assert.deepEqual(await positionsOf(rows), before);
    // By the keyboard: a pointer on its way there would leave the rows, and they would come by themselves.
    await page.getByRole('button', { name: 'Show' }).press('Enter');
    await rowAbove(rows, before[0]);
  });

  await step('nobody complained', () => assert.deepEqual(complaints.splice(0), []));
});

const filterIn = (url: URL): Record<string, unknown> =>
  JSON.parse(url.searchParams.get('filter') ?? '{}') as Record<string, unknown>;
const filterOf = (page: Page) => filterIn(new URL(page.url()));
const positionIn = (place: Page | URL): string =>
  /\/events\/(\d+)\/show/.exec('pathname' in place ? place.pathname : place.url())?.[1] ?? '0';

/** Of every row but the head's, the text in a column. */
async function cellsOf(rows: Locator, column: number): Promise<string[]> {
  await rows.locator('td a').first().waitFor();
  return rows.locator(`td:nth-child(${column + 1})`).allTextContents();
}

const positionsOf = (rows: Locator): Promise<string[]> => cellsOf(rows, 0);

const inOrder = (positions: readonly string[]): string[] =>
  positions.toSorted((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1));

/** Until every row says this in that column, and there is one. */
const eachCell = (rows: Locator, column: number, said: string): Promise<void> =>
  until(`a column of ${said}`, async () => (await cellsOf(rows, column)).every((cell) => cell.includes(said)));

/** Until the rows are of these types, of each at least one, and no others. */
const onlyTypes = (rows: Locator, types: readonly string[]): Promise<void> =>
  until(`rows of ${types.join(' and ')}`, async () => {
    const shown = [...new Set(await cellsOf(rows, 2))].toSorted();
    return JSON.stringify(shown) === JSON.stringify(types.toSorted());
  });

/** Until a row newer than this stands at the top. */
const rowAbove = (rows: Locator, position: string | undefined): Promise<void> =>
  until(`a row above ${position}`, async () => {
    const [top] = await positionsOf(rows);
    return BigInt(top ?? 0) > BigInt(position ?? 0);
  });

const until = (what: string, holds: () => Promise<boolean>): Promise<void> =>
  expect.poll(holds, { message: what, intervals: [LOOK_EVERY_MS] }).toBe(true);

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Words' }).fill(words);
  await page.waitForURL((url) => filterIn(url)['q'] === words);
}

async function addFilter(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page
    .getByRole('menuitemcheckbox', { name, exact: true })
    .or(page.getByRole('menuitem', { name, exact: true }))
    .click();
  await page.keyboard.press('Escape');
}

/** Something small that a member does, different from the time before. */
const change = (address: string, token: string, n: number): Promise<unknown> =>
  callAs(address, token)(membersHttp.updatePreferences, { body: { defaultResolution: n % 2 === 0 ? '2K' : '1K' } });
