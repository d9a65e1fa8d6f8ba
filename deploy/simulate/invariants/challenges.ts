import type { CompetitionFact } from '@easel/contracts/competitions/events';
import type { GenerationFact } from '@easel/contracts/generation/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import { sumOf, typed, type Evidence, type Violation } from './evidence.ts';
import { soldBefore, windowOf, type Announcement, type Entered, type Sold } from './known-challenge.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Between two looks of a process at what it waits for, and more. */
const SLACK_MS = 2 * HOUR_MS;
/** A call that began before a picture was entered may end after. */
const CALL_MS = 10 * 60_000;
const MOST_ENTRIES = 3;
const FROM_DAYS = 14;
/** In percent of the entry's proceeds. spec: rulings "Competition money". */
const SHARE_PERCENT = 10;
const PRIZES = [
  { percent: 25, tenths: 5_000 },
  { percent: 20, tenths: 3_000 },
  { percent: 15, tenths: 2_000 },
] as const;
const LEAST_BUYERS = 2;

type Facts = readonly Recorded<CompetitionFact>[];
type Wrong = (rule: string, says: string, memberId?: string) => Violation;

/** Holds at quiet points. */
export function challenges(evidence: Evidence): Violation[] {
  if (!evidence.isQuiet) return [];
  return [...evidence.competitions].flatMap(([id, facts]) => {
    const wrong: Wrong = (rule, says, memberId) => ({ rule, memberId, says: `challenge ${id}: ${says}` });
    return [
      ...timely(facts, evidence, wrong),
      ...threeEach(facts, wrong),
      ...pictures(facts, evidence, wrong),
      ...announcements(facts, evidence, wrong),
    ];
  });
}

/** Opened, closed and announced once, and when it is time. */
function timely(facts: Facts, { at }: Evidence, wrong: Wrong): Violation[] {
  const rule = 'challenges follow the calendar';
  const prepared = typed(facts, 'CompetitionPrepared')[0]?.data;
  if (!prepared) return [wrong(rule, 'was never prepared')];
  const { fromMs, untilMs } = windowOf(prepared.month);
  const opened = typed(facts, 'CompetitionOpened');
  const closed = typed(facts, 'CompetitionClosed');
  const announced = typed(facts, 'WinnersAnnounced');
  const nowMs = at.getTime();
  const early = (of: readonly Recorded[], ms: number): boolean =>
    of.some(({ recordedAt }) => recordedAt.getTime() < ms);
  const found = [
    [opened.length > 1 || closed.length > 1 || announced.length > 1, 'opened, closed or announced twice'],
    [early(opened, fromMs) || early(closed, untilMs), 'opened or closed too early'],
    [early(announced, untilMs + FROM_DAYS * DAY_MS), 'announced too early'],
    [nowMs > fromMs + SLACK_MS && opened.length === 0, 'has not opened'],
    [nowMs > untilMs + SLACK_MS && closed.length === 0, 'has not closed'],
  ] as const;
  return found.flatMap(([isWrong, says]) => (isWrong ? [wrong(rule, says)] : []));
}

function threeEach(facts: Facts, wrong: Wrong): Violation[] {
  const counts = new Map<string, number>();
  return facts.flatMap(({ type, data }) => {
    if (type !== 'EntrySubmitted' && type !== 'EntryWithdrawn') return [];
    const count = (counts.get(data.memberId) ?? 0) + (type === 'EntrySubmitted' ? 1 : -1);
    counts.set(data.memberId, count);
    return count > MOST_ENTRIES ? [wrong('three entries each', `${count} entries`, data.memberId)] : [];
  });
}

/** The picture of each entry says what the challenge says of it, and is as it was once it is not entered any more. */
function pictures(facts: Facts, { generations, members, account }: Evidence, wrong: Wrong): Violation[] {
  return entriesUpTo(facts).flatMap(({ entered, isIn }) => {
    const { entryId, generationId, memberId } = entered;
    const picture = generations.get(generationId) ?? [];
    const isGone = picture.some(({ type }) => type === 'Purged');
    const tagged = typed(picture, 'EntryTagged').filter(({ data }) => data.entryId === entryId);
    const untagged = typed(picture, 'EntryUntagged').filter(({ data }) => data.entryId === entryId);
    const isTagged = tagged.length > untagged.length;
    return [
      ...(isGone || isTagged === isIn
        ? []
        : [wrong('entry = picture', `${entryId} is ${isTagged ? '' : 'not '}marked`, memberId)]),
      ...(tagged.length > 1 ? [wrong('entry = picture', `${entryId} was marked twice`, memberId)] : []),
      ...(isRestored(picture, entered) ? [] : [wrong('visibility is restored', `${entryId} is public`, memberId)]),
      ...members.flatMap((buyerId) =>
        soldWhileIn(account(buyerId), { tagged: tagged[0], untagged: untagged[0] }, wrong),
      ),
    ];
  });
}

