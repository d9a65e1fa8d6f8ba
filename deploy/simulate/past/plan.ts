import { demoMessages } from '../../local/demo-console.ts';
import { demoMembers, type DemoMember } from '../../local/demo-world.ts';
import { Chance, mixed } from '../chance.ts';
import { answers, newcomers, pictures, searched, searchedInVain, trials, writings, type Person } from './cast.ts';
import { planChallenges } from './challenge-plan.ts';
import { curators, planCurators, planPayouts, publicPicturesOf, type DollarSale } from './curator-plan.ts';
import { fieldOf, someLanding } from './field.ts';
import type { PastWorld } from './past-world.ts';

export const PAST_DAYS = 90;
/** By then the members of the demo world have drawn the pictures that they collect. */
const ALL_DRAWN_DAYS = 30;
/** From when on those of the demo world draw what newcomers draw, too. */
const LATER_FROM_DAY = 40;
const MINUTE_MS = 60_000;

/** Something that happens at an instant of the past. */
export interface Happening {
  readonly at: number;
  /** Who does what, in words; of two plans by one seed the same. */
  readonly what: string;
  readonly happen: (world: PastWorld) => Promise<void>;
}

/** Collects happenings, each in a minute of its own: what follows from one is recorded before the next begins. */
class Diary {
  private readonly entries: { minute: number; order: number; what: string; happen: Happening['happen'] }[] = [];
  readonly dollarSales: DollarSale[] = [];

  /** `day` from 0, `hour` with its fraction. */
  note(day: number, hour: number, what: string, happen: Happening['happen']): void {
    const minute = Math.round(day * 1_440 + hour * 60);
    this.entries.push({ minute, order: this.entries.length, what, happen });
  }

  /** A purchase of a public picture. */
  purchase(day: number, hour: number, buyer: string, prompt: string, method: 'credits' | 'dollars'): void {
    this.note(day, hour, `${buyer} buys ${prompt}`, (world) => world.buy(buyer, prompt, method));
    if (method === 'dollars') this.dollarSales.push({ day: day + Math.floor(hour / 24), prompt });
  }

  /** Those within so many days. */
  happenings(beginsMs: number, days: number): Happening[] {
    const sorted = this.entries
      .filter(({ minute }) => minute < days * 1_440 - 60)
      .sort((one, other) => one.minute - other.minute || one.order - other.order);
    let last = -1;
    return sorted.map(({ minute, what, happen }) => {
      last = Math.max(minute, last + 1);
      return { at: beginsMs + last * MINUTE_MS, what, happen };
    });
  }
}

/** What happens in so many days from the midnight on which they begin; the same for the same seed. */
export function planOfPast(seed: number, beginsMs: number, days: number): Happening[] {
  const diary = new Diary();
  diary.note(0, 9, 'the operators join', (world) => world.appointOperators());
  for (const [n, member] of demoMembers.entries())
    planDemoMember(diary, member, { day: n + 1, days }, new Chance(mixed(seed, n)));
  planCurators(diary, new Chance(mixed(seed, 20)));
  for (const [n, person] of newcomers.entries()) {
    planNewcomer(diary, person, { day: comesOn(n), number: n }, new Chance(mixed(seed, 100 + n)));
  }
  planPayouts(diary.note.bind(diary), diary.dollarSales);
  planMessages(diary, new Chance(mixed(seed, 30)));
  planTrials(diary, new Chance(mixed(seed, 40)));
  planChallenges(diary.note.bind(diary), beginsMs, days);
  for (let day = 0; day < PAST_DAYS; day += 1) {
    const chance = new Chance(mixed(seed, 1_000 + day));
    for (const [n, told] of fieldOf(day, chance).entries()) {
      const what = `browsers tell of ${told.visits.length} visits and ${told.pages.length} pages`;
      diary.note(day, 9 + n * 8 + chance.int(0, 200) / 60, what, (world) => world.field(told.visits, told.pages));
    }
  }
  return diary.happenings(beginsMs, days);
}

/** More come each week than in the week before. */
const comesOn = (number: number): number => Math.floor(PAST_DAYS * ((number + 1) / (newcomers.length + 1)) ** 0.8);

const hourOf = (chance: Chance): number => chance.int(7 * 60, 22 * 60) / 60;

