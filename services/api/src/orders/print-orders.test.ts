import { randomUUID } from 'node:crypto';
import { orderProblems } from '@easel/contracts/orders/policy';
import { tellFaultPoints } from '@easel/kernel/server/fault-point';
import { CommandBus } from '@nestjs/cqrs';
import { describe, expect, test, vi } from 'vitest';
import { MembersLookup } from '../members/members.lookup.ts';
import { registerMember, startApi } from '../testing/api-server.ts';
import { askedLongAgo } from '../testing/erasures.ts';
import { placeOrder } from '../testing/placed-order.ts';
import { CancelOrder } from './cancel-order.ts';
import { LookAtPrint } from './look-at-print.ts';
import { OrderPapersReader } from './order-papers.ts';
import { PlacedOrders } from './placed-orders.ts';
import { PrintFiles } from './print-files.ts';
import { PrintServiceAway } from './print.gateway.ts';
import { PrintService } from './print-service.ts';
import { retryAt, SendToPrint } from './send-to-print.ts';
import {
  prints,
  server,
  member,
  withPrintShop,
  type Placed,
  mug,
  shirt,
  address,
  send,
  placed,
  pay,
  paid,
  typesOf,
  dataOf,
  stateOf,
  until,
  printOrderOf,
  ship,
  SENT,
} from './testing/print-shop.ts';

withPrintShop();

