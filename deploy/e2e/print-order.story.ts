import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { membersHttp } from '@easel/contracts/members/http';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { orderActionsHttp } from '@easel/contracts/orders/actions.http';
import { ordersHttp, type OwnOrder } from '@easel/contracts/orders/http';
import { checkoutHttp } from '@easel/contracts/settings/checkout.http';
import { expect } from '@playwright/test';
import type { Locator, Page } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { mailed } from './mailbox.ts';
import { adminToken, makeOperator } from './operators.ts';
import { enter, fillRegistration, newMember, register } from './people.ts';
import { generate } from './pictures.ts';
import { CARD } from './shop.ts';
import { callAs } from './wire.ts';

/** The local print service makes and sends what it is given within this. */
const SHIPS_WITHIN_MS = 120_000;
const REFUNDS_WITHIN_MS = 60_000;
const PHONE = { width: 390, height: 844 };
const MOST_TABS = 80;

/** A member has a picture printed: from the checkout to the parcel, and the money back. */
test('a printed product: from the checkout to the parcel and its refund', async ({ open, product }) => {
  const { address } = product;
  const member = await register(address);
  const picture = await generate(address, member.token, { prompt: `A red fox ${randomBytes(3).toString('hex')}` });
  const call = callAs(address, member.token);
  const { page, complaints } = await open();
  const main = page.getByRole('main');
  await enter(page, member);

  await step('the shop puts the picture on a phone case, and the case into the cart', async () => {
    await page.goto('/shop');
    await main.getByRole('link', { name: 'Choose a picture: Phone case' }).click();
    await main.getByRole('link', { name: `Print: ${picture.original_prompt}` }).click();
    await page.waitForURL(`**/shop?*picture=${picture.id}*`);
    await page.getByRole('radio', { name: 'Small' }).check({ force: true });
    await main.getByText('Sharp: 170 dpi').waitFor();
    await page.getByRole('button', { name: 'Move right' }).click();
    await page.getByRole('button', { name: /^Move the picture:/ }).press('ArrowRight');
    await main.getByRole('button', { name: 'One more' }).click();
    await main.getByText('$44.00').waitFor();
    await main.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('button', { name: 'Go to cart' }).click();
    await page.waitForURL('**/cart');
    const item = main.getByRole('list', { name: 'Items' }).getByRole('listitem');
    await expect(item).toContainText('Phone case · Small');
    await expect(item).toContainText('Cropped to fill, moved');
    await item.getByRole('button', { name: 'One less' }).click();
    await expect(item).toContainText('$22.00');
    await main.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await page.waitForURL('**/checkout');
  });

  await step('the checkout of a product asks where it goes, and says what delivery costs', async () => {
    await page.getByRole('button', { name: 'Next Step' }).click();
    await page.getByRole('button', { name: 'Next Step' }).click();
    await main.getByText('Please fill in all address fields').first().waitFor();
    await expect(page.getByLabel('Street address')).toBeFocused();
    await page.getByLabel('Street address').fill('1 Main Street');
    await page.getByLabel('City').fill('Springfield');
    await page.getByLabel('State').selectOption('Illinois');
    await page.getByLabel('ZIP Code').fill('62701');
    await page.getByRole('radio', { name: /^Express/ }).check({ force: true });
    const summary = main.getByRole('region', { name: 'Order summary' });
    await summary.getByText('$12.99').waitFor();
    await summary.getByText('Includes delivery').waitFor();
    await page.getByRole('button', { name: 'Next Step' }).click();
  });

  await step('a bank that asks the cardholder leads back to the order', async () => {
    await page.getByLabel('Card number').fill('4000 0000 0000 3220');
    await page.getByLabel('Expiry (MM/YY)').fill('1230');
    await page.getByLabel('CVV').fill('123');
    await page.getByLabel('Name on card').fill('Mira Okafor');
    await page.getByRole('button', { name: 'Next Step' }).click();
    await main.getByText('Springfield, Illinois 62701').waitFor();
    await page.getByRole('button', { name: 'Place Order' }).click();
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await page.waitForURL(/\/orders\/[\da-f-]+$/);
    await page.getByText('You will receive a confirmation email shortly.').waitFor();
    complaints.splice(0); // of a page that is not ours
  });

  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const look = async (): Promise<OwnOrder> => (await call(ordersHttp.one, { params: { id } })).order;
  const becomes = (status: OwnOrder['status'], timeout: number) =>
    expect.poll(async () => (await look()).status, { message: `the order is ${status}`, timeout }).toBe(status);
  const timeline = main.getByRole('list', { name: 'Timeline' });

  await step('the print service makes it and sends a parcel, which the order’s page shows', async () => {
    await becomes('shipped', SHIPS_WITHIN_MS);
    await page.reload();
    await timeline.getByText('In production').waitFor();
    await timeline.getByText('Parcel shipped').waitFor();
    const parcels = main.getByRole('list', { name: 'Parcels' });
    await expect(parcels.locator(':scope > li')).toHaveCount(1);
    await parcels.getByText(/promised by/).waitFor();
    await main.getByRole('button', { name: 'It has arrived' }).waitFor();
    assert.equal(await main.getByRole('button', { name: 'Cancel order' }).count(), 0);
    await page.goto('/orders');
    const row = main.getByRole('list', { name: 'Orders' }).getByRole('listitem').first();
    await expect(row).toContainText('Phone case');
    await expect(row).toContainText(/Shipped\s*by/);
    await page.goto(`/orders/${id}`);
  });

  await step('the member is mailed about the order and about its parcel', async () => {
    const { reference, delivery } = await look();
    const number = delivery?.parcels[0]?.tracking_number ?? '';
    assert.notEqual(number, '');
    await mailed(product, member.email, (mails) => mails.find(({ text }) => text.includes(reference)));
    await mailed(product, member.email, (mails) => mails.find(({ text }) => text.includes(number)));
  });

  await step('support gives the money back, and the order says so', async () => {
    const { email, password } = await makeOperator(product, 'support');
    const { token } = await callAs(address)(operatorsHttp.login, { body: { email, password } });
    const body = { what: 'all' as const, items: [], reason: 'It is too small' };
    await callAs(address, token)(orderActionsHttp.refund, { params: { id }, body });
    await becomes('refunded', REFUNDS_WITHIN_MS);
    await page.reload();
    await timeline.getByText(/^Refund of \$34\.99 on its way$/).waitFor();
    await timeline.getByText('Refunded $34.99 to your card').waitFor();
    await main.getByText('Refund: $22.00').waitFor();
  });

  assert.deepEqual(complaints, []);
});

