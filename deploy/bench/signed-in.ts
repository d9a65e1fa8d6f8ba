import type { Browser, Page } from 'playwright-core';
import { openPage } from '../e2e/browser.ts';
import type { Member } from '../faults/harness/people.ts';
import type { Product } from '../faults/harness/product.ts';

/** A page of a browser in which this member has signed in. */
export async function signedIn(browser: Browser, { address }: Product, member: Member): Promise<Page> {
  const { page } = await openPage(browser, address);
  await page.goto('/login');
  await page.evaluate(`localStorage.setItem('token', ${JSON.stringify(member.token)})`);
  const [name = '', value = ''] = member.imageCookie.split('=');
  await page.context().addCookies([{ name, value, url: `${address}/api/images/auth/` }]);
  return page;
}