describe('an order that', () => {
  test('is paid is printed, shipped in two parcels and charged', async () => {
    await prints.control('settings', { shipments: 2 });
    const order = await paid([mug(), shirt()]);
    await until(order, 'OrderSentToPrint');
    expect(await typesOf(order)).toEqual(SENT);
    const [first, second] = order.items;
    const there = await printOrderOf(order);
    expect(there).toMatchObject({
      idempotencyKey: `${order.orderId}:1`,
      shippingMethod: 'Express',
      recipient: {
        name: 'Ada Byron',
        phoneNumber: null,
        address: { line1: address.street, stateOrCounty: null, postalOrZipCode: 'SW1Y 4LB', countryCode: 'GB' },
      },
      items: [
        {
          merchantReference: first?.itemId,
          sku: 'GLOBAL-MUG-11OZ',
          copies: 2,
          attributes: {},
          recipientCost: { amount: '30.00', currency: 'USD' },
        },
        { merchantReference: second?.itemId, sku: 'GLOBAL-TEE-GIL-64000-M', copies: 1, attributes: { color: 'navy' } },
      ],
    });
    await ship(order, 1);
    await until(order, 'OrderParcelShipped');
    expect(await stateOf(order)).toMatchObject({ status: 'shipped', print: { cents: 2 * 600 + 960 + 2 * 1_150 } });
    await ship(order);
    await until(order, 'OrderParcelShipped', 2);
    const parcels = await dataOf(order, 'OrderParcelShipped');
    expect(parcels.map(({ itemIds }) => itemIds)).toEqual([[first?.itemId], [second?.itemId]]);
    expect(parcels[0]).toMatchObject({
      attempt: 1,
      parcelId: expect.stringMatching(/^shp_/) as string,
      carrier: 'DHL',
      trackingUrl: expect.stringMatching(/^https:/) as string,
    });
    expect((await typesOf(order)).filter((type) => type === 'OrderPrintCharged')).toHaveLength(1);
  });

  test('was changed is printed to its new address, without what was refunded', async () => {
    const order = await placed([mug(), shirt()]);
    const moved = { street: '2 Rue de la Paix', city: 'Paris', state: '', zipCode: '', country: 'France' };
    await send(order.orderId, { type: 'ChangeOrderAddress', address: moved, by: 'member' });
    await prints.control('settings', { away: true });
    await pay(order);
    const refund = {
      requestId: randomUUID(),
      what: 'items',
      itemIds: [order.items[1]?.itemId ?? ''],
      note: '',
    } as const;
    await send(order.orderId, { type: 'RequestOrderRefund', ...refund, reason: 'by-support' });
    await prints.control('settings', { away: false });
    await until(order, 'OrderSentToPrint');
    const there = await printOrderOf(order);
    // The print service asks every country for a code.
    expect(there.recipient.address).toMatchObject({ line1: moved.street, postalOrZipCode: '00000', countryCode: 'FR' });
    expect(there.items.map(({ sku }) => sku)).toEqual(['GLOBAL-MUG-11OZ']);
  });

  test('has no address for a reprint once its member is erased, which is a problem for support', async () => {
    const other = await registerMember(server);
    const order = await paid([mug()], other);
    await until(order, 'OrderSentToPrint');
    await ship(order);
    await until(order, 'OrderParcelShipped');
    await send(order.orderId, { type: 'ReportArrival', arrived: true, requestId: randomUUID() });
    await askedLongAgo(server, other);
    const members = server.app.get(MembersLookup, { strict: false });
    await vi.waitFor(async () => expect(await members.isErased(other.id)).toBe(true), { timeout: 20_000 });
    await send(order.orderId, { type: 'Reprint', reason: 'It broke' });
    await vi.waitFor(async () => expect((await stateOf(order)).print.problem).toMatch(/deleted their account/), {
      timeout: 20_000,
    });
    expect(await prints.ordersOf(order.reference)).toHaveLength(1);
  });

  test('is recalled by support until the print service has begun it, and its money goes back', async () => {
    const recall = (orderId: string) => {
      const actor = { kind: 'operator', id: randomUUID(), role: 'support' } as const;
      const context = { key: randomUUID(), actor, correlationId: 'c' };
      return server.app.get(CommandBus).execute(new CancelOrder(orderId, 'by-support', context, 'The wrong mug'));
    };
    const [order, late] = [await paid([mug()]), await paid([mug()])];
    await until(order, 'OrderSentToPrint');
    await recall(order.orderId);
    await recall(order.orderId);
    expect((await printOrderOf(order)).status.stage).toBe('Cancelled');
    expect(await dataOf(order, 'OrderRefundRequested')).toMatchObject([
      { itemIds: order.items.map(({ itemId }) => itemId), reason: 'cancelled', note: 'The wrong mug' },
    ]);
    await until(late, 'OrderSentToPrint');
    await ship(late, 1);
    await until(late, 'OrderParcelShipped');
    await expect(recall(late.orderId)).rejects.toThrow(orderProblems.notCancellable.message);
  });

  test('was just paid is left to its member until PRINT_AFTER_MS is over', async () => {
    const dayMs = 86_400_000;
    const patient = await startApi({ prints: { ...prints.settings, PRINT_AFTER_MS: dayMs } });
    try {
      const buyer = await registerMember(patient);
      const order = await paid([mug()], buyer, patient);
      const since = new Date();
      const context = { key: order.orderId, actor: { kind: 'system', id: 'a test' }, correlationId: 'c' } as const;
      const print = new SendToPrint({ orderId: order.orderId, attempt: 1 }, since, context);
      const again = await patient.app.get(CommandBus).execute(print);
      expect(again).toEqual({ again: new Date(since.getTime() + dayMs) });
      expect(await patient.app.get(PlacedOrders, { strict: false }).find(order.orderId)).toMatchObject({
        status: 'paid',
      });
    } finally {
      await patient.close();
    }
  });

  test('has only images is never sent to print', async () => {
    const { orderId } = await placeOrder(server, member.id, 'paid');
    const context = { key: orderId, actor: { kind: 'system', id: 'a test' }, correlationId: orderId } as const;
    const print = new SendToPrint({ orderId, attempt: 1 }, new Date(0), context);
    expect(await server.app.get(CommandBus).execute(print)).toBeUndefined();
    const order = { orderId, reference: '', items: [] };
    await until(order, 'OrderStatusChanged');
    expect((await dataOf(order, 'OrderStatusChanged')).map(({ to }) => to)).toEqual(['delivered']);
  });
});

