import { curatorProblems } from '@easel/contracts/curators/http';
import type { CuratorFact } from '@easel/contracts/curators/events';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { curator, type CuratorCommand } from './curator.decider.ts';

const memberId = '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e';
const appoint: CuratorCommand = { type: 'AppointCurator', memberId, reason: 'a fine eye' };
const end: CuratorCommand = { type: 'EndCurator', memberId, reason: 'asked for it' };
const set = (cents: Extract<CuratorFact, { type: 'CuratorPricesSet' }>['data']['cents'], subscribed = false) =>
  ({ type: 'SetCuratorPrices', memberId, cents, subscribed }) satisfies CuratorCommand;

const appointed: CuratorFact = { type: 'CuratorAppointed', data: { memberId, reason: 'a fine eye' } };
const ended: CuratorFact = { type: 'CuratorEnded', data: { memberId, reason: 'asked for it' } };
const priced: CuratorFact = { type: 'CuratorPricesSet', data: { memberId, cents: { '1K': 120, '4K': 400 } } };

test('is appointed once, and ended once', () => {
  given(curator).when(appoint).then(appointed);
  given(curator, appointed).when(appoint).thenNothing();
  given(curator, appointed).when(end).then(ended);
  given(curator, appointed, ended).when(end).thenNothing();
  given(curator).when(end).thenNothing();
  given(curator, appointed, ended).when(appoint).then(appointed);
});

test('sets prices by appointment, and by the plan alone', () => {
  given(curator, appointed)
    .when(set({ '1K': 120, '4K': 400 }))
    .then(priced);
  given(curator)
    .when(set({ '1K': 120, '4K': 400 }, true))
    .then(priced);
});

test('replaces the whole price list, and ignores a repeat', () => {
  given(curator, appointed, priced)
    .when(set({ '4K': 400, '1K': 120 }))
    .thenNothing();
  given(curator, appointed, priced)
    .when(set({ '1K': 130 }))
    .then({ type: 'CuratorPricesSet', data: { memberId, cents: { '1K': 130 } } });
  expect(given(curator, appointed, priced).when(set({})).facts()).toHaveLength(1);
});

test('refuses prices before the appointment and after its end', () => {
  given(curator)
    .when(set({ '1K': 120 }))
    .thenRefuses(curatorProblems.notCurator);
  given(curator, appointed, priced, ended)
    .when(set({ '1K': 120 }))
    .thenRefuses(curatorProblems.notCurator);
});

test('restores the prices with the next appointment', () => {
  expect(given(curator, appointed, priced, ended, appointed).state()).toEqual({
    appointed: true,
    cents: { '1K': 120, '4K': 400 },
    section: null,
    series: [],
  });
});

