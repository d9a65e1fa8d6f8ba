import { orderActionsHttp } from '@easel/contracts/orders/actions.http';
import { type OrderRecord, ordersConsoleHttp } from '@easel/contracts/orders/console.http';
import { type OrderStatus, orderProblems } from '@easel/contracts/orders/policy';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openActions } from '../features/orders/open-actions.ts';
import { openOrder, order, printedOrder } from './testing/orders.tsx';
import { button, field, replyList, server, withFakeServer } from './testing/screen.tsx';

const operatorId = '8d7c1b1e-1111-4c3f-9a55-000000000001';
const changed = {
  success: true,
  order: {
    id: order(1).id,
    reference: 'ORD-1700000000001',
    status: 'paid',
    subtotal: 31.5,
    shipping: 5.99,
    total: 37.49,
  },
} as const;

beforeEach(() => {
  window.location.hash = '';
});

const section = (name: string) => screen.findByRole('region', { name });
const dialog = async () => within(await screen.findByRole('dialog'));

describe('the page of a printed order', () => {
  withFakeServer('auditor');

  test('shows items with their prints, the address, parcels and costs', async () => {
    openOrder(printedOrder(1, { late: true }));
    const items = (await section('Ordered items')).textContent;
    expect(items).toMatch(/Mug, White.*21024 × 576117 dpi: soft\$30\.00/);
    expect(items).toMatch(/Image download, 4K PNG.*–3840 × 2160–\$1\.50/);
    expect((await section('Order')).textContent).toMatch(/StatusShippedLate.*Delivery\$5\.99/);
    expect((await section('Delivery')).textContent).toMatch(
      /12 St James’s SquareLondon, SW1United KingdomMethodStandardPromised by2026-11-27 23:59:59ArrivedNot reported/,
    );
    expect((await section('Parcels')).textContent).toMatch(/RM123456789GBRoyal Mail2026-11-20 18:00:00.*Mug, White$/);
    expect((await section('Print')).textContent).toMatch(/Attempt1.*ord_840796.*Cost\$8\.25/);
    const tracking = screen.getByRole('link', { name: 'RM123456789GB' });
    expect(tracking.getAttribute('href')).toBe('https://track.example.org/RM123456789GB');
    expect(tracking.getAttribute('rel')).toBe('noopener noreferrer');
  });

  test('shows the pictures that were ordered', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:shown', revokeObjectURL: () => {} }));
    openOrder(printedOrder(1));
    server.reply(ordersConsoleHttp.picture, {});
    await waitFor(() => expect(document.querySelectorAll('img[src="blob:shown"]')).toHaveLength(2));
    expect(server.callsOf(ordersConsoleHttp.picture).map(({ path }) => path)).toEqual(
      printedOrder(1).items.map(({ id }) => `/api/admin/orders/${order(1).id}/items/${id}/thumbnail`),
    );
  });

  test.each(['http://track.example.org/1', 'javascript:alert(1)', ''])('does not link to %j', async (address) => {
    const { delivery, ...shown } = printedOrder(1);
    const parcels = delivery!.parcels.map((parcel) => ({ ...parcel, tracking_url: address }));
    openOrder({ ...shown, delivery: { ...delivery!, parcels } });
    expect((await section('Parcels')).textContent).toContain('RM123456789GB');
    expect(screen.queryByRole('link', { name: 'RM123456789GB' })).toBeNull();
  });

  test('says in the timeline which operator did something, and why', async () => {
    replyList('operators', [{ id: operatorId, name: 'Olga' }]);
    const at = '2026-11-22T10:00:00.000Z';
    openOrder(
      printedOrder(1, {
        timeline: [
          { what: 'placed', at, amount: null, operator_id: null, reason: '' },
          { what: 'refund-requested', at, amount: 30, operator_id: operatorId, reason: 'One broke' },
        ],
      }),
    );
    await waitFor(async () =>
      expect(
        within(await section('Timeline'))
          .getAllByRole('listitem')
          .map((item) => item.textContent),
      ).toEqual(['Placed2026-11-22 10:00:00 UTC', 'Refund requested: $30.00One brokeOlga · 2026-11-22 10:00:00 UTC']),
    );
  });

  test('says why the print service cannot go on', async () => {
    const print = { attempt: 2, id: null, problem: 'The address is not known', cost: null };
    openOrder(printedOrder(1, { status: 'in_production', print }));
    const text = (await section('Print')).textContent;
    expect(text).toMatch(/The print service cannot go on: The address is not known.*Attempt2.*Not sent yet.*Not known/);
  });

  test('offers an auditor no action', async () => {
    replyList('operators', [{ id: operatorId, name: 'Olga' }]);
    const note = { id: operatorId, note: 'She called.', at: '2026-11-22T10:00:00.000Z', operator_id: operatorId };
    openOrder(printedOrder(1, { notes: [note] }));
    await waitFor(async () => expect((await section('Notes')).textContent).toMatch(/She called\.Olga · /));
    for (const name of ['Correct address', 'Print again', 'Refund', 'Cancel and refund', 'Add note']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });
});

