import type { SubscribedTier } from '@easel/contracts/account/policy';
import { utcDay } from '@easel/contracts/account/policy';
import type { ImageSize } from '@easel/contracts/downloads/policy';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { earnedBy, isMature, settlesAt, type Sale } from '@easel/contracts/earnings/policy';
import type { Decider } from '@easel/kernel/deciding/decider';

interface Accrual {
  purchaseId: string;
  tenths: number;
  cents: number;
  accruedAt: string;
}

/** A sale that accrued. */
interface Sold {
  key: string;
  buyerId: string;
  tenths: number;
  cents: number;
  matured: boolean;
  /** How often what paid for it went or came back: while that is gone, it is odd and the sale brings nothing. */
  turn: number;
}

/** What a member's sales brought and the account has not got yet. Sums are tenths of a credit and cents of a dollar. */
export interface Earnings {
  /** In the order in which they accrued; those that bring nothing now, too, with nothing. */
  resting: Accrual[];
  /** The UTC day that was settled last; it never goes backwards. */
  day: string;
  /** By purchase. */
  sales: Record<string, Sold>;
  /** Ids of buyers' facts, with the revision that settled each. */
  settled: Record<string, number>;
  /** Of the next fact. */
  nextRevision: number;
}

export type EarningsCommand =
  | ({
      type: 'AccrueEarnings';
      /** The seller, as the seller stood at the sale. */
      memberId: string;
      tier: SubscribedTier;
      curator: boolean;
      /** Id of the buyer's fact: settles it. */
      key: string;
      buyerId: string;
      purchaseId: string;
      generationId: string;
      variantId: string;
      size: ImageSize;
      at: Date;
    } & Sale)
  /** What paid for a sale went or came back: so often by now. */
  | { type: 'TurnSale'; memberId: string; purchaseId: string; turn: number }
  /** Once a UTC day; `settlesAt` says when. */
  | { type: 'MatureEarnings'; memberId: string; at: Date };

const DAY_MS = 24 * 3_600_000;

type Accrue = Extract<EarningsCommand, { type: 'AccrueEarnings' }>;
type Turn = Extract<EarningsCommand, { type: 'TurnSale' }>;

export const earnings: Decider<Earnings, EarningsCommand, EarningsFact> = {
  snapshot: 'earnings@2',

  initial: () => ({ resting: [], sales: {}, day: '', settled: {}, nextRevision: 0 }),

  decide(command, state) {
    switch (command.type) {
      case 'AccrueEarnings':
        return accrue(command, state);
      case 'TurnSale':
        return turnSale(command, state);
      case 'MatureEarnings':
        return mature(command, state);
    }
  },

  again: (command, state) => (command.type === 'MatureEarnings' ? heldBackUntil(state, command.at) : undefined),

  evolve(state, fact) {
    const revision = state.nextRevision;
    state.nextRevision += 1;
    switch (fact.type) {
      case 'EarningsAccrued': {
        const { key, buyerId, purchaseId, tenths, cents, accruedAt } = fact.data;
        state.settled[key] = revision;
        state.sales[purchaseId] = { key, buyerId, tenths, cents, matured: false, turn: 0 };
        state.resting.push({ purchaseId, tenths, cents, accruedAt });
        return state;
      }
      case 'EarningsMatured':
        state.day = fact.data.day;
        for (const { purchaseId } of state.resting.splice(0, fact.data.sales)) {
          const sale = state.sales[purchaseId];
          if (sale) sale.matured = true;
        }
        return state;
      case 'EarningsReversed':
      case 'EarningsReinstated':
        turned(state, fact.data);
        return state;
    }
  },
};

function accrue(command: Accrue, state: Earnings): EarningsFact[] {
  const { memberId, key, buyerId, purchaseId, generationId, variantId, size, method, tier, curator, at } = command;
  if (Object.hasOwn(state.settled, key) || buyerId === memberId) return [];
  const earned = earnedBy(command, { tier, curator });
  if (earned.tenths === 0 && earned.cents === 0) return [];
  return [
    {
      type: 'EarningsAccrued',
      data: {
        memberId,
        key,
        buyerId,
        purchaseId,
        generationId,
        variantId,
        size,
        method,
        tier,
        curator,
        ...earned,
        // A clock that runs behind the one before cannot make a later sale rest shorter.
        accruedAt: laterOf(at.toISOString(), state.resting.at(-1)?.accruedAt ?? ''),
      },
    },
  ];
}

function turned(state: Earnings, { purchaseId, turn }: { purchaseId: string; turn: number }): void {
  const sale = state.sales[purchaseId];
  if (!sale) return;
  sale.turn = turn;
  const resting = state.resting.find((accrual) => accrual.purchaseId === purchaseId);
  if (resting) Object.assign(resting, broughtBy(sale));
}

/** What a sale brings as it stands. */
const broughtBy = ({ turn, tenths, cents }: Sold): { tenths: number; cents: number } =>
  turn % 2 === 0 ? { tenths, cents } : { tenths: 0, cents: 0 };

/**
 * One fact, up to the turn that is told of, with what it changes: nothing, where what had gone came back and went again
 * before it was told. So told late, twice or out of order, a sale ends the same. Of a sale that has not accrued
 * nothing: its accrual looks how often it turned.
 */
function turnSale({ memberId, purchaseId, turn }: Turn, state: Earnings): EarningsFact[] {
  const sale = state.sales[purchaseId];
  if (!sale || turn <= sale.turn) return [];
  const { key, buyerId, matured } = sale;
  const [before, after] = [broughtBy(sale), broughtBy({ ...sale, turn })];
  const tenths = Math.abs(after.tenths - before.tenths);
  const cents = Math.abs(after.cents - before.cents);
  return [
    {
      type: turn % 2 === 1 ? 'EarningsReversed' : 'EarningsReinstated',
      data: { memberId, key, buyerId, purchaseId, turn, tenths, cents, matured },
    },
  ];
}

/** When what rests is settled next, since no day is settled twice; undefined where nothing rests. */
export function nextSettlement({ resting: [first], day }: Earnings): Date | undefined {
  if (!first) return undefined;
  const due = settlesAt(first.accruedAt);
  const dayAfter = day === '' ? due : new Date(Date.parse(day) + DAY_MS);
  return dayAfter > due ? dayAfter : due;
}

/** Where something had rested long enough at that instant, and its day was settled before it came: the day after. */
export function heldBackUntil(state: Earnings, at: Date): Date | undefined {
  const first = state.resting[0];
  return first && isMature(first.accruedAt, at) ? nextSettlement(state) : undefined;
}

const laterOf = (one: string, other: string): string => (one > other ? one : other);

function mature({ memberId, at }: { memberId: string; at: Date }, state: Earnings): EarningsFact[] {
  const day = utcDay(at);
  if (day <= state.day) return [];
  const firstResting = state.resting.findIndex(({ accruedAt }) => !isMature(accruedAt, at));
  const matured = firstResting < 0 ? state.resting : state.resting.slice(0, firstResting);
  if (matured.length === 0) return [];
  const sum = (of: 'tenths' | 'cents'): number => matured.reduce((total, accrual) => total + accrual[of], 0);
  return [
    {
      type: 'EarningsMatured',
      data: { memberId, day, tenths: sum('tenths'), cents: sum('cents'), sales: matured.length },
    },
  ];
}
