import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { orderActionsHttp } from '@easel/contracts/orders/actions.http';
import { ordersHttp, type OwnOrder } from '@easel/contracts/orders/http';
import type { PendingProduct } from '@easel/contracts/products/pending';
import { firstPriceList } from '@easel/contracts/prices/policy';
import { centred } from '@easel/contracts/products/placement';
import { expect } from '@playwright/test';
import { step, test } from './fixtures.ts';
import { mailed } from './mailbox.ts';
import { makeOperator } from './operators.ts';
import { enter, register } from './people.ts';
import { generate } from './pictures.ts';
import { putIntoCart } from './printed-order.ts';
import { callAs } from './wire.ts';

/** The local print service makes and sends what it is given within this. */
const SHIPS_WITHIN_MS = 120_000;
const REFUNDS_WITHIN_MS = 60_000;

/** A member has a picture printed: from the checkout to the parcel, and the money back. */
test('a printed product: from the checkout to the parcel and its refund', async ({ open, product }) => {
  const { address } = product;
  const member = await register(address);
  const picture = await generate(address, member.token, { prompt: `A red fox ${randomBytes(3).toString('hex')}` });
  const call = callAs(address, member.token);
  const { page, complaints } = await open();
  const main = page.getByRole('main');
  await enter(page, member);

  await step('the checkout of a product asks where it goes, and says what delivery costs', async () => {
    await page.goto('/cart');
    await putIntoCart(page, [phoneCase(picture)]);
    await page.goto('/checkout');
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
    await main.getByText('Refunded: $22.00').waitFor();
  });

  assert.deepEqual(complaints, []);
});

/** As the shop puts it into the cart, for 22 dollars. */
function phoneCase({ id: generationId, variants: [variant] }: Awaited<ReturnType<typeof generate>>): PendingProduct {
  const offered = firstPriceList.products.find(({ id }) => id === 'phone-case');
  assert.ok(offered && variant, 'the phone case is made, and the picture is there');
  return {
    kind: 'product',
    id: 'case',
    productId: offered.id,
    generationId,
    variantId: variant.id,
    name: offered.name,
    size: 'small',
    color: '',
    price: offered.cents / 100,
    quantity: 1,
    image: variant.thumbnail_url,
    imageNumber: 1,
    placement: centred,
  };
}
