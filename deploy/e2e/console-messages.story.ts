import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { messagesHttp, type MessageRecord } from '@easel/contracts/messages/http';
import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { firstAdmin } from './first-admin.ts';
import { HOSTILE } from './hostile.ts';
import { mailed } from './mailbox.ts';
import { adminToken, makeOperator, signInToConsole } from './operators.ts';
import { callAs } from './wire.ts';

const MANY = 50;

/** Three forms sent, the inbox cleared by keyboard and in bulk, an answer mailed, and two colleagues at one message. */
test('the console: messages', { tag: '@gate' }, async ({ open, product }) => {
  const { address } = product;
  const { page, complaints, expectRefusal } = await open();
  const mark = randomBytes(4).toString('hex');
  const subjects = ['feature', 'bug', 'contact'].map((type) => `${HOSTILE} ${type} ${mark}`);
  const [, , contact = ''] = subjects;
  const writer = `writer-${mark}@example.org`;
  const operator = await makeOperator(product, 'support');
  const list = page.getByRole('region', { name: 'Messages', exact: true });
  const search = page.getByRole('searchbox', { name: 'Search' });
  const told = page.getByRole('status');
  const rows = list.getByRole('link');

  await step('a visitor sends the three forms, with script, drawing and formula in every field', async () => {
    const visitor = await open();
    await sendForms(visitor.page, subjects, writer);
    assert.deepEqual(visitor.complaints, []);
  });

  await step('in the list they are text and nothing else', async () => {
    await signInToConsole(page, operator);
    await page.getByRole('menuitem', { name: /^Messages \d+ unread$/ }).click();
    await search.fill(mark);
    await page.waitForURL((url) => filterOf(url)['q'] === mark);
    await page.getByText('1-3 of 3').waitFor();
    for (const subject of subjects) await rows.filter({ hasText: subject }).waitFor();
    await isInert(page);
  });

  await step('on the board they are, too', async () => {
    await page.getByRole('link', { name: 'Board' }).click();
    const unread = page.getByRole('region', { name: /^Unread/ });
    for (const subject of subjects) await unread.getByRole('link', { name: subject, exact: true }).waitFor();
    await isInert(page);
  });

  await step('a card is dragged to another column, taken back, and moved by the keyboard', async () => {
    const card = (column: RegExp) => page.getByRole('region', { name: column }).getByRole('link', { name: contact });
    await card(/^Unread/).hover();
    await page.mouse.down();
    await page.getByRole('region', { name: /^In progress/ }).hover({ position: { x: 100, y: 150 } });
    await page.getByRole('region', { name: /^In progress/ }).hover({ position: { x: 100, y: 160 } });
    await page.mouse.up();
    await card(/^In progress/).waitFor();
    await told.filter({ hasText: '1 message: in progress' }).getByRole('button', { name: 'Undo' }).click();
    await card(/^Unread/).waitFor();
    await told.filter({ hasText: 'Taken back: 1 message' }).waitFor();
    await card(/^Unread/).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await card(/^Read/).waitFor();
    await told.filter({ hasText: '1 message: read' }).waitFor();
    await page.locator(':focus', { hasText: `contact ${mark}` }).waitFor();
  });

  await step('on its page it is text, and the answer reaches the writer by mail', async () => {
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: contact }).waitFor();
    await page.getByRole('region', { name: 'What was written' }).getByText(HOSTILE).waitFor();
    await isInert(page);
    assert.equal(await page.getByRole('link', { name: writer }).getAttribute('href'), `mailto:${writer}`);
    await page.getByLabel('Reply', { exact: true }).fill(`Dear writer,\n\nit is <b>on its way</b>. ${mark}`);
    await page.reload();
    const reply = page.getByLabel('Reply', { exact: true });
    await reply.waitFor();
    assert.match(await reply.inputValue(), new RegExp(mark), 'the draft outlives a reload');
    await reply.press('Control+Enter');
    await page.getByText('Answered by mail').waitFor();
    assert.equal(await reply.inputValue(), '');
    const mail = await mailed(product, writer, ([newest]) => newest);
    assert.match(mail.text, /it is <b>on its way<\/b>/);
    assert.doesNotMatch(mail.html, /<script|<svg|<img|<b>on/i);
    assert.match(mail.subject, /^Re: =HYPERLINK/);
  });

  await step(
    'on its page keys change it, one change after another is taken back, and a note alone is kept',
    async () => {
      await page.getByRole('heading', { level: 2, name: contact }).click();
      await page.keyboard.press('3');
      await told.filter({ hasText: '1 message: high priority' }).waitFor();
      await page.keyboard.press('m');
      await told.filter({ hasText: '1 message: yours' }).waitFor();
      await page.keyboard.press('z');
      await page.getByRole('combobox', { name: 'Assignee' }).filter({ hasText: 'Nobody' }).waitFor();
      await page.getByRole('combobox', { name: 'Priority' }).filter({ hasText: 'High' }).waitFor();
      await told.filter({ hasText: 'Taken back: 1 message' }).waitFor();
      await page.keyboard.press('z');
      await page.getByRole('combobox', { name: 'Priority' }).filter({ hasText: 'Normal' }).waitFor();
      await page.getByLabel('Note for colleagues').fill('Called by phone');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Note: Called by phone').waitFor();
    },
  );

  await step('what was answered is not open any more, and is found by the words of the answer', async () => {
    await page.goto('/admin/messages');
    await page.getByRole('combobox', { name: 'Open or closed' }).filter({ hasText: 'Open' }).waitFor();
    await search.fill(`on its way ${mark}`);
    await page.getByText('No message is like this').waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await search.fill(`on its way ${mark}`);
    await rows.filter({ hasText: contact }).waitFor();
    await page.getByRole('link', { name: contact }).first().click();
  });

  const seed = `seed ${mark}`;
  await step(
    `${MANY} messages arrive: they are told of, and nothing on the screen moves until they are asked for`,
    async () => {
      await page.getByRole('link', { name: 'All messages' }).click();
      await search.fill(seed);
      await page.waitForURL((url) => filterOf(url)['q'] === seed);
      await page.getByText('No message is like this').waitFor();
      for (let n = 0; n < MANY; n++) {
        await submit(address, { subject: `${seed} ${String(n).padStart(2, '0')}`, sender_email: writer });
      }
      const news = page.getByRole('button', { name: /new messages?$/ });
      await news.filter({ hasText: '20 or more' }).waitFor();
      assert.equal(await rows.count(), 0);
      await news.click();
      await rows.first().waitFor();
    },
  );

  await step(`an operator triages the ${MANY} by keyboard and in bulk`, async () => {
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Unread' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Unread');
    await page.getByRole('combobox', { name: /Rows per page/ }).click();
    await page.getByRole('option', { name: '50' }).click();
    await list.getByText(`${seed} 00`).waitFor();
    await expect(rows).toHaveCount(MANY);

    // Twenty are resolved: one selected, the others while moving.
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    for (let n = 1; n < 20; n++) await page.keyboard.press('Shift+J');
    await page.getByText('20 selected').waitFor();
    await page.keyboard.press('e');
    await told.filter({ hasText: '20 messages: resolved' }).waitFor();
    await expect(rows).toHaveCount(MANY - 20);
    // That was too many: they come back.
    await page.keyboard.press('z');
    await told.filter({ hasText: 'Taken back: 20 messages' }).waitFor();
    await expect(rows).toHaveCount(MANY);

    // Ten by a range.
    await page.keyboard.press('Home');
    await page.keyboard.press('x');
    for (let n = 0; n < 9; n++) await page.keyboard.press('j');
    await page.keyboard.press('Shift+X');
    await page.getByText('10 selected').waitFor();
    await page.keyboard.press('e');
    await told.filter({ hasText: '10 messages: resolved' }).waitFor();
    // Five one by one.
    for (let n = 0; n < 5; n++) {
      await page.keyboard.press('s');
      await told.filter({ hasText: '1 message: spam' }).waitFor();
      await rows.nth(MANY - 10 - n - 1).waitFor({ state: 'detached' });
      await told.getByText('1 message: spam').waitFor();
    }
    // The rest in bulk.
    await page.getByRole('button', { name: 'Select page' }).click();
    await page.getByText('35 selected').waitFor();
    const selected = page.getByRole('group', { name: 'Selected messages' });
    await selected.getByRole('button', { name: 'Priority' }).click();
    await page.getByRole('menuitem', { name: 'High' }).click();
    await told.filter({ hasText: '35 messages: high priority' }).waitFor();
    await page.keyboard.press('a');
    await page.getByText('35 selected').waitFor();
    await page.keyboard.press('m');
    await told.filter({ hasText: '35 messages: yours' }).waitFor();
    await page.keyboard.press('a');
    await page.getByText('35 selected').waitFor();
    await page.keyboard.press('i');
    await told.filter({ hasText: '35 messages: in progress' }).waitFor();
    await page.getByText('No message is like this').waitFor();

    const triaged = await listed(address, { q: seed });
    const count = (is: (message: MessageRecord) => boolean) => triaged.filter(is).length;
    assert.equal(
      count(({ status }) => status === 'resolved'),
      10,
    );
    assert.equal(
      count(({ status }) => status === 'spam'),
      5,
    );
    assert.equal(
      count(({ status, priority, assignee }) => status === 'in_progress' && priority === 'high' && assignee !== null),
      35,
    );
  });

  await step('a filter is saved, and is still there after a new sign-in', async () => {
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.waitForURL((url) => Object.keys(filterOf(url)).length === 0);
    await page.getByRole('combobox', { name: 'Assignee' }).click();
    await page.getByRole('option', { name: 'Me', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => JSON.stringify(filterOf(url)['assignee']) === '["me"]');
    await page.getByRole('button', { name: 'Saved filters' }).click();
    const saved = page.getByRole('dialog', { name: 'Saved filters' });
    await saved.getByLabel('Name for what is chosen now').fill('On my desk');
    await saved.getByRole('button', { name: 'Save' }).click();
    await saved.getByRole('button', { name: 'On my desk', exact: true }).waitFor();
    const later = await open();
    await signInToConsole(later.page, operator);
    await later.page.goto('/admin/messages');
    await later.page.getByRole('button', { name: 'Saved filters' }).click();
    await later.page.getByRole('button', { name: 'On my desk', exact: true }).click();
    await later.page.waitForURL((url) => JSON.stringify(filterOf(url)['assignee']) === '["me"]');
    await later.page.getByText('1–25 of 35').or(later.page.getByText('1-25 of 35')).waitFor();
    assert.deepEqual(later.complaints, []);
    await page.keyboard.press('Escape');
  });

  await step('of two at one message the later sees what the other did, and applies on top of it', async () => {
    const [target] = await listed(address, { q: seed, status: 'in_progress' });
    assert.ok(target);
    const path = `/admin/messages/${target.id}/show`;
    expectRefusal(`/api/admin/messages/${target.id}/reply`);
    const colleague = await open();
    await signInToConsole(colleague.page, firstAdmin);
    await Promise.all([page.goto(path), colleague.page.goto(path)]);
    const priority = (at: Page) => at.getByRole('combobox', { name: 'Priority' });
    await Promise.all([priority(page).waitFor(), priority(colleague.page).waitFor()]);
    await page.getByLabel('Reply', { exact: true }).fill('Typed while another was faster.');
    await priority(page).click();
    await page.getByRole('option', { name: 'Normal' }).click();
    await page.getByLabel('Note for colleagues').fill('Not that urgent');

    await priority(colleague.page).click();
    await colleague.page.getByRole('option', { name: 'Medium' }).click();
    await colleague.page.getByLabel('Note for colleagues').fill('Called by phone');
    await colleague.page.getByRole('button', { name: 'Save' }).click();
    await colleague.page.getByText('Because: Called by phone').waitFor();

    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this message meanwhile.' });
    await conflict.getByText('Priority: High → Medium').waitFor();
    await conflict.getByText('Called by phone').waitFor();
    await conflict.getByText('Note: Not that urgent').waitFor();
    assert.equal((await one(address, target.id)).priority, 'medium');
    assert.equal(await page.getByLabel('Reply', { exact: true }).inputValue(), 'Typed while another was faster.');
    await conflict.getByRole('button', { name: 'Apply mine on top' }).click();
    await page.getByText('Because: Not that urgent').waitFor();
    await conflict.waitFor({ state: 'detached' });
    assert.equal((await one(address, target.id)).priority, 'normal');

    // And the same for an answer.
    await colleague.page.getByRole('button', { name: 'Seen' }).click();
    await priority(colleague.page).click();
    await colleague.page.getByRole('option', { name: 'High' }).click();
    await colleague.page.getByRole('button', { name: 'Save' }).click();
    await colleague.page.getByText('Priority: Normal → High').first().waitFor();
    await page.getByLabel('Reply', { exact: true }).press('Control+Enter');
    await conflict.getByText('Your answer was not sent. It is kept below.').waitFor();
    assert.equal(await page.getByLabel('Reply', { exact: true }).inputValue(), 'Typed while another was faster.');
    await conflict.getByRole('button', { name: 'Send it nevertheless' }).click();
    await page.getByText('Answered by mail').waitFor();
    assert.equal((await one(address, target.id)).status, 'replied');
    assert.deepEqual(colleague.complaints, []);
  });

  await step('in bulk, what somebody else has changed stays selected and says who it was', async () => {
    await page.goto(`/admin/messages?filter=${encodeURIComponent(JSON.stringify({ q: seed, status: ['resolved'] }))}`);
    await rows.nth(9).waitFor();
    await page.goto(
      `/admin/messages?filter=${encodeURIComponent(JSON.stringify({ q: seed, status: ['in_progress'] }))}`,
    );
    await rows.first().waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+J');
    await page.getByText('2 selected').waitFor();
    const subject = await rows.first().innerText();
    const [taken] = await listed(address, { q: subject });
    assert.ok(taken);
    const spam = { params: { id: taken.id }, body: { version: taken.version, status: 'spam' as const } };
    await callAs(address, await adminToken(address))(messagesHttp.triage, spam);
    await page.keyboard.press('e');
    await told.filter({ hasText: '1 message: resolved · 1 message not changed' }).waitFor();
    const trouble = page.getByRole('alert').filter({ hasText: subject });
    await trouble.getByText('Status: In progress → Spam').waitFor();
    await page.getByText('1 selected').waitFor();
  });

  await step('? lists the keys', async () => {
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Undo the last change, then the one before').waitFor();
    await page.keyboard.press('Escape');
  });

  await step('the console had nothing to complain of', () => assert.deepEqual(complaints.splice(0), []));
});

