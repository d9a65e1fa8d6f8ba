import type { AccountFact } from '@easel/contracts/account/events';
import { accountProblems } from '@easel/contracts/account/http';
import { allowanceTenths, monthlyImageLimit, utcMonth, type Tier } from '@easel/contracts/account/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Decider } from '@easel/kernel/decider';

/** What is held for one generation. */
interface Charge {
  generationId: string;
  fingerprint: string;
  tenths: number;
  images: number;
}

interface Hold {
  tenths: number;
  allowanceTenths: number;
  permanentTenths: number;
  images: number;
  month: string;
  fingerprint: string;
}

/** A member's credits. Sums are tenths of a credit. */
export interface Account {
  tier: Tier;
  /** The UTC month whose allowance was granted last; it never goes backwards. */
  month: string;
  /** What is left to spend in each bucket; what is held has left it already. */
  allowanceTenths: number;
  permanentTenths: number;
  heldTenths: number;
  /** By generation. */
  holds: Record<string, Hold>;
  /** Images held or made in `month`. */
  imagesThisMonth: number;
  /** Images made and paid for since the beginning. */
  imagesMade: number;
  capturedThisMonthTenths: number;
  /** Every key that was settled, with the revision that settled it: a repeat is a no-op. */
  settled: Record<string, number>;
  /** Of the next fact. */
  nextRevision: number;
}

export type AccountCommand =
  | {
      type: 'GrantCredits';
      memberId: string;
      key: string;
      tenths: number;
      reason: 'adjustment';
      note: string;
      at: Date;
    }
  /** Grants the month's allowance where it is due. */
  | { type: 'OpenMonth'; memberId: string; at: Date }
  /** All of them or none. */
  | { type: 'HoldCredits'; memberId: string; charges: readonly Charge[]; at: Date }
  | { type: 'CaptureCredits'; memberId: string; generationId: string; at: Date }
  | {
      type: 'ReleaseCredits';
      memberId: string;
      generationId: string;
      reason: 'failed' | 'cancelled' | 'abandoned';
      at: Date;
    };

export const availableTenths = (account: Account): number => account.allowanceTenths + account.permanentTenths;

/** What the account is worth once the month of `at` has been opened: what a reader is shown before any command ran in it. */
export function asOf(account: Account, at: Date): Account {
  const month = utcMonth(at);
  return month > account.month
    ? {
        ...account,
        month,
        allowanceTenths: allowanceTenths(account.tier),
        imagesThisMonth: 0,
        capturedThisMonthTenths: 0,
      }
    : account;
}

const settledHold = (generationId: string): string => `hold:${generationId}`;
const settledEnd = (generationId: string): string => `end:${generationId}`;

export const account: Decider<Account, AccountCommand, AccountFact> = {
  snapshot: 'account@1',

  initial: () => ({
    tier: 'free',
    month: '',
    allowanceTenths: 0,
    permanentTenths: 0,
    heldTenths: 0,
    holds: {},
    imagesThisMonth: 0,
    imagesMade: 0,
    capturedThisMonthTenths: 0,
    settled: {},
    nextRevision: 0,
  }),

  decide(command, state) {
    switch (command.type) {
      case 'GrantCredits':
        if (command.key in state.settled) return [];
        return [
          ...openMonth(command, state),
          {
            type: 'CreditsGranted',
            data: {
              memberId: command.memberId,
              bucket: 'permanent',
              tenths: command.tenths,
              reason: command.reason,
              key: command.key,
              month: null,
              note: command.note,
            },
          },
        ];
      case 'OpenMonth':
        return openMonth(command, state);
      case 'HoldCredits':
        return hold(command, state);
      case 'CaptureCredits': {
        const held = state.holds[command.generationId];
        if (!held) return []; // ended before: exactly once
        const { memberId, generationId } = command;
        return [{ type: 'CreditsCaptured', data: { memberId, generationId, ...sums(held) } }];
      }
      case 'ReleaseCredits': {
        const held = state.holds[command.generationId];
        if (!held) return [];
        return release(command, held, state);
      }
    }
  },

  evolve(state, fact) {
    const revision = state.nextRevision;
    state.nextRevision += 1;
    switch (fact.type) {
      case 'CreditsGranted':
        state.settled[fact.data.key] = revision;
        if (fact.data.bucket === 'permanent') state.permanentTenths += fact.data.tenths;
        else state.allowanceTenths += fact.data.tenths;
        if (fact.data.month !== null) {
          state.month = fact.data.month;
          state.imagesThisMonth = 0;
          state.capturedThisMonthTenths = 0;
        }
        return state;
      case 'CreditsExpired':
        state.allowanceTenths -= fact.data.tenths;
        return state;
      case 'CreditsHeld': {
        const { generationId, memberId: _memberId, ...held } = fact.data;
        state.settled[settledHold(generationId)] = revision;
        state.holds[generationId] = held;
        state.allowanceTenths -= held.allowanceTenths;
        state.permanentTenths -= held.permanentTenths;
        state.heldTenths += held.tenths;
        state.imagesThisMonth += held.images;
        return state;
      }
      case 'CreditsCaptured':
        state.settled[settledEnd(fact.data.generationId)] = revision;
        state.heldTenths -= fact.data.tenths;
        state.imagesMade += state.holds[fact.data.generationId]?.images ?? 0;
        state.capturedThisMonthTenths += fact.data.tenths;
        delete state.holds[fact.data.generationId];
        return state;
      case 'CreditsReleased': {
        const held = state.holds[fact.data.generationId];
        state.settled[settledEnd(fact.data.generationId)] = revision;
        state.heldTenths -= fact.data.tenths;
        state.allowanceTenths += fact.data.allowanceTenths;
        state.permanentTenths += fact.data.permanentTenths;
        if (held?.month === state.month) state.imagesThisMonth -= held.images;
        delete state.holds[fact.data.generationId];
        return state;
      }
    }
  },
};

