import type { AccountFact } from '@easel/contracts/account/events';
import { accountProblems } from '@easel/contracts/account/http';
import { downloadProblems } from '@easel/contracts/downloads/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { purchaseProblems } from '@easel/contracts/purchases/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { boughtAs } from './account-state.decider.ts';
import { account, type AccountCommand } from './account.decider.ts';
import type { GrantDownload, PurchaseImage } from './purchases.decider.ts';
import {
  allowance,
  bonus,
  bought,
  december,
  expired,
  idOf,
  imageTerms,
  memberId,
  november,
  sellerId,
  studio,
  toppedUp,
} from './testing/account-facts.ts';

const buy = (request: Partial<PurchaseImage> = {}, at = november): AccountCommand => ({
  type: 'PurchaseImage',
  memberId,
  ...imageTerms(),
  at,
  ...request,
});
const opened = (left: number) => [expired(left), allowance(500, '2026-12')];
const inDollars = { method: 'dollars' } as const;
const paidInDollars = { method: 'dollars', tenths: 0, allowanceTenths: 0, cents: 75 } as const;

function refusalOf(history: readonly AccountFact[], command: AccountCommand): Refused {
  try {
    given(account, ...history)
      .when(command)
      .facts();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('a purchase with credits', () => {
  test('spends the allowance first', () => {
    given(account, allowance(30), bonus(100))
      .when(buy())
      .then(bought({ allowanceTenths: 30, permanentTenths: 20 }));
  });

  test('opens the month, and is paid from its allowance', () => {
    given(account, allowance(30))
      .when(buy({}, december))
      .then(...opened(30), bought({ purchasedAt: december.toISOString() }));
  });

  test('says which part a paid plan had granted', () => {
    given(account, ...studio, bonus(100))
      .when(buy({ tenths: 6050 }))
      .then(bought({ tenths: 6050, allowanceTenths: 6000, permanentTenths: 50, earningTenths: 6000, tier: 'studio' }));
  });

  test('is refused beyond what is there, and says what is missing', () => {
    const refusal = refusalOf([allowance(500)], buy({ tenths: 501, cents: 751 }));
    expect(refusal.problem).toEqual(accountProblems.insufficientCredits);
    expect(refusal.extra).toEqual({ balance: 50, required: 50.1, suggestedTopUp: 16 });
  });

  test('is refused where only dollars buy', () => {
    given(account, allowance(500))
      .when(buy({ tenths: null }))
      .thenRefuses(purchaseProblems.dollarsOnly);
  });

  test('is refused while a bank is owed', () => {
    const revoked: AccountFact = {
      type: 'CreditsRevoked',
      data: {
        memberId,
        key: 'r',
        tenths: 600,
        allowanceTenths: 500,
        permanentTenths: 100,
        reason: 'dispute',
        month: null,
        paymentId: null,
        note: null,
      },
    };
    given(account, allowance(500), revoked)
      .when(buy({ tenths: 1 }))
      .thenRefuses(accountProblems.owing);
  });
});

describe('a purchase with dollars', () => {
  test('is paid from the wallet, and leaves the credits alone', () => {
    given(account, allowance(500), toppedUp(1000)).when(buy(inDollars)).then(bought(paidInDollars));
    expect(given(account, allowance(500), toppedUp(1000), bought(paidInDollars)).state()).toMatchObject({
      cents: 925,
      allowanceTenths: 500,
    });
  });

  test('is refused beyond what is there, and says what is missing', () => {
    const refusal = refusalOf([allowance(), toppedUp(1000)], buy({ ...inDollars, cents: 1001 }));
    expect(refusal.problem).toEqual(purchaseProblems.insufficientWallet);
    expect(refusal.extra).toEqual({ balance: 10, required: 10.01, suggestedTopUp: 21 });
  });
});

describe('a purchase', () => {
  test('of an image in a size is one', () => {
    given(account, allowance(), bought())
      .when(buy({ purchaseId: idOf(9) }))
      .thenNothing();
    given(account, ...studio, bought({ tenths: 100, allowanceTenths: 100 }))
      .when(buy({ size: '2K', purchaseId: idOf(9) }))
      .then(bought({ size: '2K', purchaseId: idOf(9), earningTenths: 50, tier: 'studio' }));
  });

  test('of a size below one that was bought is none: that one is made smaller', () => {
    const large = bought({ size: '2K' });
    given(account, ...studio, large)
      .when(buy())
      .thenNothing();
    given(account, ...studio, toppedUp(1000), large)
      .when(buy(inDollars))
      .thenNothing();
    given(account, ...studio, large)
      .when(buy({ size: '4K', tenths: 200 }))
      .then(bought({ size: '4K', tenths: 200, allowanceTenths: 200, earningTenths: 200, tier: 'studio' }));
  });

  test('keeps what was bought, to be found by its id', () => {
    const { image } = imageTerms();
    const paid = { method: 'credits', paymentId: null, cents: 0, earningTenths: 0, month: '2026-11', turn: 0 };
    expect(given(account, allowance(), bought()).state().purchases).toEqual({
      [idOf(5)]: { generationId: idOf(3), variantId: idOf(4), sellerId, size: '1K', image, ...paid },
    });
  });

  test('at another price than the buyer was shown is refused, and says the right one', () => {
    const inCredits = refusalOf([allowance()], buy({ shown: 49 }));
    expect(inCredits.problem).toEqual(purchaseProblems.priceChanged);
    expect(inCredits.extra).toEqual({ expected: 5 });
    expect(refusalOf([allowance()], buy({ ...inDollars, shown: 50 })).extra).toEqual({ expected: 0.75 });
    expect(refusalOf([], buy({ shown: 0 })).extra).toEqual({ expected: 5 });
    given(account, allowance())
      .when(buy({ shown: 50 }))
      .then(bought());
    given(account, allowance(), toppedUp(1000))
      .when(buy({ ...inDollars, shown: 75 }))
      .then(bought(paidInDollars));
  });

  test('is refused for the size first, then for the price, then for the funds', () => {
    const wrong = { shown: 1, tenths: 9000 };
    given(account, allowance())
      .when(buy({ ...wrong, size: '4K' }))
      .thenRefuses(downloadProblems.sizeBeyondPlan);
    given(account, allowance()).when(buy(wrong)).thenRefuses(purchaseProblems.priceChanged);
    given(account, allowance())
      .when(buy({ ...wrong, tenths: null }))
      .thenRefuses(purchaseProblems.dollarsOnly);
  });

  test('stays within plan and ladder', () => {
    const beyond = refusalOf([allowance()], buy({ size: '4K' }));
    expect(beyond.problem.code).toBe(downloadProblems.sizeBeyondPlan.code);
    expect(beyond.message).toBe(
      'Your current plan only allows downloads up to 1K. Please upgrade to download 4K images.',
    );
    given(account, ...studio)
      .when(buy({ size: '8K' }))
      .thenRefuses(downloadProblems.upscaleTooFar);
  });

  test('of one’s own is refused', () => {
    given(account, allowance())
      .when(buy({ sellerId: memberId }))
      .thenRefuses(purchaseProblems.ownImage);
  });

  test('that was paid by card is not refused, and costs the wallet nothing', () => {
    const card = { method: 'card', size: '8K', original: '1K', cents: 600 } as const;
    given(account, allowance())
      .when(buy(card))
      .then(bought({ method: 'card', size: '8K', cents: 600, tenths: 0, allowanceTenths: 0 }));
    given(account, allowance(), bought({ size: '2K' }))
      .when(buy({ purchaseId: idOf(6), method: 'card', shown: 1 }))
      .then(bought({ purchaseId: idOf(6), method: 'card', cents: 75, tenths: 0, allowanceTenths: 0 }));
  });

  test('that a card paid is recorded once by its id, though the same size was bought meanwhile', () => {
    const card = { purchaseId: idOf(6), method: 'card', paymentId: 'pi_card' } as const;
    const byCard = bought({ ...card, cents: 75, tenths: 0, allowanceTenths: 0 });
    given(account, allowance(), bought()).when(buy(card)).then(byCard);
    given(account, allowance(), bought(), byCard).when(buy(card)).thenNothing();
    given(account, allowance(), byCard).when(buy()).thenNothing();
    expect(boughtAs(given(account, allowance(), bought(), byCard).state(), idOf(4), '1K')).toBe(idOf(5));
  });
});

const download = (request: Partial<GrantDownload> = {}): GrantDownload => ({
  type: 'GrantDownload',
  memberId,
  key: 'quote',
  requestKey: 'call',
  generationId: idOf(3),
  variantId: idOf(4),
  ownerId: sellerId,
  size: '1K',
  original: '2K',
  format: 'png',
  terms: null,
  at: november,
  ...request,
});
const granted = (own: boolean, key = 'quote', month = '2026-11'): AccountFact => ({
  type: 'DownloadGranted',
  data: {
    memberId,
    key,
    requestKey: 'call',
    generationId: idOf(3),
    variantId: idOf(4),
    size: '1K',
    format: 'png',
    own,
    month,
  },
});
const five = Array.from({ length: 5 }, (_, n) => granted(false, `${n}`));

describe('a download', () => {
  test('of one’s own is free and not counted', () => {
    given(account, allowance(), ...five)
      .when(download({ ownerId: memberId }))
      .then(granted(true));
    expect(given(account, allowance(), granted(true)).state()).toMatchObject({ downloadsThisMonth: 0 });
  });

  test('of another’s has to be bought: before, or by it', () => {
    given(account, allowance()).when(download()).thenRefuses(downloadProblems.notBought);
    given(account, allowance(), bought()).when(download()).then(granted(false));
    given(account, allowance())
      .when(download({ terms: imageTerms() }))
      .then(bought(), granted(false));
  });

  test('is covered by the purchase of a larger size, not of a smaller one', () => {
    const state = given(account, bought({ size: '2K' })).state();
    expect([boughtAs(state, idOf(4), '1K'), boughtAs(state, idOf(4), '2K'), boughtAs(state, idOf(4), '4K')]).toEqual([
      idOf(5),
      idOf(5),
      undefined,
    ]);
    given(account, allowance(), bought({ size: '2K' }))
      .when(download())
      .then(granted(false));
  });

  test('comes once a quote', () => {
    given(account, allowance(), bought(), granted(false)).when(download()).thenNothing();
    given(account, allowance(), bought(), granted(false))
      .when(download({ requestKey: 'another call' }))
      .thenRefuses(downloadProblems.tokenSpent);
    given(account, allowance(), granted(true))
      .when(download({ ownerId: memberId, requestKey: 'another call' }))
      .thenRefuses(downloadProblems.tokenSpent);
  });

  test('is counted by the UTC month, and the tier’s limit holds', () => {
    given(account, allowance(), bought(), ...five)
      .when(download())
      .thenRefuses(downloadProblems.monthlyLimit);
    given(account, allowance(), bonus(50), bought({ allowanceTenths: 0, permanentTenths: 50 }), ...five)
      .when(download({ at: december }))
      .then(...opened(500), granted(false, 'quote', '2026-12'));
  });

  test('is bought only where it is granted', () => {
    given(account, allowance(), ...five)
      .when(download({ terms: imageTerms() }))
      .thenRefuses(downloadProblems.monthlyLimit);
  });

  test('has the tier’s formats and sizes, one’s own alike', () => {
    given(account, allowance())
      .when(download({ ownerId: memberId, format: 'jpg' }))
      .thenRefuses(downloadProblems.formatBeyondPlan);
    given(account, allowance())
      .when(download({ ownerId: memberId, size: '2K' }))
      .thenRefuses(downloadProblems.sizeBeyondPlan);
  });

  test('of a size that was paid for outlives the plan', () => {
    const large = bought({ size: '4K', tier: 'studio' });
    expect(
      given(account, allowance(), large)
        .when(download({ size: '4K' }))
        .facts(),
    ).toHaveLength(1);
  });
});