/** Who is in the banner: all that they have in a demo world without a past, over the first weeks. */
function planDemoMember(
  diary: Diary,
  member: DemoMember,
  { day, days }: { day: number; days: number },
  chance: Chance,
): void {
  const { username: name, images, plan, topUpDollars, purchases = [], batch, collection, avatar, isShown } = member;
  const { firstName, lastName, email, password } = member;
  const person = { firstName, lastName, username: name, email, password };
  const landing = someLanding(chance);
  diary.note(day, 10, `${name} registers`, (world) => world.register(person, landing));
  diary.note(day, 10.5, `${name} verifies`, (world) => world.verify(person));
  if (isShown) diary.note(day, 11, `${name} is shown`, (world) => world.show(name));
  if (plan !== undefined)
    diary.note(day + 2, 12, `${name} subscribes to ${plan}`, (world) => world.subscribe(name, plan));
  if (topUpDollars !== undefined) {
    diary.note(day + 2, 13, `${name} pays in ${topUpDollars} dollars`, (world) => world.topUp(name, topUpDollars));
  }
  for (const [n, image] of images.entries()) {
    diary.note(day + 3 * n, n === 0 ? 14 : hourOf(chance), `${name} makes ${image.prompt}`, (world) =>
      world.generate(name, image.prompt, image),
    );
  }
  if (avatar !== undefined)
    diary.note(day + 20, 9, `${name} is known by a picture`, (world) => world.chooseAvatar(name, avatar));
  for (const { prompt, method } of purchases) {
    diary.purchase(day + 24, 15, name, prompt, method);
  }
  planLaterPictures(diary, member, day - 1, chance);
  if (days < ALL_DRAWN_DAYS) return;
  if (batch) diary.note(days - 4, 16, `${name} makes a batch`, (world) => world.generateTogether(name, batch));
  if (collection) {
    diary.note(days - 2, 18, `${name} collects ${collection.name}`, (world) =>
      world.collect(name, collection.name, collection.prompts),
    );
  }
}

/** Goes on to draw, until yesterday: what is drawn first is shown, and one comes to nothing. */
function planLaterPictures(
  diary: Diary,
  { username: name, images, plan }: DemoMember,
  number: number,
  chance: Chance,
): void {
  const own = pictures.filter((_, index) => index % demoMembers.length === number);
  for (const [n, picture] of own.entries()) {
    const key = `${name}: ${picture.prompt}`;
    const on = LATER_FROM_DAY + n * 12 + number * 3;
    diary.note(on, 16, `${name} makes ${picture.prompt}`, (world) =>
      world.generate(name, key, { ...picture, isPublic: true }),
    );
    if (plan !== undefined) diary.note(on, 17, `${name} downloads it`, (world) => world.download(name, key));
  }
  const [again] = own;
  if (!again) return;
  for (const on of [LATER_FROM_DAY + 8, 78]) {
    diary.note(on, hourOf(chance), `${name} makes ${again.prompt} in vain`, (world) =>
      world.generateInVain(name, again),
    );
  }
  const drawn = [...own.slice(1), ...images];
  for (const [n, last] of [70, 76, 81, 85, 88, 89].entries()) {
    const on = last - number;
    const picture = { ...(drawn[(2 * n + 1) % drawn.length] ?? again), isPublic: false };
    diary.note(on, hourOf(chance), `${name} makes ${picture.prompt} once more`, (world) =>
      world.generate(name, `${name}: ${on}`, picture),
    );
  }
}

/** By whom pictures are made that others buy. */
const forSale = curators.flatMap(publicPicturesOf);
/** By when all of them are there. */
const SOLD_FROM_DAY = 20;
/** A free month's credits make no more. */
const PICTURES_A_MONTH = 6;