describe('the print service', () => {
  test('that is away loses nothing: the order waits, and is in production meanwhile', async () => {
    await prints.control('settings', { away: true });
    const order = await paid();
    await until(order, 'OrderStatusChanged');
    expect((await stateOf(order)).status).toBe('in_production');
    await prints.control('settings', { away: false });
    await until(order, 'OrderSentToPrint');
    await prints.control('settings', { away: true });
    await prints.control('settings', { hold: true });
    await ship(order);
    await prints.control('settings', { away: false });
    // No callback comes: the process looks.
    await until(order, 'OrderParcelShipped');
  });

  test('that refuses an order is a problem for support, in a sentence without its recipient', async () => {
    const order = await paid([{ ...shirt(), colour: 'mauve' }]);
    await until(order, 'OrderPrintFailed');
    const [{ problem } = {}] = await dataOf(order, 'OrderPrintFailed');
    expect(problem).toMatch(
      /^The print service does not take this order: items\[0\]\.attributes\.color\. Its number for this is 00-/,
    );
    // What failed is not tried again by itself.
    expect((await typesOf(order)).filter((type) => type === 'OrderPrintFailed')).toHaveLength(1);
  });

  test('that has an issue is a problem once, however often it is seen; a reprint is another print order', async () => {
    const order = await paid();
    await until(order, 'OrderSentToPrint');
    const { id } = await printOrderOf(order);
    await prints.control(`orders/${id}/issue`, {});
    await until(order, 'OrderPrintFailed');
    expect((await stateOf(order)).print.problem).toBe('The print service is out of stock of an item.');
    await send(order.orderId, { type: 'Reprint', reason: 'a test' });
    await until(order, 'OrderSentToPrint', 2);
    const [first, second] = await prints.ordersOf(order.reference);
    expect([first?.order.idempotencyKey, second?.order.idempotencyKey]).toEqual([
      `${order.orderId}:1`,
      `${order.orderId}:2`,
    ]);
    // What was stuck is cancelled there, so that it is not printed as well.
    expect([first?.order.status.stage, second?.order.status.stage]).toEqual(['Cancelled', 'InProgress']);
    await prints.control(`orders/${second?.order.id}/ship`, {});
    await until(order, 'OrderParcelShipped');
    expect((await dataOf(order, 'OrderParcelShipped'))[0]).toMatchObject({ attempt: 2 });
  });

  test('that cancels an order, or charges in another currency, says so', async () => {
    await prints.control('settings', { currency: 'GBP' });
    const order = await paid();
    await until(order, 'OrderSentToPrint');
    await ship(order);
    await until(order, 'OrderParcelShipped');
    expect((await stateOf(order)).print).toMatchObject({ cents: null, problem: null });
    const cancelled = await paid();
    await until(cancelled, 'OrderSentToPrint');
    await prints.control(`orders/${(await printOrderOf(cancelled)).id}/cancel`, {});
    await until(cancelled, 'OrderPrintFailed');
    expect((await stateOf(cancelled)).print.problem).toBe('The print service has cancelled this order.');
  });

  test('cancels for support until production, and says when it is too late', async () => {
    const service = server.app.get(PrintService, { strict: false });
    const [early, late] = [await paid(), await paid()];
    await Promise.all([until(early, 'OrderSentToPrint'), until(late, 'OrderSentToPrint')]);
    await prints.control(`orders/${(await printOrderOf(late)).id}/advance`, { steps: 3 });
    expect(await service.cancel(late.orderId)).toBe('too-late');
    const passed: string[] = [];
    tellFaultPoints((name) => {
      if (name === 'print.after-cancel' && passed.push(name) === 1) throw new Error('the process died');
    });
    await expect(service.cancel(early.orderId)).rejects.toThrow('the process died');
    expect(await service.cancel(early.orderId)).toBe('cancelled');
    await prints.control('settings', { away: true });
    await expect(service.cancel(late.orderId)).rejects.toMatchObject({ problem: { status: 503 } });
  });
});

test('a retry waits a quarter of the time that it has waited, at most as long as between two looks', () => {
  vi.spyOn(Date, 'now').mockReturnValue(0);
  const waitsMs = [0, 60_000, 600_000, 86_400_000].map((waitedMs) =>
    retryAt(waitedMs, { PRINT_LOOK_MS: 900_000 }).getTime(),
  );
  expect(waitsMs).toEqual([15_000, 15_000, 150_000, 900_000]);
});

