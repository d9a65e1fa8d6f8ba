import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { mailsTo } from './mailbox.ts';

export interface Operator {
  email: string;
  password: string;
}

/** The first operator of the product that the stories run on. */
export const firstAdmin: Operator = {
  email: process.env.E2E_ADMIN_EMAIL ?? 'admin@easel.local',
  password: process.env.E2E_ADMIN_PASSWORD ?? 'the first operator',
};

/** By the console's own form; ends on its dashboard. */
export async function signInToConsole(page: Page, { email, password }: Operator): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/admin/dashboard');
}

/** Invited by the first admin and accepted by the link in the mail, both by the API: for stories about something else. */
export async function makeOperator(
  address: string,
  role: 'admin' | 'support' | 'analyst' | 'auditor',
): Promise<Operator> {
  const name = `${role} ${crypto.randomUUID().slice(0, 8)}`;
  const operator = { email: `${name.replace(' ', '-')}@example.org`, password: 'a password to remember' };
  const { token } = (await post(address, '/api/admin/login', firstAdmin)) as { token: string };
  await post(address, '/api/admin/operators', { email: operator.email, name, role, reason: 'a story' }, token);
  await post(address, '/api/admin/invitations/accept', {
    token: await mailedToken(address, operator.email),
    password: operator.password,
  });
  return operator;
}

const MAIL_WITHIN_MS = 10_000;

/** Of the newest invitation that was mailed there. */
export async function mailedToken(address: string, email: string): Promise<string> {
  const deadline = Date.now() + MAIL_WITHIN_MS;
  while (Date.now() < deadline) {
    const mails = await mailsTo(address, email);
    const token = mails.map(({ text }) => /\/admin\/invitation#token=([\w-]+)/.exec(text)?.[1]).find(Boolean);
    if (token) return token;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No invitation was mailed to ${email}`);
}

async function post(address: string, path: string, body: object, token?: string): Promise<unknown> {
  const reply = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  assert.ok(reply.ok, `${path}: ${reply.status} ${await reply.clone().text()}`);
  return reply.json();
}
