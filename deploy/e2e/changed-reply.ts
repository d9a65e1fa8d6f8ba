import type { Page } from 'playwright-core';

/** Reads a route of the product as the page would, without a session. */
type Fetched = <T>(path: string) => Promise<T>;

/**
 * Changes what the server answers under these addresses before the page has it, for states that take days to come
 * about. Holds for the page until it is closed.
 */
export async function changeReply<T>(
  page: Page,
  addresses: string | RegExp,
  change: (reply: T, fetched: Fetched) => T | Promise<T>,
): Promise<void> {
  await page.route(addresses, async (route) => {
    const response = await route.fetch();
    const { origin } = new URL(route.request().url());
    const fetched: Fetched = async (path) => (await fetch(`${origin}${path}`)).json() as never;
    const json = await change((await response.json()) as T, fetched);
    await route.fulfill({ response, json });
  });
}
