import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { accountHttp } from '@easel/contracts/account/http';
import { utcMonth } from '@easel/contracts/account/policy';
import { auditHttp } from '@easel/contracts/audit/http';
import { chatHttp } from '@easel/contracts/chat/http';
import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { monthAfter } from '@easel/contracts/competitions/policy';
import { curatorsHttp } from '@easel/contracts/curators/http';
import { SECTION_NAME_MAX } from '@easel/contracts/curators/policy';
import type { Client } from '@easel/contracts/kernel/client/client';
import { membersHttp } from '@easel/contracts/members/http';
import { messagesHttp } from '@easel/contracts/messages/http';
import type { MessageType } from '@easel/contracts/messages/policy';
import { operationsHttp } from '@easel/contracts/operations/http';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { orderActionsHttp } from '@easel/contracts/orders/actions.http';
import { ordersHttp } from '@easel/contracts/orders/http';
import { centred } from '@easel/contracts/products/placement';
import { checkoutHttp } from '@easel/contracts/settings/checkout.http';
import { telemetryHttp } from '@easel/contracts/telemetry/http';
import { PAGE_MEASURED, VISIT_BEGUN } from '@easel/contracts/telemetry/policy';
import { expect } from '@playwright/test';
import { HOSTILE, FORMULA, SCRIPT } from './hostile.ts';
import { adminToken, makeOperator } from './operators.ts';
import { newMember, register } from './people.ts';
import { generate } from './pictures.ts';
import type { Product } from './product.ts';
import { callAs } from './wire.ts';

const MANY = 50;
const DONE_WITHIN_MS = 60_000;

/** Something to look at on every page of the console, with what its own stories leave there: script in every text. */
export async function fillConsole(product: Product): Promise<void> {
  const { address } = product;
  const asAdmin = callAs(address, await adminToken(address));
  const { id: support } = await makeOperator(product, 'support');
  await people(product, asAdmin);
  await messages(asAdmin, support);
  await conversation(address);
  await measured(asAdmin);
  await ledgerAndEvents(address, asAdmin);
  await rebuilt(asAdmin);
  await testMode(asAdmin);
  await orders(address, asAdmin);
  await audited(asAdmin);
  await challenges(asAdmin);
  await curators(address, asAdmin);
}

/** One who is appointed, and one whose appointment has ended. */
async function curators(address: string, asAdmin: Client['call']): Promise<void> {
  const [shown, former] = [await register(address), await register(address)];
  const asCurator = callAs(address, shown.token);
  const name = `curator-${randomBytes(3).toString('hex')}`;
  await asCurator(membersHttp.updatePublicProfile, { body: { name, shown: true } });
  const appoint = ({ id }: { id: string }, curator: boolean) =>
    asAdmin(curatorsHttp.appoint, { params: { id }, body: { curator, reason: 'a fine eye' } });
  await appoint(former, true);
  await appoint(former, false);
  await appoint(shown, true);
  await asCurator(curatorsHttp.describeSection, { body: { name: SCRIPT.slice(0, SECTION_NAME_MAX), text: HOSTILE } });
}

/** One that is open, and one that is prepared. */
async function challenges(asAdmin: Client['call']): Promise<void> {
  const running = utcMonth(new Date());
  const words = { theme: SCRIPT.slice(0, 80), description: HOSTILE };
  await asAdmin(competitionsConsoleHttp.prepare, { body: { kind: 'tshirt', month: running, ...words } });
  await asAdmin(competitionsConsoleHttp.prepare, { body: { kind: 'poster', month: monthAfter(running), ...words } });
}

async function people(product: Product, asAdmin: Client['call']): Promise<void> {
  await makeOperator(product, 'auditor');
  const { id } = await makeOperator(product, 'analyst');
  const { version } = await asAdmin(operatorsHttp.one, { params: { id } });
  const gone = { version, status: 'disabled', reason: 'Has left us' } as const;
  await asAdmin(operatorsHttp.change, { params: { id }, body: gone });
  const invited = {
    email: `script-${randomBytes(4).toString('hex')}@example.org`,
    name: SCRIPT,
    role: 'support',
    reason: `=1+1 ${SCRIPT}`,
  } as const;
  await asAdmin(operatorsHttp.invite, { body: invited });
}

async function messages(asAdmin: Client['call'], support: string): Promise<void> {
  const sent = async (subject: string, type: MessageType, content: string) => {
    const body = {
      message_type: type,
      sender_name: content.slice(0, 120),
      sender_email: 'writer@example.org',
      subject,
      message_content: content,
      source_page: '/contact',
    };
    return (await asAdmin(messagesHttp.submit, { body })).id;
  };
  const ids: string[] = [];
  for (let n = 0; n < MANY; n++) ids.push(await sent(`Where is number ${n}?`, 'contact', 'Where is it?'));
  const changes = ids.map((id, n) => {
    if (n < 10) return { id, version: 0, status: 'resolved' as const };
    if (n < 15) return { id, version: 0, status: 'spam' as const };
    return { id, version: 0, status: 'in_progress' as const, priority: 'high' as const, assignee: support };
  });
  const { results } = await asAdmin(messagesHttp.triageMany, { body: { changes } });
  assert.ok(results.every(({ ok }) => ok));
  for (const type of ['feature', 'bug'] as const) await sent(`${HOSTILE} ${type}`, type, HOSTILE);
  const answered = await sent(`${HOSTILE} contact`, 'contact', HOSTILE);
  const params = { id: answered };
  const noted = { version: 0, priority: 'medium', status: 'read', reason: 'Called by phone' } as const;
  const { version } = await asAdmin(messagesHttp.triage, { params, body: noted });
  await asAdmin(messagesHttp.reply, { params, body: { version, text: 'It is <b>on its way</b>.' } });
}