/** Tab leads on until this has the focus: everything is done by keyboard. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let presses = 0; presses < MOST_TABS; presses++) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  assert.fail(`Tab does not lead to ${wanted.toString()}`);
}

/** A visitor is led from the shop to an account and back, and orders on a phone, first by keyboard, then as a test. */
test('a visitor of the shop becomes a member and orders a mug on a phone', async ({ open, product: { address } }) => {
  const { page, complaints } = await open({ viewport: PHONE });
  const main = page.getByRole('main');
  const newcomer = newMember();
  const button = (name: string) => main.getByRole('button', { name });
  const press = async (wanted: Locator, key = 'Enter') => {
    await tabTo(page, wanted);
    await page.keyboard.press(key);
  };
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  };

  await step('whoever registers comes back to the product that they wanted', async () => {
    await page.goto('/shop');
    await main.getByRole('link', { name: 'Choose a picture: Mug' }).click();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await fillRegistration(page, { ...newcomer, confirmPassword: newcomer.password });
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/shop?product=mug');
    await main.getByText('No pictures yet').waitFor();
  });

  const { token } = await callAs(address)(membersHttp.login, { body: newcomer });
  await generate(address, token, { prompt: 'A quiet harbour', aspect_ratio: '16:9' });
  const putMug = async () => {
    await page.goto('/shop?product=mug');
    await press(main.getByRole('link', { name: 'Print: A quiet harbour' }));
    await press(button('Add to cart'));
    await page.goto('/cart');
    await press(main.getByRole('link', { name: 'Proceed to Checkout' }));
    await press(button('Next Step'));
    await page.waitForURL('**/checkout?step=address');
  };

  await step('the keyboard alone leads from the shop to a paid order', async () => {
    await putMug();
    await tabTo(page, page.getByLabel('Country'));
    await page.keyboard.type('Ireland');
    await type('Street address', '5 Dame Street');
    await type('City', 'Dublin');
    await type('Eircode', 'D02 AF30');
    await press(button('Next Step'));
    await type('Card number', CARD.pays);
    await type('Expiry (MM/YY)', '1230');
    await type('CVV', '123');
    await type('Name on card', 'Mira Okafor');
    await page.keyboard.press('Enter');
    await main.getByText('5 Dame Street').waitFor();
    await press(button('Place Order'));
    await page.waitForURL(/\/orders\/[\da-f-]+$/);
    await main.getByText('Ireland').waitFor();
    await main.getByRole('list', { name: 'Timeline' }).getByText('Paid $20.99 by card').waitFor();
  });

  await step('in test mode the checkout has three steps, and nothing is printed', async () => {
    const call = callAs(address, await adminToken(address));
    const toggle = async (testMode: boolean) => {
      const { version } = await call(checkoutHttp.settings, {});
      await call(checkoutHttp.toggle, { body: { version, testMode, reason: 'A story' } });
    };
    await toggle(true);
    try {
      await putMug();
      await main.getByText('Test Mode Active').waitFor();
      await expect(main.getByRole('list', { name: 'Checkout steps' }).getByRole('listitem')).toHaveCount(3);
      await expect(page.getByLabel('City')).toHaveValue('');
      await page.getByLabel('Country').selectOption('Hong Kong');
      await page.getByLabel('Street address').fill('1 Queen’s Road');
      await page.getByLabel('City').fill('Central');
      await page.getByLabel('Area').fill('Hong Kong Island');
      await button('Next Step').click();
      await main.getByText('None: this is a test order').waitFor();
      await button('Place Order').click();
      await page.getByRole('heading', { level: 1, name: /^Order TEST-/ }).waitFor();
      await main.getByText('This is a test order').waitFor();
      await expect(main.getByRole('list', { name: 'Parcels' })).toHaveCount(0);
    } finally {
      await toggle(false);
    }
  });

  assert.deepEqual(complaints, []);
});