describe('a process that dies', () => {
  test.each(['print.after-begin', 'print.after-post', 'print.after-look', 'process.after-act'])(
    'at %s has one print order, with every parcel once',
    async (point) => {
      let deaths = 0;
      tellFaultPoints((name) => {
        if (name === point && ++deaths <= 2) throw new Error('the process died');
      });
      const order = await paid();
      await until(order, 'OrderSentToPrint');
      await ship(order);
      await until(order, 'OrderParcelShipped');
      tellFaultPoints(undefined);
      expect(deaths).toBeGreaterThanOrEqual(2);
      expect(await prints.ordersOf(order.reference)).toHaveLength(1);
      const { print, status } = await stateOf(order);
      expect([status, print.problem]).toEqual(['shipped', null]);
    },
  );

  test('while its order is refunded cancels what it has sent', async () => {
    const order = await placed();
    const refund = { refundId: 're_1', requestId: null, paymentId: `pi_${order.orderId}`, cents: 4_299, failed: false };
    let refunded: Promise<void> | undefined;
    tellFaultPoints((name) => {
      if (name === 'print.after-post') refunded ??= send(order.orderId, { type: 'RefundOrder', ...refund });
    });
    await pay(order);
    await vi.waitFor(
      async () => expect((await prints.ordersOf(order.reference))[0]?.order.status.stage).toBe('Cancelled'),
      {
        timeout: 20_000,
      },
    );
    await refunded;
    expect(await typesOf(order)).not.toContain('OrderPrintFailed');
  });

  describe('once the reply of the print service was lost, and all products are refunded meanwhile,', () => {
    const lost = async (by: 'all' | 'products', steps: number) => {
      const order = await placed();
      const { orderId } = order;
      let refunded: Promise<void> | undefined;
      tellFaultPoints((name) => {
        if (name !== 'print.after-post' || refunded) return;
        const all = { requestId: randomUUID(), what: 'all', itemIds: [], reason: 'by-support', note: '' } as const;
        const made = { refundId: `re_${orderId}`, requestId: null, paymentId: `pi_${orderId}`, cents: 4_299 };
        const advanced =
          steps > 0
            ? printOrderOf(order).then(({ id }) => prints.control(`orders/${id}/advance`, { steps }))
            : undefined;
        refunded = Promise.resolve(advanced).then(() =>
          send(
            orderId,
            by === 'all' ? { type: 'RefundOrder', ...made, failed: false } : { type: 'RequestOrderRefund', ...all },
          ),
        );
        throw new PrintServiceAway('its reply was lost');
      });
      await pay(order);
      await vi.waitFor(() => expect(refunded).toBeDefined(), { timeout: 20_000 });
      await refunded;
      return order;
    };

    test.each(['all', 'products'] as const)('cancels there what was created (refunded: %s)', async (by) => {
      const order = await lost(by, 0);
      await vi.waitFor(async () => expect((await printOrderOf(order)).status.stage).toBe('Cancelled'), {
        timeout: 20_000,
      });
      expect(await typesOf(order)).not.toContain('OrderSentToPrint');
    });

    test('records an order that is being printed, with what it costs', async () => {
      const order = await lost('products', 3);
      await until(order, 'OrderSentToPrint');
      await ship(order);
      await until(order, 'OrderPrintCharged');
      expect((await printOrderOf(order)).status.stage).toBe('Complete');
    });
  });

  describe('once the reply of the print service was lost, and the attempt is to be given up,', () => {
    const lost = async (then: () => void) => {
      let isLost = false;
      tellFaultPoints((name) => {
        if (name !== 'print.after-post' || isLost) return;
        isLost = true;
        then();
        throw new PrintServiceAway('its reply was lost');
      });
      const order = await paid();
      await vi.waitFor(() => expect(isLost).toBe(true), { timeout: 20_000 });
      return order;
    };
    const isFollowed = async (order: Placed) => {
      await until(order, 'OrderSentToPrint');
      const { id } = await printOrderOf(order);
      expect(await dataOf(order, 'OrderSentToPrint')).toMatchObject([{ printOrderId: id }]);
      expect(await typesOf(order)).not.toContain('OrderPrintFailed');
    };

    test('records what was created where a print file cannot be made any more', async () => {
      const order = await lost(() => {
        vi.spyOn(server.app.get(PrintFiles, { strict: false }), 'make').mockRejectedValue(new Error('not made'));
      });
      const context = {
        key: randomUUID(),
        actor: { kind: 'system', id: 'a test' },
        correlationId: order.orderId,
      } as const;
      const sevenHoursAgo = new Date(Date.now() - 7 * 3_600_000);
      const late = new SendToPrint({ orderId: order.orderId, attempt: 1 }, sevenHoursAgo, context);
      expect(await server.app.get(CommandBus).execute(late)).toBeUndefined();
      await isFollowed(order);
    });

    test('records what was created where its member was erased', async () => {
      const papers = server.app.get(OrderPapersReader, { strict: false });
      const order = await lost(() => {
        vi.spyOn(papers, 'read').mockResolvedValue({ recipient: undefined, unshipped: [] });
      });
      await isFollowed(order);
    });
  });

  test('looks at an order once more, and finds nothing new', async () => {
    const order = await paid();
    await until(order, 'OrderSentToPrint');
    const { id } = await printOrderOf(order);
    await ship(order);
    await until(order, 'OrderParcelShipped');
    const before = await typesOf(order);
    const context = { key: randomUUID(), actor: { kind: 'system', id: 'a test' }, correlationId: id } as const;
    const look = new LookAtPrint({ orderId: order.orderId, attempt: 1 }, id, context);
    expect(await server.app.get(CommandBus).execute(look)).toBeUndefined();
    expect(await typesOf(order)).toEqual(before);
  });
});