/** Entries at the end, or up to a position, and whether they take part. */
function entriesUpTo(facts: Facts, position?: bigint): { entered: Entered; isIn: boolean }[] {
  const before = facts.filter((fact) => position === undefined || fact.position < position);
  const out = new Set(
    [...typed(before, 'EntryWithdrawn'), ...typed(before, 'EntryDisqualified')].map(({ data }) => data.entryId),
  );
  return typed(before, 'EntrySubmitted').map(({ data }) => ({ entered: data, isIn: !out.has(data.entryId) }));
}

/** What was private before it was entered is private right after that has ended. */
function isRestored(picture: readonly Recorded<GenerationFact>[], { entryId, wasPublic }: Entered): boolean {
  const ended = picture.findIndex(({ type, data }) => type === 'EntryUntagged' && data.entryId === entryId);
  if (ended < 0 || wasPublic) return true;
  let isPublic = false;
  for (const { type } of picture.slice(0, ended + 2)) {
    if (type === 'MadePublic') isPublic = true;
    if (type === 'MadePrivate' || type === 'Deleted') isPublic = false;
  }
  return !isPublic;
}

/** No image of a picture is sold from its entry until the challenge has closed; what was ordered before is granted. */
function soldWhileIn(
  facts: ReturnType<Evidence['account']>,
  {
    tagged,
    untagged,
  }: {
    tagged: Recorded<Extract<GenerationFact, { type: 'EntryTagged' }>> | undefined;
    untagged: Recorded | undefined;
  },
  wrong: Wrong,
): Violation[] {
  if (!tagged) return [];
  const fromMs = tagged.recordedAt.getTime() + CALL_MS;
  const untilMs = Math.min(Date.parse(tagged.data.closesAt), untagged?.recordedAt.getTime() ?? Infinity);
  return typed(facts, 'ImagePurchased').flatMap(({ data, recordedAt }) => {
    const isOfIt = data.generationId === tagged.data.generationId && data.method !== 'card';
    const isWhile = recordedAt.getTime() > fromMs && recordedAt.getTime() < untilMs;
    return isOfIt && isWhile ? [wrong('entries are not sold', `${data.generationId} was bought`, data.memberId)] : [];
  });
}

function announcements(facts: Facts, evidence: Evidence, wrong: Wrong): Violation[] {
  const announced = typed(facts, 'WinnersAnnounced')[0];
  if (!announced) return grantsBesides(facts, evidence, undefined, wrong);
  return [
    ...confirmed(facts, announced, wrong),
    ...divided(facts, announced, evidence, wrong),
    ...granted(announced, evidence, wrong),
    ...grantsBesides(facts, evidence, announced, wrong),
  ];
}

function confirmed(facts: Facts, { data, recordedAt }: Announcement, wrong: Wrong): Violation[] {
  const proposed = typed(facts, 'AnnouncementProposed');
  const first = proposed[0];
  const isAlone = data.proposedBy === data.confirmedBy;
  const isWaited = first !== undefined && recordedAt.getTime() >= first.recordedAt.getTime() + DAY_MS;
  const isRight = proposed.length === 1 && first?.data.operatorId === data.proposedBy && (!isAlone || isWaited);
  return isRight
    ? []
    : [wrong('two admins announce', `${data.confirmedBy} confirmed what ${data.proposedBy} proposed`)];
}

