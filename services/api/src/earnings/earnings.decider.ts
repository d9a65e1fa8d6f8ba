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
  /** How often the sale lost or regained its payment. Odd while the payment is missing: the sale earns nothing. */
  turn: number;
}

/** A member's earnings that are not in the account yet. Sums are tenths of a credit and cents of a dollar. */
export interface Earnings {
  /** In the order in which they accrued; with zero while their payment is missing. */
  resting: Accrual[];
  /** The UTC day that was settled last; it never goes backwards. */
  day: string;
  /** By purchase. */
  sales: Record<string, Sold>;
  /** Revision of the accrual by the id of the buyer's event. Deduplicates. */
  settled: Record<string, number>;
  /** Revision of the next event. */
  nextRevision: number;
}

export type EarningsCommand =
  | ({
      type: 'AccrueEarnings';
      /** The seller, with plan and appointment at the time of the sale. */
      memberId: string;
      tier: SubscribedTier;
      curator: boolean;
      /** Id of the buyer's event. Deduplicates. */
      key: string;
      buyerId: string;
      purchaseId: string;
      generationId: string;
      variantId: string;
      size: ImageSize;
      at: Date;
    } & Sale)
  /** The sale lost or regained its payment; `turn` counts these changes. */
  | { type: 'TurnSale'; memberId: string; purchaseId: string; turn: number }
  /** Sent once per UTC day, at `settlesAt`. */
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
        // A clock that runs behind must not let a later sale mature sooner.
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

/** Returns the earnings of a sale in its current turn. */
const broughtBy = ({ turn, tenths, cents }: Sold): { tenths: number; cents: number } =>
  turn % 2 === 0 ? { tenths, cents } : { tenths: 0, cents: 0 };

/**
 * Moves a sale to a turn with one fact and the difference in sums, which is zero if an even number of turns is skipped.
 * Late, repeated and reordered commands therefore give the same result. Ignores a sale that has not accrued: its
 * accrual reads the turn.
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

/** Returns the next settlement, since no day is settled twice; undefined if nothing is waiting. */
export function nextSettlement({ resting: [first], day }: Earnings): Date | undefined {
  if (!first) return undefined;
  const due = settlesAt(first.accruedAt);
  const dayAfter = day === '' ? due : new Date(Date.parse(day) + DAY_MS);
  return dayAfter > due ? dayAfter : due;
}

/** Returns the next day if something is mature at that instant but its day was settled before it accrued. */
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
