import type { AccountFact } from '@easel/contracts/account/events';
import { accountProblems } from '@easel/contracts/account/http';
import { given } from '@easel/kernel/testing/given';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { account, asOf, availableTenths, type AccountCommand } from './account.decider.ts';
import { allowance, bonus, december, memberId, november } from './testing/account-facts.ts';

const first = '11111111-1111-4111-8111-111111111111';
const second = '22222222-2222-4222-8222-222222222222';

type Hold = Extract<AccountCommand, { type: 'HoldCredits' }>;
const charge = (tenths: number, generationId = first, images = 1): Hold['charges'][number] => ({
  generationId,
  fingerprint: `print of ${generationId}`,
  tenths,
  images,
});
const holdAll = (...charges: Hold['charges']): Hold => ({ type: 'HoldCredits', memberId, charges, at: november });
const hold = (tenths: number, generationId = first, at = november): Hold => ({
  ...holdAll(charge(tenths, generationId)),
  at,
});
const held = (
  allowanceTenths: number,
  permanentTenths: number,
  { generationId = first, month = '2026-11', images = 1 } = {},
): AccountFact => ({
  type: 'CreditsHeld',
  data: {
    memberId,
    generationId,
    fingerprint: `print of ${generationId}`,
    tenths: allowanceTenths + permanentTenths,
    allowanceTenths,
    permanentTenths,
    images,
    month,
  },
});
const captured = (allowanceTenths: number, permanentTenths: number, generationId = first): AccountFact => ({
  type: 'CreditsCaptured',
  data: { memberId, generationId, tenths: allowanceTenths + permanentTenths, allowanceTenths, permanentTenths },
});
const released = (
  allowanceTenths: number,
  permanentTenths: number,
  reason: 'failed' | 'abandoned' = 'failed',
): AccountFact => ({
  type: 'CreditsReleased',
  data: {
    memberId,
    generationId: first,
    tenths: allowanceTenths + permanentTenths,
    allowanceTenths,
    permanentTenths,
    reason,
  },
});
const expired = (tenths: number, month: string): AccountFact => ({
  type: 'CreditsExpired',
  data: { memberId, tenths, month },
});
type End = Extract<AccountCommand, { generationId: string; type: 'CaptureCredits' | 'ReleaseCredits' }>;
const capture: End = { type: 'CaptureCredits', memberId, generationId: first, at: november };
const release = (at = november): End => ({
  type: 'ReleaseCredits',
  memberId,
  generationId: first,
  reason: 'failed',
  at,
});

describe('the month', () => {
  test('is opened by the first command in it', () => {
    given(account).when(hold(100)).then(allowance(500, '2026-11'), held(100, 0));
  });

  test('takes what is left of the one before', () => {
    given(account, allowance(500, '2026-11'), held(100, 0), captured(100, 0))
      .when({ type: 'OpenMonth', memberId, at: december })
      .then(expired(400, '2026-11'), allowance(500, '2026-12'));
  });

  test('is opened once', () => {
    given(account, allowance(500, '2026-11')).when({ type: 'OpenMonth', memberId, at: november }).thenNothing();
  });

  test('never goes backwards: a late clock holds in the month that is open', () => {
    given(account, allowance(500, '2026-12'))
      .when(hold(100, first, november))
      .then(held(100, 0, { month: '2026-12' }));
  });

  test('is shown to readers before any command opened it', () => {
    const state = given(account, allowance(500, '2026-11'), held(500, 0), captured(500, 0)).state();
    expect(availableTenths(asOf(state, november))).toBe(0);
    expect(availableTenths(asOf(state, december))).toBe(500);
  });
});

