import type { Evidence, Violation } from './evidence.ts';

/**
 * A payout is of what sales and challenges bring, and each is paid out once: never of what was paid in. What is taken back beyond what
 * is there was paid back in other money.
 */
export function paidOut(evidence: Evidence): Violation[] {
  return evidence.members.flatMap((memberId) =>
    (['tenths', 'cents'] as const).flatMap((unit) => beyondEarned(evidence, memberId, unit)),
  );
}

function beyondEarned({ account }: Evidence, memberId: string, unit: 'tenths' | 'cents'): Violation[] {
  let earned = 0;
  let badDebt = 0;
  return account(memberId).flatMap(({ type, data }): Violation[] => {
    switch (type) {
      case 'EarningsSettled':
        earned += data[unit];
        return [];
      case 'ChallengeShareGranted':
        if (unit === 'cents') earned += data.cents;
        return [];
      case 'EarningsRevoked':
        earned = Math.max(0, earned - data[unit]);
        return [];
      case 'BadDebtBooked':
        badDebt += data[unit];
        return [];
      case 'EarningsReturned':
        // Of what was paid out before it was taken back nothing is there to be paid out again.
        earned += Math.max(0, data[unit] - badDebt);
        badDebt = Math.max(0, badDebt - data[unit]);
        return [];
      case 'PayoutSettled':
        if (data.outcome === 'returned') earned += data[unit];
        return [];
      case 'PayoutRequested': {
        const says = `payout ${data.payoutId} takes ${data[unit]} ${unit} of the ${earned} that were earned and are left`;
        const isBeyond = data[unit] > earned;
        earned = Math.max(0, earned - data[unit]);
        return isBeyond ? [{ rule: 'paid out ≤ earned', memberId, says }] : [];
      }
      default:
        return [];
    }
  });
}