describe('support', () => {
  withFakeServer('support');

  test('adds a note, and the same one again after a failure', async () => {
    const user = openOrder(printedOrder(1));
    server.breakOff(orderActionsHttp.note);
    await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'She called.');
    await user.click(button('Add note'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Network error/);
    server.reply(orderActionsHttp.note, changed);
    await user.click(button('Add note'));
    await waitFor(() => expect(field('Note')).toHaveProperty('value', ''));
    const [first, second] = server.callsOf(orderActionsHttp.note);
    expect(second?.body).toEqual({ note: 'She called.' });
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });

  test('cancels an order with a reason, and reads it anew', async () => {
    const user = openOrder(printedOrder(1, { status: 'paid' }));
    server.reply(orderActionsHttp.cancel, changed);
    await user.click(await screen.findByRole('button', { name: 'Cancel and refund' }));
    const asked = await dialog();
    expect(asked.getByText('Nothing is printed. $37.49 goes back to the card.')).toBeTruthy();
    await user.click(asked.getByRole('button', { name: 'Cancel order' }));
    expect(asked.getByRole('alert').textContent).toBe('A reason is needed');
    await user.type(asked.getByRole('textbox', { name: /^Reason/ }), 'She asked for it');
    server.reply(ordersConsoleHttp.record, printedOrder(1, { status: 'cancelled', refunded: 37.49 }));
    await user.click(asked.getByRole('button', { name: 'Cancel order' }));
    expect(await screen.findByText('ORD-1700000000001 is cancelled')).toBeTruthy();
    expect(server.callsOf(orderActionsHttp.cancel)[0]?.body).toEqual({ reason: 'She asked for it' });
    await waitFor(async () => expect((await section('Order')).textContent).toContain('StatusCancelled'));
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  });

  test('refunds chosen items, and sees the sum before', async () => {
    const user = openOrder(printedOrder(1));
    server.reply(orderActionsHttp.refund, changed);
    await user.click(await screen.findByRole('button', { name: 'Refund' }));
    const asked = await dialog();
    const confirm = (name: string) => asked.getByRole('button', { name });
    await user.type(asked.getByRole('textbox', { name: /^Reason/ }), 'One broke');
    expect(confirm('Refund')).toHaveProperty('disabled', true);
    await user.click(asked.getByRole('combobox', { name: 'What to refund' }));
    await user.click(await screen.findByRole('option', { name: 'Chosen items' }));
    expect(confirm('Refund')).toHaveProperty('disabled', true);
    expect(asked.getByRole('status').textContent).toBe('Choose at least one item.');
    await user.click(asked.getByRole('checkbox', { name: 'Mug, White: $30.00' }));
    expect(asked.getByRole('status').textContent).toMatch(/^\$30\.00 goes back to the card/);
    await user.click(confirm('Refund $30.00'));
    expect(await screen.findByText('$30.00 goes back to the card')).toBeTruthy();
    const [mugs] = printedOrder(1).items;
    expect(server.callsOf(orderActionsHttp.refund)[0]?.body).toEqual({
      what: 'items',
      items: [mugs?.id],
      reason: 'One broke',
    });
  });

  test('has an order printed again, and reads in words why it is refused', async () => {
    const user = openOrder(printedOrder(1));
    server.refuse(orderActionsHttp.reprint, orderProblems.notPrintable);
    await user.click(await screen.findByRole('button', { name: 'Print again' }));
    const asked = await dialog();
    await user.type(asked.getByRole('textbox', { name: /^Reason/ }), 'It broke');
    await user.click(asked.getByRole('button', { name: 'Print again' }));
    expect((await asked.findByRole('alert')).textContent).toBe('This order cannot be printed');
    expect(asked.getByRole('textbox', { name: /^Reason/ })).toHaveProperty('value', 'It broke');
  });

  test('reads which items are printed again, refunded ones and downloads left out', async () => {
    const [mugs, download] = printedOrder(1).items as [OrderRecord['items'][number], OrderRecord['items'][number]];
    const refunded = { ...mugs, id: '2d7c1b1e-1111-4c3f-9a55-000000000003', refunded: true };
    const user = openOrder(printedOrder(1, { items: [mugs, refunded, download] }));
    await user.click(await screen.findByRole('button', { name: 'Print again' }));
    const words = /^Made again and sent to the address of the order: 2 × Mug, White\. Refunded items are left out\./;
    expect((await dialog()).getByText(words)).toBeTruthy();
    const all = printedOrder(1, { items: [{ ...mugs, refunded: true }, download] });
    expect(openActions(all)).not.toContain('reprint');
  });

  test('corrects the address', async () => {
    const user = openOrder(printedOrder(1));
    server.reply(orderActionsHttp.correctAddress, changed);
    await user.click(await screen.findByRole('button', { name: 'Correct address' }));
    const asked = await dialog();
    expect(asked.getByText(/The new address is used if you print the order again/)).toBeTruthy();
    expect(asked.getByRole('textbox', { name: /^Postcode/ })).toBeTruthy();
    await user.clear(asked.getByRole('textbox', { name: /^City/ }));
    await user.type(asked.getByRole('textbox', { name: /^City/ }), 'Leeds');
    await user.click(asked.getByRole('combobox', { name: 'Country' }));
    await user.click(await screen.findByRole('option', { name: 'Ireland' }));
    expect(asked.getByRole('textbox', { name: /^Eircode/ })).toBeTruthy();
    await user.type(asked.getByRole('textbox', { name: /^Reason/ }), 'She moved');
    await user.click(asked.getByRole('button', { name: 'Correct address' }));
    expect(await screen.findByText('The address is corrected')).toBeTruthy();
    expect(server.callsOf(orderActionsHttp.correctAddress)[0]?.body).toEqual({
      address: { ...printedOrder(1).delivery?.address, city: 'Leeds', country: 'Ireland' },
      reason: 'She moved',
    });
  });
});