describe('a hold', () => {
  test('spends the allowance first', () => {
    given(account, allowance(500, '2026-11'), bonus(100)).when(hold(550)).then(held(500, 50));
  });

  test('is refused beyond what is available', () => {
    given(account, allowance(500, '2026-11')).when(hold(501)).thenRefuses(accountProblems.insufficientCredits);
  });

  test('is refused for an identical request in progress', () => {
    const command = holdAll({ ...charge(100, second), fingerprint: `print of ${first}` });
    given(account, allowance(500, '2026-11'), held(100, 0)).when(command).thenRefuses(accountProblems.inProgress);
    given(account, allowance(500, '2026-11'), held(100, 0), captured(100, 0))
      .when(command)
      .then({
        ...held(100, 0, { generationId: second }),
        data: { ...held(100, 0, { generationId: second }).data, fingerprint: `print of ${first}` },
      } as AccountFact);
  });

  test('is refused beyond the month’s images', () => {
    given(account, allowance(500, '2026-11'), bonus(10_000), held(500, 1500, { images: 50 }))
      .when(hold(50, second))
      .thenRefuses(accountProblems.monthlyLimit);
  });

  test('repeated for the same generation adds nothing, open or ended', () => {
    given(account, allowance(500, '2026-11'), held(100, 0)).when(hold(100)).thenNothing();
    given(account, allowance(500, '2026-11'), held(100, 0), captured(100, 0)).when(hold(100)).thenNothing();
  });
});

describe('a hold for several', () => {
  const third = '33333333-3333-4333-8333-333333333333';
  const granted = [allowance(500, '2026-11'), bonus(100)];

  test('spends the allowance in their order, in one go', () => {
    const facts = [held(450, 0), held(50, 50, { generationId: second }), held(0, 40, { generationId: third })] as const;
    given(account, ...granted)
      .when(holdAll(charge(450), charge(100, second), charge(40, third)))
      .then(...facts);
  });

  test('is refused whole where the sum is not there', () => {
    given(account, ...granted)
      .when(holdAll(charge(500), charge(101, second)))
      .thenRefuses(accountProblems.insufficientCredits);
  });

  test('counts the images of all of them', () => {
    const rich = [allowance(500, '2026-11'), bonus(10_000)];
    const six = Array.from({ length: 6 }, (_, n) => charge(10, `${n}`, 8));
    given(account, ...rich)
      .when(holdAll(...six, charge(10, 'last', 3)))
      .thenRefuses(accountProblems.monthlyLimit);
    expect(
      given(account, ...rich)
        .when(holdAll(...six, charge(10, 'last', 2)))
        .facts(),
    ).toHaveLength(7);
  });

  test('is refused whole where two are identical, or one is in progress', () => {
    const twin = { ...charge(50, second), fingerprint: charge(50).fingerprint };
    given(account, ...granted)
      .when(holdAll(charge(50), twin))
      .thenRefuses(accountProblems.inProgress);
    given(account, ...granted, held(50, 0))
      .when(holdAll(charge(50, third), twin))
      .thenRefuses(accountProblems.inProgress);
  });

  test('repeated adds what is missing and nothing else', () => {
    given(account, ...granted, held(50, 0), held(60, 0, { generationId: second }))
      .when(holdAll(charge(50), charge(60, second)))
      .thenNothing();
    given(account, ...granted, held(50, 0))
      .when(holdAll(charge(50), charge(60, second)))
      .then(held(60, 0, { generationId: second }));
  });
});

