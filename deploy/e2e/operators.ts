import type { Page } from 'playwright-core';
import { firstAdmin, type Operator } from './first-admin.ts';
import { mailed } from './mailbox.ts';
import type { Product } from './product.ts';
import { ask } from './wire.ts';

/** By the console's own form; ends on its dashboard. */
export async function signInToConsole(page: Page, { email, password }: Operator): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/admin/dashboard');
}

/** Of the first admin, for calls by the wire. */
export async function adminToken(address: string): Promise<string> {
  const { token } = (await ask(address, '/api/admin/login', firstAdmin)) as { token: string };
  return token;
}

/** Invited by the first admin and accepted by the link in the mail, both by the API: for stories about something else. */
export async function makeOperator(
  product: Product,
  role: 'admin' | 'support' | 'analyst' | 'auditor',
): Promise<Operator & { id: string }> {
  const { address } = product;
  const name = `${role} ${crypto.randomUUID().slice(0, 8)}`;
  const operator = { email: `${name.replace(' ', '-')}@example.org`, password: 'a password to remember' };
  const token = await adminToken(address);
  await ask(address, '/api/admin/operators', { email: operator.email, name, role, reason: 'a story' }, token);
  const invitation = await mailedToken(product, operator.email);
  const joined = await ask(address, '/api/admin/invitations/accept', {
    token: invitation,
    password: operator.password,
  });
  return { ...operator, id: (joined as { admin: { id: string } }).admin.id };
}

/** Of the newest invitation that was mailed there. */
export const mailedToken = (product: Product, email: string): Promise<string> =>
  mailed(product, email, (mails) =>
    mails.map(({ text }) => /\/admin\/invitation#token=([\w-]+)/.exec(text)?.[1]).find(Boolean),
  );