async function sendForms(page: Page, subjects: readonly string[], email: string): Promise<void> {
  const [feature = '', bug = '', contact = ''] = subjects;
  await page.goto('/report-feature');
  await page.getByLabel('Title').fill(feature);
  await page.getByLabel('Description').fill(HOSTILE);
  await page.getByLabel('Name (optional)').fill(HOSTILE.slice(0, 120));
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Feature request submitted successfully!').waitFor();
  await page.goto('/report-bug');
  await page.getByLabel('Title').fill(bug);
  await page.getByLabel('Description').fill(HOSTILE);
  await page.getByLabel('Browser (optional)').fill(HOSTILE.slice(0, 120));
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Bug report submitted successfully!').waitFor();
  await page.goto('/contact');
  await page.getByLabel('Name').fill(HOSTILE.slice(0, 120));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Subject').fill(contact);
  await page.getByLabel('Message').fill(HOSTILE);
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('Message sent successfully!').waitFor();
}

async function isInert(page: Page): Promise<void> {
  assert.equal(await page.evaluate('window.struck'), undefined);
  assert.equal(await page.locator('main script, main img, main [onload], main [onerror]').count(), 0);
}

function filterOf(url: URL): Record<string, unknown> {
  return JSON.parse(url.searchParams.get('filter') ?? '{}') as Record<string, unknown>;
}

const submit = (address: string, more: { subject: string; sender_email: string }): Promise<unknown> =>
  callAs(address)(messagesHttp.submit, {
    body: {
      message_type: 'contact',
      sender_name: 'Ada Byron',
      message_content: 'Where is it?',
      source_page: '/contact',
      ...more,
    },
  });

async function listed(address: string, filter: object): Promise<MessageRecord[]> {
  const query = { range: '[0,99]', filter: JSON.stringify(filter) };
  return callAs(address, await adminToken(address))(messagesHttp.list, { query });
}

async function one(address: string, id: string): Promise<MessageRecord> {
  return callAs(address, await adminToken(address))(messagesHttp.one, { params: { id } });
}
