import { utcMonth } from '@easel/contracts/account/policy';
import { challengeKinds, type ChallengeKind } from '@easel/contracts/competitions/kinds';
import { announcedFrom, challengeWindow } from '@easel/contracts/competitions/policy';
import { preparedChallenges, themeOf } from '../../local/demo-challenges.ts';
import { designers } from './challenge-cast.ts';
import type { PastWorld } from './past-world.ts';

const DAY_MS = 86_400_000;
/** Days of a month that the past must have before a challenge of it has entries and orders. */
const LEAST_DAYS = 4;
/** Entries in each challenge of the month in which the past ends, and of the month before. */
const LAST_ENTRIES = 4;
const EARLIER_ENTRIES = 2;
const FIRST_ENTRY_SHARE = 0.05;
const LAST_ENTRY_SHARE = 0.55;
const FIRST_ORDER_SHARE = 0.65;
const REFUNDED_ORDER_SHARE = 0.95;

/** Notes what happens on a day, from 0, at an hour. */
type Note = (day: number, hour: number, what: string, happen: (world: PastWorld) => Promise<void>) => void;

/** Days of the past within a month; the last one excluded. */
interface Stretch {
  month: string;
  from: number;
  to: number;
}

/**
 * Plans the challenges of the months of a past: those of the last month with entries and first orders, and those of the
 * month before with winners, where the past has enough days of both. The next month's are prepared.
 */
export function planChallenges(note: Note, beginsMs: number, days: number): void {
  const months = monthsOf(beginsMs, days);
  const lived = months.filter(({ from, to }, n) => to - from >= LEAST_DAYS || n === months.length - 1).slice(-2);
  const [first, ...later] = lived;
  if (!first) return;
  const prepared = preparedChallenges([first.month, ...later.map(({ month }) => month)]);
  note(0, 9.5, 'an admin prepares the challenges', (world) => world.prepareChallenges(prepared));
  for (const [n, person] of designers.entries()) {
    note(first.from, 10 + n / 10, `${person.username} registers`, (world) =>
      world.register(person, { landing: '/tshirt-competition', referrerHost: null }),
    );
  }
  for (const [n, stretch] of lived.entries()) {
    const entries = n === lived.length - 1 ? LAST_ENTRIES : EARLIER_ENTRIES;
    for (const kind of challengeKinds) planChallenge(note, { kind, stretch, entries });
    if (stretch.to < days) planRefundAfterClose(note, stretch);
    planAnnouncement(note, stretch, beginsMs, days);
  }
}

/** The months that a past touches, in days of it. */
function monthsOf(beginsMs: number, days: number): Stretch[] {
  const months: Stretch[] = [];
  for (let from = 0; from < days;) {
    const month = utcMonth(new Date(beginsMs + from * DAY_MS));
    const to = Math.min(days, (challengeWindow(month).closesAt.getTime() - beginsMs) / DAY_MS);
    months.push({ month, from, to });
    from = to;
  }
  return months;
}

const dayWithin =
  ({ from, to }: Stretch) =>
  (share: number): number =>
    from + Math.floor((to - from) * share);

const designerFor = (kind: ChallengeKind, n: number): string =>
  designers[(kind === 'tshirt' ? n : n + 2) % designers.length]!.username;

const entryKey = (kind: ChallengeKind, month: string, n: number): string => `${kind} ${month} ${n}`;

/** Entries are made by the middle of the month; others like them at once, and order them in its second half. */
function planChallenge(
  note: Note,
  { kind, stretch: { month, from, to }, entries }: { kind: ChallengeKind; stretch: Stretch; entries: number },
): void {
  const isShirt = kind === 'tshirt';
  const dayAt = dayWithin({ month, from, to });
  const minute = isShirt ? 0 : 1 / 60;
  const designerOf = (n: number) => designerFor(kind, n);
  const others = (n: number) => [1, 2, 3].map((step) => designerOf(n + step));
  const keyOf = (n: number): string => entryKey(kind, month, n);
  for (const [n, design] of themeOf(kind, month).designs.slice(0, entries).entries()) {
    const name = designerOf(n);
    const share = FIRST_ENTRY_SHARE + ((LAST_ENTRY_SHARE - FIRST_ENTRY_SHARE) * n) / entries;
    note(dayAt(share), 12 + n / 2 + minute, `${name} enters ${design.prompt}`, (world) =>
      world.enter(name, keyOf(n), kind, design),
    );
    for (const [m, other] of others(n)
      .slice(0, 3 - (n % 3))
      .entries()) {
      note(dayAt(share), 15 + n / 2 + m / 10 + minute, `${other} likes ${design.prompt}`, (world) =>
        world.favorite(other, keyOf(n)),
      );
    }
  }
  // The first sells most; the second has two buyers as well.
  const orders = entries > EARLIER_ENTRIES ? [0] : [0, 0, 1, 1];
  for (const [n, entry] of orders.entries()) {
    const buyer = others(entry)[n % 2]!;
    const day = dayAt(FIRST_ORDER_SHARE + n * 0.08);
    note(day, 17 + n / 4 + minute, `${buyer} orders the ${kind} of ${designerOf(entry)}`, (world) =>
      world.order(buyer, keyOf(entry), isShirt ? 't-shirt' : 'poster', n === 0 ? 2 : 1),
    );
    note(day, 21 + n / 4 + minute, 'the parcels leave', (world) => world.shipParcels());
  }
}

/** A third buyer of the first T-shirt has the money back once the challenge has closed. */
function planRefundAfterClose(note: Note, stretch: Stretch): void {
  const buyer = designerFor('tshirt', 3);
  const key = entryKey('tshirt', stretch.month, 0);
  const day = dayWithin(stretch)(REFUNDED_ORDER_SHARE);
  note(day, 18.5, `${buyer} orders the tshirt of ${designerFor('tshirt', 0)}`, (world) =>
    world.order(buyer, key, 't-shirt', 1),
  );
  note(day, 22.5, 'the parcels leave', (world) => world.shipParcels());
  note(stretch.to, 15, `${buyer} has the order refunded`, (world) => world.refundOrder(buyer, key));
}

/** The one admin proposes it and confirms it a day later, where the past lasts so long. */
function planAnnouncement(note: Note, { month }: Stretch, beginsMs: number, days: number): void {
  const day = (announcedFrom(challengeWindow(month).closesAt).getTime() - beginsMs) / DAY_MS;
  if (day + 2 > days) return;
  for (const kind of challengeKinds) {
    for (const after of [0, 1]) {
      const hour = 10 + after / 2 + (kind === 'tshirt' ? 0 : 0.1);
      note(day + after, hour, `an admin announces the winners of ${kind} ${month}`, (world) =>
        world.announceWinners(kind, month),
      );
    }
  }
}