describe('a section', () => {
  const [night, day, one, other] = [1, 2, 3, 4].map((digit) => `7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d0${digit}`) as [
    string,
    string,
    string,
    string,
  ];
  const own = { memberId, subscribed: false };
  const banner = { generationId: one, variantId: other };
  const describeSection = { type: 'DescribeSection', ...own, name: 'Night', text: '', banner } as const;
  const described: CuratorFact = {
    type: 'CuratorSectionDescribed',
    data: { memberId, name: 'Night', text: '', banner },
  };
  const arrange = (seriesId: string, ...generationIds: string[]) =>
    ({ type: 'ArrangeSeries', ...own, seriesId, title: 'Foxes', generationIds }) satisfies CuratorCommand;
  const arranged = (seriesId: string, ...generationIds: string[]): CuratorFact => ({
    type: 'CuratorSeriesArranged',
    data: { memberId, seriesId, title: 'Foxes', generationIds },
  });
  const order = (...seriesIds: string[]) => ({ type: 'OrderSeries', ...own, seriesIds }) satisfies CuratorCommand;
  const ordered = (...seriesIds: string[]): CuratorFact => ({
    type: 'CuratorSeriesOrdered',
    data: { memberId, seriesIds },
  });
  const remove = { type: 'RemoveSeries', ...own, seriesId: night } as const;
  const removed: CuratorFact = { type: 'CuratorSeriesRemoved', data: { memberId, seriesId: night } };

  test('is described by appointment and by the plan alone, and ignores a repeat', () => {
    given(curator, appointed).when(describeSection).then(described);
    given(curator)
      .when({ ...describeSection, subscribed: true })
      .then(described);
    given(curator, appointed, described).when(describeSection).thenNothing();
    given(curator, appointed, described)
      .when({ ...describeSection, banner: null })
      .then({ type: 'CuratorSectionDescribed', data: { memberId, name: 'Night', text: '', banner: null } });
  });

  test('replaces a series as a whole, and adds a new one at the end', () => {
    given(curator, appointed)
      .when(arrange(night, one, other))
      .then(arranged(night, one, other));
    given(curator, appointed, arranged(night, one, other))
      .when(arrange(night, one, other))
      .thenNothing();
    given(curator, appointed, arranged(night, one, other))
      .when(arrange(night, other, one))
      .then(arranged(night, other, one));
    const two = given(curator, appointed, arranged(night, one), arranged(day), arranged(night, other)).state();
    expect(two.series.map(({ id, generationIds }) => [id, generationIds])).toEqual([
      [night, [other]],
      [day, []],
    ]);
  });

  test('orders its series, and refuses an order of other series', () => {
    const both = [appointed, arranged(night), arranged(day)];
    given(curator, ...both)
      .when(order(day, night))
      .then(ordered(day, night));
    given(curator, ...both)
      .when(order(night, day))
      .thenNothing();
    for (const wrong of [order(night), order(night, day, one), order(night, night)]) {
      given(curator, ...both)
        .when(wrong)
        .thenRefuses(curatorProblems.seriesChanged);
    }
    const state = given(curator, ...both, ordered(day, night)).state();
    expect(state.series.map(({ id }) => id)).toEqual([day, night]);
  });

  test('removes a series once', () => {
    given(curator, appointed, arranged(night)).when(remove).then(removed);
    given(curator, appointed, arranged(night), removed).when(remove).thenNothing();
    expect(given(curator, appointed, arranged(night), removed).state().series).toEqual([]);
  });

  test('refuses more than twenty series', () => {
    const ids = Array.from({ length: 20 }, (_, index) => `7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c5d${10 + index}`);
    const full = [appointed, ...ids.map((id) => arranged(id))];
    given(curator, ...full)
      .when(arrange(night))
      .thenRefuses(curatorProblems.tooManySeries);
    given(curator, ...full)
      .when(arrange(ids[0] ?? '', one))
      .then(arranged(ids[0] ?? '', one));
  });

  test('is removed once, from a former curator', () => {
    const removal = { type: 'RemoveSection', ...own } as const;
    const gone: CuratorFact = { type: 'CuratorSectionRemoved', data: { memberId } };
    const whole = [appointed, priced, described, arranged(night, one)];
    given(curator, ...whole, ended)
      .when(removal)
      .then(gone);
    given(curator, ...whole, ended, gone)
      .when(removal)
      .thenNothing();
    given(curator, ...whole)
      .when(removal)
      .thenNothing();
    given(curator, ...whole, ended)
      .when({ ...removal, subscribed: true })
      .thenNothing();
    given(curator).when(removal).thenNothing();
    const state = given(curator, ...whole, ended, gone).state();
    expect(state).toMatchObject({ section: null, series: [], cents: { '1K': 120 } });
  });

  test('is changed only by curators, and restored with the next appointment', () => {
    for (const command of [describeSection, arrange(night), order(), remove]) {
      given(curator).when(command).thenRefuses(curatorProblems.noSection);
      given(curator, appointed, ended).when(command).thenRefuses(curatorProblems.noSection);
    }
    const again = given(curator, appointed, described, arranged(night, one), ended, appointed).state();
    expect(again).toMatchObject({ section: { name: 'Night' }, series: [{ id: night }] });
  });
});
