import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { HOSTILE, FORMULA, SCRIPT } from './hostile.ts';
import { adminToken, makeOperator } from './operators.ts';
import { newMember, register } from './people.ts';
import { generate } from './pictures.ts';
import type { Product } from './product.ts';
import { ask } from './wire.ts';

const MANY = 50;
const DONE_WITHIN_MS = 60_000;

/** Calls by the first admin. */
type Ask = (path: string, body?: object, method?: 'GET' | 'POST' | 'PUT') => Promise<unknown>;

/** Something to look at on every page of the console, with what its own stories leave there: script in every text. */
export async function fillConsole(product: Product): Promise<void> {
  const { address } = product;
  const token = await adminToken(address);
  const asAdmin: Ask = (path, body, method = 'POST') => ask(address, path, body, token, method);
  const { id: support } = await makeOperator(product, 'support');
  await people(product, asAdmin);
  await messages(asAdmin, support);
  await ledgerAndEvents(address, asAdmin);
  await rebuilt(asAdmin);
  await testMode(asAdmin);
  await audited(asAdmin);
}

async function people(product: Product, asAdmin: Ask): Promise<void> {
  await makeOperator(product, 'auditor');
  const { id } = await makeOperator(product, 'analyst');
  const { version } = (await asAdmin(`/api/admin/operators/${id}`, undefined, 'GET')) as { version: number };
  const gone = { version, status: 'disabled', reason: 'Has left us' };
  await asAdmin(`/api/admin/operators/${id}`, gone, 'PUT');
  const invited = {
    email: `script-${randomBytes(4).toString('hex')}@example.org`,
    name: SCRIPT,
    role: 'support',
    reason: `=1+1 ${SCRIPT}`,
  };
  await asAdmin('/api/admin/operators', invited);
}

async function messages(asAdmin: Ask, support: string): Promise<void> {
  const sent = async (subject: string, type: string, content: string) => {
    const reply = await asAdmin('/api/admin/messages', {
      message_type: type,
      sender_name: content.slice(0, 120),
      sender_email: 'writer@example.org',
      subject,
      message_content: content,
      source_page: '/contact',
    });
    return (reply as { id: string }).id;
  };
  const ids: string[] = [];
  for (let n = 0; n < MANY; n++) ids.push(await sent(`Where is number ${n}?`, 'contact', 'Where is it?'));
  const changes = ids.map((id, n) => {
    if (n < 10) return { id, version: 0, status: 'resolved' };
    if (n < 15) return { id, version: 0, status: 'spam' };
    return { id, version: 0, status: 'in_progress', priority: 'high', assignee: support };
  });
  const { results } = (await asAdmin('/api/admin/messages/triage', { changes })) as { results: { ok: boolean }[] };
  assert.ok(results.every(({ ok }) => ok));
  for (const type of ['feature', 'bug']) await sent(`${HOSTILE} ${type}`, type, HOSTILE);
  const answered = await sent(`${HOSTILE} contact`, 'contact', HOSTILE);
  const noted = { version: 0, priority: 'medium', status: 'read', reason: 'Called by phone' };
  const { version } = (await asAdmin(`/api/admin/messages/${answered}`, noted, 'PUT')) as { version: number };
  await asAdmin(`/api/admin/messages/${answered}/reply`, { version, text: 'It is <b>on its way</b>.' });
}

async function ledgerAndEvents(address: string, asAdmin: Ask): Promise<void> {
  const { id, token } = await register(address, { ...newMember(), firstName: SCRIPT.slice(0, 50) });
  await asAdmin(`/api/admin/members/${id}/credits`, { amount: 12.5, reason: FORMULA });
  await generate(address, token, { prompt: SCRIPT });
}

async function rebuilt(asAdmin: Ask): Promise<void> {
  const path = '/api/admin/projections/gallery';
  await asAdmin(`${path}/pause`, { reason: 'The disk is full' });
  await asAdmin(`${path}/resume`, { reason: 'The disk has room again' });
  await asAdmin(`${path}/rebuild`, { reason: 'A drill' });
  const status = async () => {
    const { runs } = (await asAdmin(path, undefined, 'GET')) as { runs: { status: string }[] };
    return runs[0]?.status;
  };
  await expect.poll(status, { message: 'the rebuild', timeout: DONE_WITHIN_MS }).toBe('swapped');
}

async function testMode(asAdmin: Ask): Promise<void> {
  const path = '/api/admin/settings/checkout';
  for (const testMode of [true, false]) {
    const { version } = (await asAdmin(path, undefined, 'GET')) as { version: number };
    await asAdmin(path, { version, testMode, reason: 'We try the shop' }, 'PUT');
  }
}

async function audited(asAdmin: Ask): Promise<void> {
  const { id } = (await asAdmin('/api/admin/audits', { reason: 'The month is over' })) as { id: string };
  const status = async () =>
    ((await asAdmin(`/api/admin/audits/${id}`, undefined, 'GET')) as { status: string }).status;
  await expect.poll(status, { message: 'the audit', timeout: DONE_WITHIN_MS }).toBe('clean');
}