/** A question that has an answer, and one that has none. */
async function conversation(address: string): Promise<void> {
  const { token } = await register(address);
  const asMember = callAs(address, token);
  const sessionId = `nova_${Date.now()}_filled`;
  const about = { sessionId, userAgent: SCRIPT, category: 'help', tags: ['widget'] };
  const { conversationId } = await asMember(chatHttp.start, { body: about });
  const ids = { conversationId, sessionId };
  let at = Date.now();
  const say = (messageType: 'user' | 'nova', content: string, topic: string | null = null) => {
    const suggestions = messageType === 'nova' ? ['Change my password', SCRIPT] : [];
    const timestamp = new Date(at++).toISOString();
    return asMember(chatHttp.message, {
      body: { ...ids, messageType, content, timestamp, metadata: { suggestions, topic } },
    });
  };
  await say('user', 'How do I change my password?');
  await say('nova', HOSTILE, 'account.password');
  await say('user', HOSTILE);
  await say('nova', 'I do not know.\nWould you like to write to us?');
  await asMember(chatHttp.end, { body: { ...ids, totalMessages: 4 } });
}

/** A visit, and a page that came fast and one that did not. */
async function measured(call: Client['call']): Promise<void> {
  const view = { build: 'AbCd1234', navigation: 'navigate', connection: '4g', longTasks: [1200] };
  const slowResources = [{ resource: '/api/gallery', kind: 'fetch', ms: 2400 }];
  const views = [
    { ...view, page: '/search', vitals: { lcp: { value: 900 } }, slowResources: [] },
    { ...view, page: '/generator', vitals: { lcp: { value: 5200 } }, slowResources },
  ];
  const events = [
    { event_type: VISIT_BEGUN, event_data: { landing: '/search', referrerHost: null } },
    ...views.map((event_data) => ({ event_type: PAGE_MEASURED, event_data })),
  ];
  assert.equal((await call(telemetryHttp.track, { body: { events } })).recorded, events.length);
}

async function ledgerAndEvents(address: string, asAdmin: Client['call']): Promise<void> {
  const { id, token } = await register(address, { ...newMember(), firstName: SCRIPT.slice(0, 50) });
  await asAdmin(accountHttp.grant, { params: { id }, body: { amount: 12.5, reason: FORMULA } });
  await generate(address, token, { prompt: SCRIPT });
}

async function rebuilt(asAdmin: Client['call']): Promise<void> {
  const params = { id: 'gallery' };
  await asAdmin(operationsHttp.pause, { params, body: { reason: 'The disk is full' } });
  await asAdmin(operationsHttp.resume, { params, body: { reason: 'The disk has room again' } });
  await asAdmin(operationsHttp.rebuild, { params, body: { reason: 'A drill' } });
  const status = async () => (await asAdmin(operationsHttp.one, { params })).runs[0]?.status;
  await expect.poll(status, { message: 'the rebuild', timeout: DONE_WITHIN_MS }).toBe('swapped');
}

async function testMode(asAdmin: Client['call']): Promise<void> {
  for (const testMode of [true, false]) {
    const { version } = await asAdmin(checkoutHttp.settings, {});
    await asAdmin(checkoutHttp.toggle, { body: { version, testMode, reason: 'We try the shop' } });
  }
}

/** Places two mugs with the member's own picture, paid and with a note of support, and an order that is not paid. */
async function orders(address: string, asAdmin: Client['call']): Promise<void> {
  const { token, email } = await register(address);
  const asMember = callAs(address, token);
  const { id: generationId, variants } = await generate(address, token, { prompt: 'A lighthouse at dusk' });
  const variantId = variants[0]?.id ?? '';
  const mugs = { kind: 'product', id: 'mugs', generationId, variantId, productId: 'mug', quantity: 2 } as const;
  const body = {
    customerName: SCRIPT,
    customerEmail: email,
    items: [{ ...mugs, placement: centred }],
    shipping_address: { street: HOSTILE, city: 'London', zipCode: 'SW1Y 4JH', country: 'United Kingdom' },
    delivery_method: 'standard' as const,
    test_mode: false,
  };
  const placed = async () => (await asMember(ordersHttp.place, { body: { ...body, id: `ORD-${Date.now()}` } })).order;
  await placed();
  const params = { id: (await placed()).id };
  await asMember(ordersHttp.pay, { params, body: { paymentMethod: 'pm_card_visa' } });
  await asAdmin(orderActionsHttp.note, { params, body: { note: HOSTILE } });
}

async function audited(asAdmin: Client['call']): Promise<void> {
  const { id } = await asAdmin(auditHttp.start, { body: { reason: 'The month is over' } });
  const status = async () => (await asAdmin(auditHttp.one, { params: { id } })).status;
  await expect.poll(status, { message: 'the audit', timeout: DONE_WITHIN_MS }).toBe('clean');
}
