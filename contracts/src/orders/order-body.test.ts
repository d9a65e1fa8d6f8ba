import { describe, expect, test } from 'vitest';
import { centred } from '../products/placement.ts';
import { orderBody } from './order-body.ts';

const id = '11111111-1111-4111-8111-111111111111';
const mug = {
  kind: 'product',
  id: 'cart-1',
  generationId: id,
  variantId: id,
  productId: 'mug',
  quantity: 1,
  placement: centred,
};
const address = {
  street: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62701',
  country: 'United States',
};
const body = {
  id: 'ORD-1764',
  customerName: 'Ada Byron',
  customerEmail: 'ada@example.org',
  items: [mug],
  shipping_address: address,
  delivery_method: 'standard',
  test_mode: false,
};
const sentenceFor = (change: object): string | undefined =>
  orderBody.safeParse({ ...body, ...change }).error?.issues[0]?.message;
const ofItem = (change: object) => sentenceFor({ items: [{ ...mug, ...change }] });

const noPlacement = 'Please place this image on the product again';
test.each<[string, object]>([
  ['an angle between', { rotation: 45 }],
  ['a background that is no color', { background: 'javascript:' }],
  ['a scale without measure', { scale: 1e9 }],
  ['a place beyond the area', { x: 7 }],
  ['no number', { y: '0' }],
  ['another fit', { fit: 'stretch' }],
  ['a pattern', { repeat: 'tile' }],
])('asks to place a picture again that is placed with %s', (_, change) => {
  expect(ofItem({ placement: { ...centred, ...change } })).toBe(noPlacement);
});

test('asks to place a picture that is not placed', () => {
  expect(ofItem({ placement: undefined })).toBe(noPlacement);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e9, '15', null])('refuses %s as a price', (price) => {
  expect(ofItem({ price })).toBe('This is not a price');
});

test.each([0, -1, 1e9, 2.5, '2', 100])('refuses a quantity of %s', (quantity) => {
  expect(ofItem({ quantity })).toBe('Please choose a quantity from 1 to 99');
});

test.each<object>([
  { kind: 'pony' },
  { id: 'x'.repeat(201) },
  { id: undefined },
  { generationId: 'x' },
  { productId: 7 },
  { size: 'x'.repeat(21) },
])('refuses %o as no item of a cart', (change) => {
  expect(ofItem(change)).toBe('This is not an item of a cart');
});

test('takes 200 items and says that 201 are too many', () => {
  const items = (count: number) => ({ items: Array.from({ length: count }, () => mug) });
  expect(sentenceFor(items(200))).toBeUndefined();
  expect(sentenceFor(items(201))).toBe('An order has at most 200 items');
  expect(sentenceFor(items(0))).toBe('Your cart is empty');
});

describe('a name and an address', () => {
  test('are refused with their longest length where they are longer', () => {
    const long = 'x'.repeat(10_000);
    expect(sentenceFor({ customerName: long })).toBe('Please enter at most 200 characters');
    for (const [field, longest] of [['street', 200] as const, ['zipCode', 20] as const]) {
      expect(sentenceFor({ shipping_address: { ...address, [field]: long } })).toBe(
        `Please enter at most ${longest} characters`,
      );
    }
  });

  test('become one line without control characters and turned text', () => {
    const { customerName, shipping_address } = orderBody.parse({
      ...body,
      customerName: ' Ada\r\nBcc:\u2028Byron\u0007',
      shipping_address: { ...address, street: '1 Main\nStreet', city: '\u202eSpring\u202cfield' },
    });
    expect(customerName).toBe('Ada Bcc: Byron');
    expect(shipping_address).toMatchObject({ street: '1 Main Street', city: 'Spring field' });
  });

  test('keep the marks that Hebrew, Persian and emoji need', () => {
    const customerName = '\u200fרחוב 1\u200f می\u200cخواهم 👩\u200d🎨';
    expect(orderBody.parse({ ...body, customerName }).customerName).toBe(customerName);
  });
});

test.each(['a', 'a@', '@b', 'a@b\r\nBcc: c@d', 'a@b@c'])('refuses %j as an email address', (customerEmail) => {
  expect(sentenceFor({ customerEmail })).toBe('Please enter a valid email address');
});
