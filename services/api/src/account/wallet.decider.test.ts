import { given } from '@easel/kernel/testing/given';
import { accountProblems } from '@easel/contracts/account/http';
import { describe, expect, test } from 'vitest';
import { account, type AccountCommand } from './account.decider.ts';
import {
  bought,
  coverChanged,
  disputed,
  earned,
  imageTerms,
  memberId,
  november,
  refunded,
  toppedUp,
} from './testing/account-facts.ts';
import type { DisputeWallet, RefundWallet, TopUpWallet } from './wallet.decider.ts';

const topUp = (cents: number, paymentId = 'pi_1'): TopUpWallet => ({
  type: 'TopUpWallet',
  memberId,
  paymentId,
  sessionId: 'cs_1',
  cents,
  at: november,
});
const refund = (cents: number, refundId = 're_1', paymentId = 'pi_1', failed = false): RefundWallet => ({
  type: 'RefundWallet',
  memberId,
  refundId,
  paymentId,
  cents,
  failed,
  reason: 'requested',
  at: november,
});
const dispute = (cents: number, outcome: DisputeWallet['outcome'] = 'frozen'): DisputeWallet => ({
  type: 'DisputeWallet',
  memberId,
  disputeId: 'dp_1',
  paymentId: 'pi_1',
  cents,
  outcome,
  reason: 'fraudulent',
  at: november,
});
const buy: AccountCommand = {
  type: 'PurchaseImage',
  memberId,
  ...imageTerms({ method: 'dollars', cents: 300, tenths: 200 }),
  at: november,
};
const spent = bought({ method: 'dollars', tenths: 0, allowanceTenths: 0, cents: 300 });

describe('a top-up', () => {
  test('is settled by its payment, once', () => {
    given(account).when(topUp(1000)).then(toppedUp(1000));
    given(account, toppedUp(1000)).when(topUp(1000)).thenNothing();
    const test = toppedUp(1000);
    given(account)
      .when({ ...topUp(1000), livemode: false })
      .then({ ...test, data: { ...test.data, livemode: false } });
  });

  test('is never refused, whatever is owed', () => {
    given(account, toppedUp(1000), spent, refunded(1000, 1000), coverChanged(1))
      .when(topUp(1, 'pi_2'))
      .then(toppedUp(1, 'pi_2'));
  });
});

describe('a refund', () => {
  test('takes from the wallet what the payment brought', () => {
    given(account, toppedUp(1000)).when(refund(400)).then(refunded(400, 400));
    given(account, toppedUp(1000), refunded(400, 400)).when(refund(400)).thenNothing();
  });

  test('of what was spent leaves a debt, and nothing can be spent', () => {
    const owing = given(account, toppedUp(1000), spent, refunded(1000, 1000));
    expect(owing.state()).toMatchObject({ cents: -300 });
    owing
      .when({ ...buy, ...imageTerms({ method: 'dollars', variantId: memberId, cents: 1 }) })
      .thenRefuses(accountProblems.owing);
  });

  test('before its payment is remembered, and nets out', () => {
    given(account, toppedUp(500, 'pi_0')).when(refund(1000)).then(refunded(1000, 0));
    expect(given(account, toppedUp(500, 'pi_0'), refunded(1000, 0)).state()).toMatchObject({ cents: 500 });
    given(account, refunded(400, 0))
      .when(topUp(1000))
      .then(toppedUp(1000, 'pi_1', 600));
    expect(given(account, refunded(1000, 0), toppedUp(1000, 'pi_1', 0)).state()).toMatchObject({ cents: 0 });
  });
});

test('a refund and a dispute say of what is only a test payment that it is one', () => {
  const test = { livemode: false };
  for (const [command, event] of [
    [refund(400), refunded(400, 400)],
    [dispute(1000), disputed(1000)],
  ] as const) {
    given(account, toppedUp(1000))
      .when({ ...command, ...test })
      .then({ ...event, data: { ...event.data, ...test } } as typeof event);
  }
});

describe('a dispute', () => {
  test('freezes, and releases what was won', () => {
    given(account, toppedUp(1000)).when(dispute(1000)).then(disputed(1000));
    expect(given(account, toppedUp(1000), disputed(1000)).state()).toMatchObject({ cents: 0, frozenCents: 1000 });
    given(account, toppedUp(1000), disputed(1000)).when(dispute(1000, 'released')).then(disputed(1000, 'released'));
    expect(given(account, toppedUp(1000), disputed(1000), disputed(1000, 'released')).state()).toMatchObject({
      cents: 1000,
      frozenCents: 0,
    });
  });

  test('that was won leaves the payment to be refunded', () => {
    given(account, toppedUp(1000), disputed(1000), disputed(1000, 'released'))
      .when(refund(1000))
      .then(refunded(1000, 1000));
  });

  test('gives up what was lost', () => {
    expect(given(account, toppedUp(1000), disputed(1000), disputed(1000, 'lost')).state()).toMatchObject({
      cents: 0,
      frozenCents: 0,
      disputes: {},
    });
  });

  test('of what was spent leaves a debt', () => {
    expect(given(account, toppedUp(1000), spent, disputed(1000)).state()).toMatchObject({ cents: -300 });
  });

  test('whose end is told first is whole, and its beginning changes nothing', () => {
    given(account, toppedUp(1000)).when(dispute(1000, 'released')).then(disputed(1000), disputed(1000, 'released'));
    const over = given(account, toppedUp(1000), disputed(1000), disputed(1000, 'released'));
    over.when(dispute(1000)).thenNothing();
    over.when(dispute(1000, 'lost')).thenNothing();
  });

  test('and a refund of the same payment both took the money, so both count; what is won comes back', () => {
    given(account, toppedUp(1000), disputed(1000)).when(refund(1000)).then(refunded(1000, 1000));
    const both = [toppedUp(1000), disputed(1000), refunded(1000, 1000)];
    expect(given(account, ...both).state()).toMatchObject({ cents: -1000 });
    expect(given(account, ...both, disputed(1000, 'released')).state()).toMatchObject({ cents: 0, frozenCents: 0 });
  });

  test('that was won gives earnings back as earnings', () => {
    const history = [toppedUp(1000), spent, earned(0, 500), disputed(1000)];
    expect(given(account, ...history).state()).toMatchObject({ cents: 200, earnedCents: 200 });
    expect(given(account, ...history, disputed(1000, 'released')).state()).toMatchObject({
      cents: 1200,
      earnedCents: 500,
    });
  });

  test('before its payment freezes at once, and nets out', () => {
    given(account).when(dispute(1000)).then(disputed(1000));
    expect(given(account, disputed(1000), toppedUp(1000)).state()).toMatchObject({ cents: 0, frozenCents: 1000 });
  });
});