const sums = ({ tenths, allowanceTenths, permanentTenths }: Hold) => ({ tenths, allowanceTenths, permanentTenths });

/** What is left of an older month's allowance expires; the new month's is granted. Nothing where the month is open. */
function openMonth({ memberId, at }: { memberId: string; at: Date }, state: Account): AccountFact[] {
  const month = utcMonth(at);
  if (month <= state.month) return [];
  const facts: AccountFact[] = [];
  if (state.allowanceTenths > 0) {
    facts.push({ type: 'CreditsExpired', data: { memberId, tenths: state.allowanceTenths, month: state.month } });
  }
  facts.push({
    type: 'CreditsGranted',
    data: {
      memberId,
      bucket: 'allowance',
      tenths: allowanceTenths(state.tier),
      reason: 'allowance',
      key: `allowance:${month}`,
      month,
      note: null,
    },
  });
  return facts;
}

function hold(
  { memberId, charges, at }: Extract<AccountCommand, { type: 'HoldCredits' }>,
  state: Account,
): AccountFact[] {
  const fresh = charges.filter(({ generationId }) => !(settledHold(generationId) in state.settled));
  if (fresh.length === 0) return [];
  const open = new Set(Object.values(state.holds).map(({ fingerprint }) => fingerprint));
  for (const { fingerprint } of fresh) {
    if (open.has(fingerprint)) throw new Refused(accountProblems.inProgress);
    open.add(fingerprint);
  }
  const opening = openMonth({ memberId, at }, state);
  const now = asOf(state, at);
  const limit = monthlyImageLimit(now.tier);
  const images = fresh.reduce((sum, charge) => sum + charge.images, 0);
  if (limit !== null && now.imagesThisMonth + images > limit) throw new Refused(accountProblems.monthlyLimit);
  const total = fresh.reduce((sum, { tenths }) => sum + tenths, 0);
  if (availableTenths(now) < total) throw new Refused(accountProblems.insufficientCredits);
  let allowance = now.allowanceTenths;
  return [
    ...opening,
    ...fresh.map(({ generationId, fingerprint, tenths, images }): AccountFact => {
      const fromAllowance = Math.min(tenths, allowance);
      allowance -= fromAllowance;
      return {
        type: 'CreditsHeld',
        data: {
          memberId,
          generationId,
          fingerprint,
          tenths,
          allowanceTenths: fromAllowance,
          permanentTenths: tenths - fromAllowance,
          images,
          // A clock that runs behind puts the hold into the month that is open.
          month: now.month,
        },
      };
    }),
  ];
}

/** An allowance comes back into its own month; where that is over, what comes back expires at once. */
function release(
  { memberId, generationId, reason }: Extract<AccountCommand, { type: 'ReleaseCredits' }>,
  held: Hold,
  state: Account,
): AccountFact[] {
  const facts: AccountFact[] = [{ type: 'CreditsReleased', data: { memberId, generationId, ...sums(held), reason } }];
  if (held.month < state.month && held.allowanceTenths > 0) {
    facts.push({ type: 'CreditsExpired', data: { memberId, tenths: held.allowanceTenths, month: held.month } });
  }
  return facts;
}
