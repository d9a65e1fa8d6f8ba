import type { OrderCommand } from '@easel/api/orders/orders.decider';
import { onlyRefundIdOf, refundIdOf } from '@easel/api/orders/order-ids';
import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide, type Undated } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { action, answerCode, driving, nameOf, streamsOf, type Action, type Scene } from './action.ts';
import { addressOf } from './cart.ts';
import { ordersOf, type SeenOrder } from './orders.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Has the decider decide something about one of the orders that have one of these statuses. */
async function change(
  scene: Scene,
  by: 'member' | 'operator',
  what: string,
  { of, command }: { of: readonly SeenOrder[]; command: (order: SeenOrder, context: CommandContext) => Decided },
): Promise<void> {
  const { world, chance, tell } = scene;
  const order = chance.maybe(of);
  if (!order) return;
  const { orderId, memberId } = order;
  const caller = { kind: by, id: by === 'member' ? memberId : 'op' } as const;
  let first: CommandContext | undefined;
  const press = () =>
    world.call(caller, what, ({ commands }, context) => {
      first ??= context;
      const sent = { ...command(order, first), orderId } as Undated<OrderCommand>;
      return commands.execute(decide<OrderCommand>(orderStream, orderId, sent, first));
    });
  // Now and then somebody presses twice.
  const [answer] = await Promise.all(chance.onceIn(6) ? [press(), press()] : [press()]);
  const who = by === 'member' ? nameOf(scene, memberId) : 'an operator';
  tell(`${who} ${what} that is ${order.status}: ${answerCode(answer)}`);
}

type WithoutOrder<Sent> = Sent extends unknown ? Omit<Sent, 'orderId'> : never;
type Decided = WithoutOrder<Undated<OrderCommand>>;

/** By support, of any order. */
export function refund(scene: Scene): Promise<void> {
  const { chance } = scene;
  const what = chance.pick(['all', 'delivery', 'items'] as const);
  return change(scene, 'operator', `refunds ${what} of an order`, {
    of: ordersOf(scene, 'paid', 'in_production', 'shipped', 'delivered', 'cancelled'),
    command: ({ orderId }, { key }) => ({
      type: 'RequestOrderRefund',
      requestId: refundIdOf(key),
      what,
      itemIds: what === 'items' ? someItems(scene, orderId) : [],
      reason: 'by-support',
      note: 'a try',
    }),
  });
}

/** Of one order, the first ones: a repeat of the call names the same. */
function someItems(scene: Scene, orderId: string): string[] {
  const placed = streamsOf<OrderFact>(scene, 'order').find(([first]) => first?.data.orderId === orderId)?.[0];
  if (placed?.type !== 'OrderPlaced') return [];
  const { items } = placed.data;
  return items.slice(0, Math.ceil(items.length / 2)).map(({ itemId }) => itemId);
}

const isPrinted = (order: SeenOrder): boolean => order.isPrinted;

/** What the print service does with an order that it has; most of the time it says so. */
async function produce(scene: Scene): Promise<void> {
  const { world, chance, tell } = scene;
  const { prints } = world;
  const order = chance.maybe(prints.underWay());
  if (!order) return;
  const { id, unshipped, callbackUrl } = order;
  const step = chance.weighted([
    [3, 'begins'],
    [8, 'ships all of'],
    [4, 'ships a part of'],
    [3, 'is stuck with'],
    [1, 'cancels'],
  ]);
  switch (step) {
    case 'begins':
      prints.begin(id);
      break;
    case 'ships all of':
      prints.ship(id, unshipped);
      break;
    case 'ships a part of':
      prints.ship(id, unshipped.slice(0, 1));
      break;
    case 'is stuck with':
      prints.hold(id);
      break;
    case 'cancels':
      prints.giveUp(id);
      break;
  }
  tell(`the print service ${step} an order`);
  if (chance.onceIn(4)) return;
  const token = callbackUrl.slice(callbackUrl.lastIndexOf('/') + 1);
  await world.call({ kind: 'operator', id: 'prints' }, 'print changed', (product, context) =>
    product.prints.changed({ token }, context),
  );
}

/** What becomes of orders of printed products, and what members and support do about them. */
export const printActions: readonly Action[] = [
  // What is paid is given to it after a while.
  driving('the print service works', 3, async (scene) => {
    const { world, chance } = scene;
    if (world.prints.underWay().length === 0) await world.pass(chance.int(20, 180) * MINUTE_MS);
    for (let steps = chance.int(1, 3); steps > 0; steps -= 1) {
      void world.begins(() => produce(scene)).catch((error: unknown) => world.failures.push(error));
      await world.settle();
    }
  }),
  action('the print service is away', 1, ({ world, chance, tell }) => {
    const hours = chance.int(1, 30);
    world.prints.goAway(hours * HOUR_MS);
    tell(`the print service is away for ${hours} hours`);
    return Promise.resolve();
  }),
  action('refund an order', 1, refund),
  action('report an arrival', 1, (scene) => {
    const arrived = scene.chance.onceIn(2);
    return change(scene, 'member', `says that it has ${arrived ? '' : 'not '}got an order`, {
      of: ordersOf(scene, 'in_production', 'shipped', 'delivered').filter(isPrinted),
      command: ({ orderId }) => ({ type: 'ReportArrival', arrived, requestId: onlyRefundIdOf(orderId, 'late') }),
    });
  }),
  action('print once more', 1, (scene) =>
    change(scene, 'operator', 'has an order printed once more', {
      of: ordersOf(scene, 'in_production', 'shipped', 'delivered').filter(isPrinted),
      command: () => ({ type: 'Reprint', reason: 'a try' }),
    }),
  ),
  action('change an address', 1, (scene) => {
    const by = scene.chance.onceIn(3) ? 'operator' : 'member';
    const address = addressOf(scene);
    return change(scene, by, 'changes the address of an order', {
      of: ordersOf(scene, 'pending', 'paid', 'in_production', 'shipped').filter(isPrinted),
      command: () => ({ type: 'ChangeOrderAddress', address, by: by === 'member' ? 'member' : 'support' }),
    });
  }),
];
