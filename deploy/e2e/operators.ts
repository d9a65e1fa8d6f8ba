import { operatorsHttp } from '@easel/contracts/operators/http';
import type { Page } from 'playwright-core';
import { firstAdmin, type Operator } from './first-admin.ts';
import { mailed } from './mailbox.ts';
import type { Product } from './product.ts';
import { callAs } from './wire.ts';

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
  return (await callAs(address)(operatorsHttp.login, { body: firstAdmin })).token;
}

/**
 * Invited by the first admin and accepted by the link in the mail, both by the API: for stories about something else.
 */
export async function makeOperator(
  product: Product,
  role: 'admin' | 'support' | 'analyst' | 'auditor',
): Promise<Operator & { id: string }> {
  const { address } = product;
  const name = `${role} ${crypto.randomUUID().slice(0, 8)}`;
  const operator = { email: `${name.replace(' ', '-')}@example.org`, password: 'a password to remember' };
  const invited = { email: operator.email, name, role, reason: 'a story' };
  await callAs(address, await adminToken(address))(operatorsHttp.invite, { body: invited });
  const invitation = await mailedToken(product, operator.email);
  const body = { token: invitation, password: operator.password };
  const { admin } = await callAs(address)(operatorsHttp.accept, { body });
  return { ...operator, id: admin.id };
}

/** Of the newest invitation that was mailed there. */
export const mailedToken = (product: Product, email: string): Promise<string> =>
  mailed(product, email, (mails) =>
    mails.map(({ text }) => /\/admin\/invitation#token=([\w-]+)/.exec(text)?.[1]).find(Boolean),
  );