function planNewcomer(
  diary: Diary,
  person: Person,
  { day, number }: { day: number; number: number },
  chance: Chance,
): void {
  const { username: name } = person;
  const landing = someLanding(chance);
  const visitor = chance.onceIn(4) ? `visitor of ${name}` : undefined;
  const hour = chance.int(8 * 60, 18 * 60) / 60;
  if (visitor !== undefined) {
    const prompt = chance.pick(trials);
    diary.note(day, hour - 0.5, `${visitor} tries`, (world) => world.tryOut(visitor, prompt));
  }
  diary.note(day, hour, `${name} registers`, (world) => world.register(person, landing, visitor));
  if (!chance.onceIn(5)) diary.note(day, hour + 0.2, `${name} verifies`, (world) => world.verify(person));
  const isEager = number % 3 === 0;
  const plan = isEager && chance.onceIn(2) ? chance.pick(['starter', 'creator'] as const) : undefined;
  const paysDay = day + chance.int(2, 9);
  if (plan) diary.note(paysDay, hour, `${name} subscribes to ${plan}`, (world) => world.subscribe(name, plan));
  const buys = !chance.onceIn(3);
  const dollars = chance.pick([10, 15, 25]);
  if (buys)
    diary.note(paysDay, hour + 0.5, `${name} pays in ${dollars} dollars`, (world) => world.topUp(name, dollars));
  const made = new Map<number, number>();
  const favorites = new Set<string>();
  let bought = 0;
  // Some come back every few days, most a few times, some never.
  const pauses = isEager ? [2, 6] : [5, 18];
  const [from = 0, to = 0] = pauses;
  const comesBack = chance.onceIn(4) ? 1 : isEager ? 14 : 5;
  for (let session = 0, on = day; session < comesBack && on < PAST_DAYS; session += 1, on += chance.int(from, to)) {
    const at = session === 0 ? hour + 1 : hourOf(chance);
    const words = chance.onceIn(5) ? chance.pick(searchedInVain) : chance.pick(searched);
    if (chance.onceIn(2)) diary.note(on, at, `${name} searches ${words}`, (world) => world.search(name, words));
    const month = Math.floor(on / 30);
    if ((made.get(month) ?? 0) < PICTURES_A_MONTH && !chance.onceIn(3)) {
      made.set(month, (made.get(month) ?? 0) + 1);
      planPicture(diary, { name, on, at, number, session, hasPlan: plan !== undefined && on > paysDay }, chance);
    }
    const liked = chance.pick(forSale).prompt;
    if (on > SOLD_FROM_DAY && !favorites.has(liked)) {
      favorites.add(liked);
      diary.note(on, at + 0.3, `${name} likes ${liked}`, (world) => world.favorite(name, liked));
    }
    if (buys && on > Math.max(SOLD_FROM_DAY, paysDay) && bought < dollars - 2) {
      const wanted = forSale[(number + session) % forSale.length]?.prompt ?? '';
      if (session < forSale.length) {
        bought += 1;
        diary.purchase(on, at + 0.4, name, wanted, 'dollars');
      }
    }
    if (session === 1 && on > 3)
      diary.note(on, at + 0.6, `${name} follows mira`, (world) => world.follow(name, 'mira'));
  }
}

function planPicture(
  diary: Diary,
  {
    name,
    on,
    at,
    number,
    session,
    hasPlan,
  }: { name: string; on: number; at: number; number: number; session: number; hasPlan: boolean },
  chance: Chance,
): void {
  const index = (number * 5 + session) % pictures.length;
  const picture = pictures[index];
  if (!picture) return;
  if (chance.onceIn(9)) {
    return diary.note(on, at + 0.1, `${name} makes ${picture.prompt} in vain`, (world) =>
      world.generateInVain(name, picture),
    );
  }
  const key = `${name}: ${session}`;
  diary.note(on, at + 0.1, `${name} makes ${picture.prompt}`, (world) => world.generate(name, key, picture));
  if (hasPlan) diary.note(on, at + 0.2, `${name} downloads it`, (world) => world.download(name, key));
}

/** Written on any day, and answered after hours, or days, or not yet. */
function planMessages(diary: Diary, chance: Chance): void {
  for (const [n, message] of demoMessages.entries()) {
    const day = 8 + n * 9;
    diary.note(day, 14, `somebody writes ${message.subject}`, (world) => world.write(message.subject, message));
    const { triage, reply, subject } = message;
    if (!triage && reply === undefined) continue;
    diary.note(day + (n % 4 === 3 ? 3 : 1), 9, `${subject} is seen to`, (world) => world.answer(subject, message));
  }
  for (let n = 0; n < 14; n += 1) {
    const written = writings[n % writings.length];
    const reply = answers[n % answers.length];
    if (!written || reply === undefined) continue;
    const day = 12 + n * 5;
    const key = `message ${n}`;
    const there = [...demoMembers, ...newcomers.filter((_, number) => comesOn(number) < day)];
    const from = chance.pick(there).username;
    const message = { ...written, from };
    const hour = chance.int(8 * 60, 15 * 60) / 60;
    diary.note(day, hour, `${from} writes ${written.subject}`, (world) => world.write(key, message));
    if (n % 7 === 6) continue;
    const waits = chance.onceIn(4) ? chance.int(26, 70) : chance.int(1, 20);
    diary.note(day, hour + waits, 'it is answered', (world) => world.answer(key, { reply }));
  }
}

/** Visitors who never come to an account. */
function planTrials(diary: Diary, chance: Chance): void {
  for (let day = 1; day < PAST_DAYS; day += chance.int(2, 6)) {
    const prompt = chance.pick(trials);
    diary.note(day, hourOf(chance), `a visitor tries ${prompt}`, (world) => world.tryOut(`visitor ${day}`, prompt));
  }
}