/** Shares, prizes and what the house keeps are what came in, to the cent, and each is what the rules say. */
function divided(facts: Facts, announced: Announcement, evidence: Evidence, wrong: Wrong): Violation[] {
  const { totalCents, houseCents, entries } = announced.data;
  const paid = sumOf(entries, ({ shareCents, prizeCents }) => shareCents + prizeCents);
  const violations =
    paid + houseCents === totalCents && houseCents >= 0
      ? []
      : [wrong('shares + prizes + house = proceeds', `${paid} and ${houseCents} cents of ${totalCents}`)];
  const taking = entriesUpTo(facts, announced.position).flatMap(({ entered, isIn }) => (isIn ? [entered] : []));
  const said = entries.map((entry) => lineOf(entry, entry)).toSorted();
  const due = soldBefore(evidence, announced, taking).map((sold) => awardsOf(taking, sold).toSorted());
  if (due.some((lines) => lines.join('; ') === said.join('; '))) return violations;
  const says = `${said.join('; ') || 'nothing'} was announced, and ${due[0]?.join('; ') || 'nothing'} is due`;
  return [...violations, wrong('announced = sold', says)];
}

const lineOf = (
  { entryId, proceedsCents, buyers }: Sold & { entryId: string },
  award: { shareCents: number; place: number | null; prizeCents: number; prizeTenths: number },
): string =>
  `${entryId} ${proceedsCents}/${buyers}: ${award.shareCents}, place ${award.place ?? 0}: ${award.prizeCents} and ${award.prizeTenths}`;

function awardsOf(entries: readonly Entered[], sold: ReadonlyMap<string, Sold>): string[] {
  const selling = entries
    .flatMap((entry) => {
      const of = sold.get(entry.entryId);
      return of ? [{ entryId: entry.entryId, submittedAt: entry.submittedAt, ...of }] : [];
    })
    .toSorted(
      (a, b) =>
        b.proceedsCents - a.proceedsCents ||
        a.submittedAt.localeCompare(b.submittedAt) ||
        a.entryId.localeCompare(b.entryId),
    );
  const total = sumOf(selling, ({ proceedsCents }) => proceedsCents);
  const placed = selling.filter(({ buyers }) => buyers >= LEAST_BUYERS).slice(0, PRIZES.length);
  return selling.map((entry) => {
    const place = placed.indexOf(entry);
    const prize = PRIZES[place];
    return lineOf(entry, {
      shareCents: Math.floor((entry.proceedsCents * SHARE_PERCENT) / 100),
      place: prize ? place + 1 : null,
      prizeCents: prize ? Math.floor((total * prize.percent) / 100) : 0,
      prizeTenths: prize?.tenths ?? 0,
    });
  });
}

/** Each member has what was announced, once; what an erased member won stays with the house. */
function granted({ data }: Announcement, { members, account, erased }: Evidence, wrong: Wrong): Violation[] {
  const rule = 'announced = granted';
  return members.flatMap((memberId) => {
    const own = data.entries.filter((entry) => entry.memberId === memberId);
    const due = sumOf(own, ({ shareCents, prizeCents }) => shareCents + prizeCents);
    const dueTenths = sumOf(own, ({ prizeTenths }) => prizeTenths);
    const shares = typed(account(memberId), 'ChallengeShareGranted').filter(
      (share) => share.data.competitionId === data.competitionId,
    );
    const prizes = typed(account(memberId), 'CreditsGranted').filter(
      (grant) => grant.data.reason === 'prize' && own.some(({ entryId }) => grant.data.key.includes(entryId)),
    );
    const came = sumOf(shares, (share) => share.data.cents);
    const cameTenths = sumOf(prizes, (grant) => grant.data.tenths);
    if (came === due && cameTenths === dueTenths) return [];
    const isGone = erased.some((one) => one.memberId === memberId);
    if (isGone && came <= due && cameTenths <= dueTenths) return [];
    return [wrong(rule, `${came} cents and ${cameTenths} tenths were granted of ${due} and ${dueTenths}`, memberId)];
  });
}

/** Nothing is granted that was not announced. */
function grantsBesides(
  facts: Facts,
  { members, account }: Evidence,
  announced: Announcement | undefined,
  wrong: Wrong,
): Violation[] {
  const competitionId = facts[0]?.data.competitionId;
  return members.flatMap((memberId) =>
    typed(account(memberId), 'ChallengeShareGranted').flatMap(({ data, position }) => {
      const isOfIt = data.competitionId === competitionId;
      const isAnnounced =
        announced !== undefined &&
        position > announced.position &&
        announced.data.entries.some((entry) => entry.memberId === memberId);
      return isOfIt && !isAnnounced ? [wrong('announced = granted', 'was granted without', memberId)] : [];
    }),
  );
}
