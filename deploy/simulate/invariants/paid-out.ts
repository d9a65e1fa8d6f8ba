import type { Evidence, Violation } from './evidence.ts';

/** A payout is of what sales bring, never of what was paid in: with it no more is paid out than they had brought until then. */
export function paidOut({ members, account }: Evidence): Violation[] {
  return members.flatMap((memberId) => {
    const left = { tenths: 0, cents: 0 };
    const count = ({ tenths, cents }: typeof left, sign: 1 | -1): void => {
      left.tenths += sign * tenths;
      left.cents += sign * cents;
    };
    return account(memberId).flatMap(({ type, data }): Violation[] => {
      switch (type) {
        case 'EarningsSettled':
        case 'EarningsReturned':
          count(data, 1);
          return [];
        case 'EarningsRevoked':
        case 'BadDebtBooked':
          count(data, -1);
          return [];
        case 'PayoutSettled':
          if (data.outcome === 'returned') count(data, 1);
          return [];
        case 'PayoutRequested': {
          count(data, -1);
          const says = `payout ${data.payoutId} leaves ${left.tenths} tenths and ${left.cents} cents of what was earned`;
          const isLacking = (data.tenths > 0 && left.tenths < 0) || (data.cents > 0 && left.cents < 0);
          return isLacking ? [{ rule: 'paid out ≤ earned', memberId, says }] : [];
        }
        default:
          return [];
      }
    });
  });
}
