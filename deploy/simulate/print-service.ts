import type { PrintOrder } from '@easel/api/orders/print-order';
import { PrintRefused, PrintServiceAway, type PrintGateway } from '@easel/api/orders/print.gateway';
import type { PrintedOrder } from '@easel/api/orders/seen-print';
import type { Printed } from './invariants/evidence.ts';
import type { Fortune } from './fortune.ts';

type Stage = 'InProgress' | 'Complete' | 'Cancelled';

interface Parcel {
  id: string;
  itemIds: string[];
  at: Date;
}

/** An order as the print service has it. */
interface Kept {
  id: string;
  /** Of the order of the product, and its attempt. */
  orderId: string;
  attempt: number;
  createdAt: Date;
  items: { id: string; reference: string; copies: number }[];
  stage: Stage;
  /** Nothing of it can be cancelled any more. */
  isBegun: boolean;
  /** A code that support has to look at; null while it goes on. */
  issue: string | null;
  parcels: Parcel[];
  /** Where it says that something has changed. */
  callbackUrl: string;
}

const CENTS_PER_COPY = 700;

/** A print service that prints nothing: what it takes, refuses, loses, ships and cancels, the world decides. */
export class PrintService {
  /** By id. */
  private readonly kept = new Map<string, Kept>();
  private readonly idOfKey = new Map<string, string>();
  private awayUntilMs = 0;
  private lastMissedMs = 0;

  /** Its door in one process. `through` waits for the turn of the process, before and after. */
  gateway(through: <T>(work: () => T) => Promise<T>, fortune: Pick<Fortune, 'goesWrong'>): PrintGateway {
    const gateway: Pick<PrintGateway, 'create' | 'find' | 'look' | 'cancel'> = {
      create: async (order) => {
        const id = await through(() => this.create(order, fortune.goesWrong('printRefused')));
        if (!fortune.goesWrong('printAnswerLost')) return id;
        this.lastMissedMs = Date.now();
        throw new PrintServiceAway('its answer was lost');
      },
      find: (_reference, key) => through(() => this.find(key)),
      look: (id) => through(() => this.look(id)),
      cancel: (id) => through(() => this.cancel(id)),
    };
    // `as`: it has private fields besides.
    return gateway as PrintGateway;
  }

  goAway(ms: number): void {
    this.awayUntilMs = Date.now() + ms;
  }

  comeBack(): void {
    this.awayUntilMs = 0;
  }

  /** What is being made, the oldest first. */
  underWay(): { id: string; callbackUrl: string; unshipped: string[] }[] {
    return [...this.kept.values()]
      .filter(({ stage }) => stage === 'InProgress')
      .map((order) => ({ id: order.id, callbackUrl: order.callbackUrl, unshipped: unshippedOf(order) }));
  }

  begin(id: string): void {
    this.need(id).isBegun = true;
  }

  /** Ships some of its items; with the last one it is complete. */
  ship(id: string, itemIds: readonly string[]): void {
    const order = this.need(id);
    order.isBegun = true;
    order.issue = null;
    order.parcels.push({ id: `shp_${crypto.randomUUID()}`, itemIds: [...itemIds], at: new Date() });
    if (unshippedOf(order).length === 0) order.stage = 'Complete';
  }

  /** It cannot go on before support has done something. */
  hold(id: string): void {
    this.need(id).issue = 'order.items.assets.FailedToDownload';
  }

  /** As it does by itself, where it cannot print it. */
  giveUp(id: string): void {
    this.need(id).stage = 'Cancelled';
  }

  /** All that it has been given, in the order in which it came. */
  printed(): Printed[] {
    return [...this.kept.values()].map((order) => ({
      id: order.id,
      orderId: order.orderId,
      attempt: order.attempt,
      createdAt: order.createdAt,
      isCancelled: order.stage === 'Cancelled',
      copies: new Map(order.items.map(({ reference, copies }) => [reference, copies])),
    }));
  }

  /** When an answer of it was missed last; 0 where none was. */
  get missedMs(): number {
    return this.lastMissedMs;
  }

  private create({ idempotencyKey, callbackUrl, items }: PrintOrder, isRefused: boolean): string {
    this.answerOrBeAway();
    const known = this.idOfKey.get(idempotencyKey);
    if (known !== undefined) return known;
    if (isRefused) throw new PrintRefused('The print service does not take this order.', 400);
    const id = `ord_${crypto.randomUUID()}`;
    const [orderId = '', attempt] = idempotencyKey.split(':');
    this.idOfKey.set(idempotencyKey, id);
    this.kept.set(id, {
      id,
      orderId,
      attempt: Number(attempt),
      createdAt: new Date(),
      items: items.map(({ merchantReference: reference, copies }) => ({ id: `ori_${reference}`, reference, copies })),
      stage: 'InProgress',
      isBegun: false,
      issue: null,
      parcels: [],
      callbackUrl,
    });
    return id;
  }

  private find(idempotencyKey: string): string | undefined {
    this.answerOrBeAway();
    return this.idOfKey.get(idempotencyKey);
  }

  private look(id: string): PrintedOrder | undefined {
    this.answerOrBeAway();
    const order = this.kept.get(id);
    if (!order) return undefined;
    const { stage, issue, items, parcels } = order;
    const copies = items.reduce((sum, item) => sum + item.copies, 0);
    return {
      id,
      status: { stage, issues: issue === null ? [] : [{ errorCode: issue }] },
      charges: [{ totalCost: { amount: ((copies * CENTS_PER_COPY) / 100).toFixed(2), currency: 'USD' } }],
      shipments: parcels.map((parcel) => ({
        id: parcel.id,
        status: 'Shipped',
        dispatchDate: parcel.at.toISOString(),
        items: parcel.itemIds.map((itemId) => ({ itemId })),
      })),
      items: items.map((item) => ({ id: item.id, merchantReference: item.reference })),
    };
  }

  private cancel(id: string): 'cancelled' | 'too-late' {
    this.answerOrBeAway();
    const order = this.kept.get(id);
    if (!order || order.stage === 'Cancelled') return 'cancelled';
    if (order.isBegun) return 'too-late';
    order.stage = 'Cancelled';
    return 'cancelled';
  }

  private answerOrBeAway(): void {
    if (Date.now() >= this.awayUntilMs) return;
    this.lastMissedMs = Date.now();
    throw new PrintServiceAway('it is away');
  }

  private need(id: string): Kept {
    const order = this.kept.get(id);
    if (!order) throw new Error(`${id} is not there`);
    return order;
  }
}

function unshippedOf({ items, parcels }: Kept): string[] {
  const shipped = new Set(parcels.flatMap(({ itemIds }) => itemIds));
  return items.flatMap(({ id }) => (shipped.has(id) ? [] : [id]));
}
