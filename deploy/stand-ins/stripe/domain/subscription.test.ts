import { expect, test } from 'vitest';
import {
  atPeriodEnd,
  cancelling,
  ended,
  nextDueS,
  paid,
  paymentFailed,
  renewed,
  repriced,
  started,
} from './subscription.ts';

const DAY = 86_400;
const start = Date.UTC(2026, 0, 31) / 1000;
const monthly = { interval: 'month', count: 1 } as const;
const active = started(start, monthly, true);
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

test('it begins active where it is paid, and waits where it is not', () => {
  expect(active.status).toBe('active');
  expect(nextDueS(active)).toBe(active.periodEndS);
  const waiting = started(start, monthly, false);
  expect(waiting.status).toBe('incomplete');
  expect(nextDueS(waiting)).toBeNull();
  expect(paid(waiting).status).toBe('active');
  expect(paymentFailed(waiting, start).status).toBe('incomplete_expired');
});

test('periods follow one another on the day it began, as far as months have it', () => {
  const second = renewed(active);
  const third = renewed(second);
  expect([active, second, third].map(({ periodEndS }) => day(periodEndS))).toEqual([
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
  ]);
  expect(second.periodStartS).toBe(active.periodEndS);
});

test('failed payments are tried again after 3, 5 and 7 days, then it ends', () => {
  const waits: (number | null)[] = [];
  let state = renewed(active);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    state = paymentFailed(state, start);
    expect(state.status).toBe('past_due');
    waits.push(state.nextAttemptS === null ? null : (state.nextAttemptS - start) / DAY);
  }
  expect(waits).toEqual([3, 5, 7]);
  const last = paymentFailed(state, start);
  expect(last).toMatchObject({ status: 'canceled', reason: 'payment_failed', nextAttemptS: null, endedAtS: start });
  expect(paid(state)).toMatchObject({ status: 'active', failedAttempts: 0, nextAttemptS: null });
});

test('the end of a period renews it, unless it is cancelled or owes', () => {
  const leaving = cancelling(active, true, start + 5);
  expect(leaving).toMatchObject({ cancelAtPeriodEnd: true, canceledAtS: start + 5, reason: 'cancellation_requested' });
  expect(cancelling(leaving, true, start + 9)).toBe(leaving);
  expect(cancelling(leaving, false, start + 9)).toEqual(active);
  expect(atPeriodEnd(active)).toBe('renew');
  expect(atPeriodEnd(leaving)).toBe('end');
  expect(atPeriodEnd(paymentFailed(active, start))).toBe('end');
  expect(atPeriodEnd(ended(active, start, 'payment_failed'))).toBe('nothing');
});

test('what is over stays over', () => {
  const over = ended(active, start, 'cancellation_requested');
  expect(paid(over)).toBe(over);
  expect(paymentFailed(over, start)).toBe(over);
  expect(nextDueS(over)).toBeNull();
});

test('another rhythm begins a period now, the same one goes on', () => {
  expect(repriced(active, monthly, start + DAY)).toBe(active);
  const yearly = repriced(active, { interval: 'year', count: 1 }, start + DAY);
  expect([day(yearly.periodStartS), day(yearly.periodEndS)]).toEqual(['2026-02-01', '2027-02-01']);
});