describe('what can be done with an order', () => {
  const stuck = { attempt: 1, id: 'ord_1', problem: 'The file cannot be read', cost: null };

  test.each<[OrderStatus, string[]]>([
    ['pending', ['address', 'cancel']],
    ['paid', ['address', 'refund', 'cancel']],
    ['in_production', ['address', 'refund', 'cancel']],
    ['shipped', ['address', 'reprint', 'refund']],
    ['delivered', ['address', 'reprint', 'refund']],
    ['cancelled', []],
    ['refunded', []],
    ['test_mode', ['cancel']],
  ])('of the status %s', (status, actions) => {
    expect(openActions(printedOrder(1, { status }))).toEqual(actions);
  });

  test.each<[string, OrderRecord, string[]]>([
    [
      'that is stuck',
      printedOrder(1, { status: 'in_production', print: stuck }),
      ['address', 'reprint', 'refund', 'cancel'],
    ],
    [
      'whose reprint is not sent yet',
      printedOrder(1, { print: { ...stuck, id: null, problem: null } }),
      ['address', 'refund'],
    ],
    ['that went back in full', printedOrder(1, { refunded: 37.49 }), ['address', 'reprint']],
    ['of downloads alone', order(1), ['refund']],
  ])('%s', (_what, shown, actions) => {
    expect(openActions(shown)).toEqual(actions);
  });
});
