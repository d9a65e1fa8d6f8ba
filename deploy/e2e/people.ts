import { randomBytes } from 'node:crypto';
import { registrationHttp } from '@easel/contracts/members/registration.http';
import type { Page } from 'playwright-core';
import { callAs } from './wire.ts';

export interface Member {
  firstName: string;
  email: string;
  password: string;
}

export interface Newcomer extends Member {
  lastName: string;
  username: string;
}

export interface Registered extends Newcomer {
  id: string;
  token: string;
}

export function newMember(): Newcomer {
  const mark = randomBytes(4).toString('hex');
  return {
    firstName: 'Mira',
    lastName: 'Okafor',
    username: `mira-${mark}`,
    email: `mira-${mark}@example.org`,
    password: 'a long secret',
  };
}

/** By the wire, for stories about something else. */
export async function register(address: string, member = newMember()): Promise<Registered> {
  const body = { ...member, confirmPassword: member.password };
  const { user, token } = await callAs(address)(registrationHttp.register, { body });
  return { ...member, id: user.id, token };
}

export async function fillRegistration(page: Page, values: Newcomer & { confirmPassword: string }): Promise<void> {
  await page.getByLabel('First name').fill(values.firstName);
  await page.getByLabel('Last name').fill(values.lastName);
  await page.getByLabel('Email', { exact: true }).fill(values.email);
  await page.getByLabel('Username').fill(values.username);
  await page.getByLabel('Password', { exact: true }).fill(values.password);
  await page.getByLabel('Confirm password').fill(values.confirmPassword);
}

export async function signIn(page: Page, { email, password }: Pick<Member, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** From the sign-in page to the home page. */
export async function enter(page: Page, member: Pick<Member, 'email' | 'password'>): Promise<void> {
  await page.goto('/login');
  await signIn(page, member);
  await page.waitForURL((url) => url.pathname === '/');
}
