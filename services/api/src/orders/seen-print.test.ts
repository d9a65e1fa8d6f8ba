import { expect, test } from 'vitest';
import { printOrderOf, problemOf, type Recipient } from './print-order.ts';
import { printedOrder, seenPrint } from './seen-print.ts';

const now = new Date('2026-11-30T12:00:00.000Z');
const itemId = '11111111-1111-4111-8111-111111111111';
const shipment = {
  id: 'shp_1',
  status: 'Shipped',
  carrier: { name: 'royalmail', service: 'Standard' },
  tracking: { number: 'AB1', url: 'https://tracking.example/AB1' },
  dispatchDate: '2026-11-29T08:00:00.1234567',
  items: [{ itemId: 'ori_1' }],
};
const seen = (change: object = {}) =>
  seenPrint(
    printedOrder.parse({
      id: 'ord_1',
      status: { stage: 'InProgress', issues: [] },
      charges: [],
      shipments: [shipment],
      items: [{ id: 'ori_1', merchantReference: itemId }],
      ...change,
    }),
    now,
  );

test('a parcel has our items, and a time without a zone is UTC', () => {
  expect(seen()).toEqual({
    isOver: false,
    problem: null,
    cents: null,
    otherCurrency: null,
    parcels: [
      {
        parcelId: 'shp_1',
        carrier: 'royalmail',
        trackingNumber: 'AB1',
        trackingUrl: 'https://tracking.example/AB1',
        itemIds: [itemId],
        dispatchedAt: new Date('2026-11-29T08:00:00.123Z'),
      },
    ],
  });
});

test('a parcel leaves out what is missing or hostile, and a dispatch in the future is now', () => {
  const [parcel] = seen({
    shipments: [
      {
        id: 'shp_2',
        status: 'shipped',
        carrier: null,
        tracking: { number: null, url: 'javascript:alert(1)' },
        dispatchDate: '2027-01-01',
        items: [{ itemId: 'ori_9' }],
      },
    ],
  }).parcels;
  expect(parcel).toEqual({
    parcelId: 'shp_2',
    carrier: '',
    trackingNumber: '',
    trackingUrl: '',
    itemIds: [],
    dispatchedAt: now,
  });
  expect(seen({ shipments: null, items: null, charges: null }).parcels).toEqual([]);
});

test('a carrier and a number are one line each, and short', () => {
  const [parcel] = seen({
    shipments: [
      {
        ...shipment,
        carrier: { name: ' DHL\r\n\r\nPay here:\u2028' },
        tracking: { number: '1'.repeat(10_000), url: '' },
      },
    ],
  }).parcels;
  expect(parcel).toMatchObject({ carrier: 'DHL Pay here:', trackingNumber: '1'.repeat(200), trackingUrl: '' });
});

test.each(['2027-01-01', '0001-01-01T00:00:00', '-271821-04-20T00:00:00Z', 'yesterday', ''])(
  'a parcel that was dispatched at %j was dispatched now',
  (dispatchDate) => {
    expect(seen({ shipments: [{ ...shipment, dispatchDate }] }).parcels).toMatchObject([{ dispatchedAt: now }]);
  },
);

test('a print order is final once it is cancelled, or complete with every shipment that is not cancelled', () => {
  const complete = { status: { stage: 'Complete' } };
  const waiting = { ...shipment, id: 'shp_2', status: 'Processing' };
  expect(seen(complete).isOver).toBe(true);
  expect(seen({ ...complete, shipments: [] }).isOver).toBe(false);
  expect(seen({ ...complete, shipments: [shipment, waiting] }).isOver).toBe(false);
  expect(seen({ ...complete, shipments: [shipment, { ...waiting, status: 'Cancelled' }] }).isOver).toBe(true);
  expect(seen({ status: { stage: 'Cancelled' }, shipments: [] })).toMatchObject({
    isOver: true,
    problem: 'The print service has cancelled this order.',
  });
});

test.each([
  ['order.items.assets.NotDownloaded', null],
  ['order.items.assets.FailedToDownloaded', 'The print service could not use a print file.'],
  ['order.items.ItemUnavailable', 'The print service is out of stock of an item.'],
  ['RequiresPaymentAuthorisation', 'The print service waits for a payment to be authorised.'],
  ['order.new.Thing', 'The print service reports a problem (order.new.Thing).'],
  ['<b>at https://easel.example/api/print/files/signed.x</b>', 'The print service reports a problem.'],
])('the issue %s is the problem: %s', (errorCode, problem) => {
  const issues = [{ errorCode, description: 'of Ada Byron, at https://easel.example/api/print/files/signed.x' }];
  expect(seen({ status: { stage: 'InProgress', issues } }).problem).toBe(problem);
});

test('charges are summed in cents of a dollar, what went back taken off, and others are not converted', () => {
  const charge = (amount: string, currency = 'USD') => ({ totalCost: { amount, currency } });
  expect(seen({ charges: [charge('24.10'), charge('4.80'), charge('-0.15')] }).cents).toBe(2_875);
  expect(seen({ charges: [charge('1.00'), charge('-3.00')] }).cents).toBe(0);
  expect(seen({ charges: [charge('24.10'), charge('4.80', 'GBP')] })).toMatchObject({
    cents: null,
    otherCurrency: 'GBP',
  });
  expect(seen({ charges: [charge('much')] }).cents).toBeNull();
});

const recipient: Recipient = {
  name: 'Ada Byron',
  email: 'ada@example.org',
  phone: '',
  address: { street: '1 Queen’s Road', city: 'Hong Kong', state: '', zipCode: '', country: 'Hong Kong' },
};

test('an address without a state or a code is sent as the print service takes it', () => {
  const order = printOrderOf({
    reference: 'ORD-1',
    key: 'key',
    callbackUrl: 'https://easel.example/changed',
    deliveryMethod: 'overnight',
    recipient,
    items: [],
  });
  expect(order).toMatchObject({
    shippingMethod: 'Overnight',
    recipient: { address: { stateOrCounty: null, postalOrZipCode: '00000', countryCode: 'HK' } },
  });
});

test('a country or a product that cannot be printed or sent is named', () => {
  const moon = { ...recipient, address: { ...recipient.address, country: 'Moon' } };
  expect(problemOf(moon, [])).toBe('Nothing is delivered to Moon.');
  const globe = { productId: 'globe', name: 'Globe', size: '' } as Parameters<typeof problemOf>[1][number];
  expect(problemOf(recipient, [globe])).toBe('Globe is not printed any more.');
  expect(problemOf(recipient, [{ ...globe, productId: 'mug' }])).toBeUndefined();
});
