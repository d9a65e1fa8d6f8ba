import { CancelOrder } from '@easel/api/orders/cancel-order';
import { PayOrder } from '@easel/api/orders/pay-order';
import { PlaceOrder } from '@easel/api/orders/place-order';
import { checkout } from '@easel/api/settings/checkout.decider';
import type { OrderFact } from '@easel/contracts/orders/events';
import { orderBody } from '@easel/contracts/orders/order-body';
import { deliveryMethods, type OrderStatus } from '@easel/contracts/orders/policy';
import type { CheckoutFact } from '@easel/contracts/settings/events';
import { checkoutStream } from '@easel/contracts/settings/stream';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { SLOW_CARD } from '../../stand-ins/stripe/domain/cards.ts';
import { action, answerCode, nameOf, someMember, streamsOf, type Action, type Scene } from './action.ts';
import { addressOf, cartOf } from './cart.ts';
import { emailOf } from './operators.ts';

/** Of the card service's test cards. */
const ASKING_CARD = '4000000000003220';
const LATE_DECLINED_CARD = '4000000000000341';
const GOOD_CARD = '4242424242424242';

/** An order as its events describe it. */
export interface SeenOrder {
  orderId: string;
  memberId: string;
  status: OrderStatus;
  /** Something of it is printed. */
  isPrinted: boolean;
}

/** The orders that have one of these statuses. */
export function ordersOf(scene: Scene, ...statuses: readonly OrderStatus[]): SeenOrder[] {
  return streamsOf<OrderFact>(scene, 'order').flatMap((facts): SeenOrder[] => {
    const [placed] = facts;
    if (placed?.type !== 'OrderPlaced') return [];
    const { orderId, memberId, testMode, deliveryMethod } = placed.data;
    const order: SeenOrder = {
      orderId,
      memberId,
      status: testMode ? 'test_mode' : 'pending',
      isPrinted: deliveryMethod !== null,
    };
    for (const { type, data } of facts) {
      if (type === 'OrderPaid') order.status = 'paid';
      if (type === 'OrderStatusChanged') order.status = data.to;
    }
    return statuses.includes(order.status) ? [order] : [];
  });
}

const isTestMode = (scene: Scene): boolean =>
  streamsOf<CheckoutFact>(scene, 'settings')
    .flat()
    .findLast(({ type }) => type === 'TestModeToggled')?.data.testMode ?? false;

async function place(scene: Scene): Promise<void> {
  const memberId = someMember(scene);
  const items = await cartOf(scene, memberId);
  if (items.length > 0) await placeItems(scene, memberId, items);
}

/** Orders what is in somebody's cart, and pays for it most of the time, or by this card. */
export async function placeItems(
  scene: Scene,
  memberId: string,
  items: readonly object[],
  card?: string,
): Promise<void> {
  const { world, chance, tell } = scene;
  const body = orderBody.parse({
    id: `ORD-${chance.int(1, 1_000_000)}`,
    customerName: 'Ada Byron',
    customerEmail: emailOf(memberId),
    items,
    shipping_address: addressOf(scene),
    delivery_method: chance.pick(deliveryMethods),
    // A page that was opened a while ago may not know of the mode, nor of the prices.
    test_mode: chance.onceIn(15) ? !isTestMode(scene) : isTestMode(scene),
    ...(chance.onceIn(15) && { total: 0.99 }),
  });
  let first: CommandContext | undefined;
  const press = () =>
    world.call({ kind: 'member', id: memberId }, 'place an order', ({ commands }, context) =>
      commands.execute(new PlaceOrder(memberId, body, (first ??= context))),
    );
  // The same call again, as a page sends it that was reloaded.
  const answers = await Promise.all(chance.onceIn(5) ? [press(), press()] : [press()]);
  for (const answer of answers) tell(`${nameOf(scene, memberId)} orders ${items.length}: ${answerCode(answer)}`);
  const placed = answers.find((answer) => answer.kind === 'done');
  if (placed?.value.status !== 'pending') return;
  const order = { orderId: placed.value.id, memberId };
  if (card !== undefined) await tryCard(scene, order, card);
  else if (!chance.onceIn(4)) await pay(scene, order);
}

type Payable = Pick<SeenOrder, 'orderId' | 'memberId'>;

/** A card by the name that the product hands on, or by its number, which the card service's fields alone are given. */
async function cardOf({ chance, world }: Scene): Promise<string> {
  const card = chance.weighted([
    [12, 'pm_card_visa'],
    [2, 'pm_card_chargeDeclined'],
    [1, 'pm_card_chargeDeclinedInsufficientFunds'],
    [1, 'pm_card_createDispute'],
    [3, 'pm_card_threeDSecure2Required'],
    [2, SLOW_CARD],
    [1, LATE_DECLINED_CARD],
  ]);
  return card.startsWith('pm_') ? card : world.cards.keep(card);
}