describe('the end of a hold', () => {
  test('captures or releases what was held, from where it came', () => {
    given(account, allowance(500, '2026-11'), bonus(100), held(500, 50)).when(capture).then(captured(500, 50));
    given(account, allowance(500, '2026-11'), bonus(100), held(500, 50)).when(release()).then(released(500, 50));
  });

  test('comes once', () => {
    given(account, allowance(500, '2026-11'), held(100, 0), captured(100, 0)).when(capture).thenNothing();
    given(account, allowance(500, '2026-11'), held(100, 0), captured(100, 0)).when(release()).thenNothing();
    given(account, allowance(500, '2026-11'), held(100, 0), released(100, 0)).when(capture).thenNothing();
  });

  test('gives the images back to the month they were taken from', () => {
    const state = given(account, allowance(500, '2026-11'), held(100, 0), released(100, 0)).state();
    expect(state).toMatchObject({ imagesThisMonth: 0, heldTenths: 0, allowanceTenths: 500 });
  });

  test('gives no images back to a month that came after', () => {
    const history = [held(100, 0), expired(400, '2026-11'), allowance(500, '2026-12')];
    const state = given(
      account,
      allowance(500, '2026-11'),
      ...history,
      released(100, 0),
      expired(100, '2026-11'),
    ).state();
    expect(state).toMatchObject({ imagesThisMonth: 0, allowanceTenths: 500 });
  });

  test('lets an allowance of a month that is over expire', () => {
    given(account, allowance(500, '2026-11'), held(100, 0), expired(400, '2026-11'), allowance(500, '2026-12'))
      .when(release(december))
      .then(released(100, 0), expired(100, '2026-11'));
  });
});

describe('a grant', () => {
  const grant: AccountCommand = {
    type: 'GrantCredits',
    memberId,
    key: 'bonus',
    tenths: 70,
    reason: 'adjustment',
    note: 'thanks',
    at: november,
  };

  test('is permanent, and its key settles it', () => {
    given(account, allowance(500, '2026-11')).when(grant).then(bonus(70));
    given(account, allowance(500, '2026-11'), bonus(70)).when(grant).thenNothing();
  });

  test('outlives the month', () => {
    const state = given(
      account,
      allowance(500, '2026-11'),
      bonus(70),
      expired(500, '2026-11'),
      allowance(500, '2026-12'),
    ).state();
    expect(state).toMatchObject({ permanentTenths: 70, allowanceTenths: 500 });
  });
});

test('whatever happens: nothing is negative, and granted − captured − expired = available + held', () => {
  const generations = fc.constantFrom(first, second, '33333333-3333-4333-8333-333333333333');
  const at = fc.constantFrom(november, december, new Date('2027-01-15T00:00:00Z'));
  const command: fc.Arbitrary<AccountCommand> = fc.oneof(
    fc
      .record({ id: generations, at, tenths: fc.integer({ min: 1, max: 700 }) })
      .map(({ id, at, tenths }) => hold(tenths, id, at)),
    fc.record({ id: generations, at }).map(({ id, at }): AccountCommand => ({ ...capture, generationId: id, at })),
    fc.record({ id: generations, at }).map(({ id, at }): AccountCommand => ({ ...release(at), generationId: id })),
    fc
      .record({ key: fc.constantFrom('a', 'b', 'c'), tenths: fc.integer({ min: 1, max: 900 }), at })
      .map((grant): AccountCommand => ({ type: 'GrantCredits', memberId, reason: 'adjustment', note: 'n', ...grant })),
    fc
      .record({ at, tenths: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 4 }) })
      .map(({ at, tenths }) => ({ ...holdAll(...tenths.map((each, n) => charge(each, `${first}${n}`))), at })),
    at.map((at): AccountCommand => ({ type: 'OpenMonth', memberId, at })),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const facts: AccountFact[] = [];
      let state = account.initial();
      for (const next of commands) {
        try {
          for (const fact of account.decide(next, state)) {
            facts.push(fact);
            state = account.evolve(state, fact);
          }
        } catch {
          // refused: nothing was added
        }
        const sum = (type: AccountFact['type']) =>
          facts
            .filter((fact) => fact.type === type)
            .reduce((total, { data }) => total + ('tenths' in data ? data.tenths : 0), 0);
        expect(state.allowanceTenths).toBeGreaterThanOrEqual(0);
        expect(state.permanentTenths).toBeGreaterThanOrEqual(0);
        expect(state.heldTenths).toBeGreaterThanOrEqual(0);
        expect(sum('CreditsGranted') - sum('CreditsCaptured') - sum('CreditsExpired')).toBe(
          availableTenths(state) + state.heldTenths,
        );
      }
    }),
    { numRuns: 300 },
  );
});