async function tryCard(scene: Scene, { orderId, memberId }: Payable, card: string | undefined) {
  const caller = { kind: 'member', id: memberId } as const;
  const answer = await scene.world.call(caller, 'pay an order', ({ commands }, context) =>
    commands.execute(new PayOrder(memberId, orderId, card, context)),
  );
  const payment = answer.kind === 'done' ? answer.value.payment : answerCode(answer);
  scene.tell(`${nameOf(scene, memberId)} pays an order by ${card ?? 'nothing'}: ${payment}`);
  return answer.kind === 'done' ? answer.value : undefined;
}

async function pay(scene: Scene, order: Payable): Promise<void> {
  const { chance } = scene;
  if (chance.onceIn(6)) return payInBrowser(scene, order);
  const cards = [await cardOf(scene), ...(chance.onceIn(5) ? [await cardOf(scene)] : [])];
  // In two tabs, now and then.
  const standings = await Promise.all(cards.map((card) => tryCard(scene, order, card)));
  const asking = standings.find((standing) => standing?.authenticateAt);
  if (asking && chance.onceIn(2)) await answerBank(scene, order.orderId);
}

/** The browser confirms by itself, and may never come back. */
async function payInBrowser(scene: Scene, order: Payable): Promise<void> {
  const { world, chance, tell } = scene;
  await tryCard(scene, order, undefined);
  const intent = (await world.cards.orderPayments()).find(({ orderId }) => orderId === order.orderId);
  if (!intent) return;
  await world.cards.confirm(intent.id, chance.pick([GOOD_CARD, GOOD_CARD, ASKING_CARD, SLOW_CARD]));
  tell(`${nameOf(scene, order.memberId)} confirms the payment of an order`);
  if (chance.onceIn(2)) await tryCard(scene, order, undefined);
}

/** The bank of one that waits for it, or of a certain one. */
async function answerBank(scene: Scene, orderId?: string): Promise<void> {
  const { world, chance, tell } = scene;
  const waiting = (await world.cards.orderPayments()).filter(
    (one) =>
      (one.status === 'requires_action' || one.status === 'processing') &&
      (orderId === undefined || one.orderId === orderId),
  );
  const intent = chance.maybe(waiting);
  if (!intent) return;
  const succeeded = !chance.onceIn(4);
  await world.cards.answerOrder(intent.id, succeeded);
  tell(`the bank of an order ${succeeded ? 'pays' : 'declines'}`);
  const order = ordersOf(scene, 'pending').find((one) => one.orderId === intent.orderId);
  if (order && chance.onceIn(2)) await tryCard(scene, order, undefined);
}

async function cancel(scene: Scene): Promise<void> {
  const { world, chance, tell } = scene;
  const order = chance.maybe(ordersOf(scene, 'pending', 'paid', 'test_mode', 'in_production'));
  if (!order) return;
  const { memberId, orderId } = order;
  // In another tab, now and then.
  const paying = order.status === 'pending' && chance.onceIn(2) ? pay(scene, order) : undefined;
  const isSupport = chance.onceIn(3);
  const caller = isSupport ? ({ kind: 'operator', id: 'op' } as const) : ({ kind: 'member', id: memberId } as const);
  const answer = await world.call(caller, 'cancel an order', ({ commands }, context) =>
    commands.execute(new CancelOrder(orderId, isSupport ? 'by-support' : 'by-member', context, 'a try')),
  );
  const who = isSupport ? 'an operator' : nameOf(scene, memberId);
  tell(`${who} cancels an order that is ${order.status}: ${answerCode(answer)}`);
  await paying;
}

/** Turned on for an order, and off again most of the time; else by the next who does this. */
async function rehearse(scene: Scene): Promise<void> {
  const { chance } = scene;
  if (!isTestMode(scene)) {
    await toggleTestMode(scene, true);
    await place(scene);
  }
  if (!chance.onceIn(4)) await toggleTestMode(scene, false);
}

async function toggleTestMode(scene: Scene, testMode: boolean): Promise<void> {
  const { world, tell } = scene;
  const toggles = streamsOf<CheckoutFact>(scene, 'settings').flat();
  const actionId = crypto.randomUUID();
  const version = toggles.filter(({ type }) => type === 'TestModeToggled').length;
  const answer = await world.call({ kind: 'operator', id: 'op' }, 'toggle test mode', ({ runner }, context) => {
    const command = { type: 'ToggleTestMode', version, testMode, reason: 'a try', actionId } as const;
    return runner.execute(checkoutStream.name, checkout, command, context);
  });
  tell(`an operator turns test mode ${testMode ? 'on' : 'off'}: ${answerCode(answer)}`);
}

/** What members do about orders, and what becomes of them. */
export const orderActions: readonly Action[] = [
  action('place an order', 3, place),
  action('pay an order', 2, async (scene) => {
    const open = ordersOf(scene, 'pending');
    const order = scene.chance.maybe(
      open.length > 0 && !scene.chance.onceIn(6)
        ? open
        : ordersOf(scene, 'paid', 'cancelled', 'delivered', 'test_mode'),
    );
    if (order) await pay(scene, order);
  }),
  action('an order’s bank answers', 1, (scene) => answerBank(scene)),
  action('cancel an order', 1, cancel),
  action('rehearse an order', 1, rehearse),
];
