import { AnnounceChallenge } from '@easel/api/competitions/announce-challenge';
import type { CompetitionCommand } from '@easel/api/competitions/competition.decider';
import { competitionIdOf } from '@easel/api/competitions/competition-id';
import { EnterChallenge } from '@easel/api/competitions/enter-challenge';
import { SettleEntry } from '@easel/api/competitions/settle-entry';
import { operators } from '@easel/api/operators/operators.decider';
import { utcMonth } from '@easel/contracts/account/policy';
import type { CompetitionFact } from '@easel/contracts/competitions/events';
import { challengeKinds, type ChallengeKind } from '@easel/contracts/competitions/kinds';
import { announcedFrom, challengeWindow, monthAfter } from '@easel/contracts/competitions/policy';
import { competitionStream } from '@easel/contracts/competitions/stream';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { operatorsStream } from '@easel/contracts/operators/stream';
import { decide, type Undated } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { action, answerCode, driving, nameOf, someMember, streamsOf, type Action, type Scene } from './action.ts';
import { productOf } from './cart.ts';
import { draw } from './market.ts';
import { placeItems } from './orders.ts';
import { refund } from './prints.ts';

const HOUR_MS = 3_600_000;
const GOOD_CARD = 'pm_card_visa';
/** The second one is not appointed in every world. */
const ADMINS = ['aaaaaaaa-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002'] as const;

interface SeenEntry {
  entryId: string;
  memberId: string;
  generationId: string;
  variantId: string;
}

/** A challenge as its events describe it. */
interface SeenChallenge {
  id: string;
  kind: ChallengeKind;
  month: string;
  phase: 'prepared' | 'open' | 'closed' | 'announced';
  /** Those that were not withdrawn. */
  entries: Map<string, SeenEntry>;
}

const PHASES: Partial<Record<CompetitionFact['type'], SeenChallenge['phase']>> = {
  CompetitionOpened: 'open',
  CompetitionClosed: 'closed',
  WinnersAnnounced: 'announced',
};

function challengesOf(scene: Scene, ...phases: readonly SeenChallenge['phase'][]): SeenChallenge[] {
  const seen = streamsOf<CompetitionFact>(scene, 'competition').flatMap((facts): SeenChallenge[] => {
    const [prepared] = facts;
    if (prepared?.type !== 'CompetitionPrepared') return [];
    const { competitionId: id, kind, month } = prepared.data;
    const challenge: SeenChallenge = { id, kind, month, phase: 'prepared', entries: new Map() };
    for (const { type, data } of facts) {
      challenge.phase = PHASES[type] ?? challenge.phase;
      if (type === 'EntrySubmitted') challenge.entries.set(data.entryId, data);
      if (type === 'EntryWithdrawn') challenge.entries.delete(data.entryId);
    }
    return [challenge];
  });
  return phases.length === 0 ? seen : seen.filter(({ phase }) => phases.includes(phase));
}

/** One of them, most often one that has entries: without them nothing is divided. */
function someChallenge({ chance }: Scene, challenges: readonly SeenChallenge[]): SeenChallenge | undefined {
  const entered = challenges.filter(({ entries }) => entries.size > 0);
  return chance.maybe(entered.length > 0 && !chance.onceIn(5) ? entered : challenges);
}

const entriesOf = (challenges: readonly SeenChallenge[]): { challenge: SeenChallenge; entry: SeenEntry }[] =>
  challenges.flatMap((challenge) => [...challenge.entries.values()].map((entry) => ({ challenge, entry })));

/** Calls twice at once now and then: the same call, where `press` keeps the first one's context. */
async function pressed<T>({ chance }: Scene, press: () => Promise<T>): Promise<T> {
  const [answer] = await Promise.all(chance.onceIn(6) ? [press(), press()] : [press()]);
  return answer;
}

const decideOn = (
  scene: Scene,
  caller: { kind: 'member' | 'operator'; id: string },
  what: string,
  command: Undated<CompetitionCommand>,
) =>
  scene.world.call(caller, what, ({ commands }, context) =>
    commands.execute(decide<CompetitionCommand>(competitionStream, command.competitionId, command, context)),
  );

async function appoint({ world, chance }: Scene): Promise<void> {
  for (const operatorId of chance.onceIn(3) ? ADMINS.slice(0, 1) : ADMINS) {
    const command = { type: 'AppointFirst', operatorId, email: `${operatorId}@example.org`, name: 'Admin' } as const;
    await world.call({ kind: 'operator', id: 'op' }, 'appoint an admin', ({ runner }, context) =>
      runner.execute(operatorsStream.name, operators, { ...command, reason: 'first start' }, context),
    );
  }
}

async function prepare(scene: Scene, month: string): Promise<void> {
  const { chance, tell } = scene;
  await appoint(scene);
  const kind = chance.pick(challengeKinds);
  const told = { theme: chance.pick(['Rain', 'Cats']), description: 'Draw it' };
  const competitionId = competitionIdOf(kind, month);
  const answer = await decideOn(scene, { kind: 'operator', id: ADMINS[0] }, 'prepare a challenge', {
    type: 'PrepareCompetition',
    competitionId,
    kind,
    month,
    ...told,
  });
  tell(`an admin prepares the ${kind} challenge of ${month}: ${answerCode(answer)}`);
  if (!chance.onceIn(6)) return;
  const revised = await decideOn(scene, { kind: 'operator', id: ADMINS[0] }, 'revise a challenge', {
    type: 'ReviseCompetition',
    competitionId,
    theme: 'Dogs',
    description: 'Draw them',
  });
  tell(`an admin changes its theme: ${answerCode(revised)}`);
}

/** A member's images that a challenge may take, by their size, and that were not entered yet. */
const ownImages = (scene: Scene, memberId: string): { generationId: string; variantId: string }[] =>
  streamsOf<GenerationFact>(scene, 'generation').flatMap((facts) =>
    facts[0]?.data.memberId === memberId &&
    facts.some(({ type }) => type === 'GenerationCompleted') &&
    !facts.some(({ type }) => type === 'EntryTagged' && !scene.chance.onceIn(8))
      ? facts.flatMap(({ type, data }) =>
          type === 'VariantCreated' && data.original.width > 4_000
            ? [{ generationId: data.generationId, variantId: data.variantId }]
            : [],
        )
      : [],
  );

async function enter(scene: Scene, memberId = someMember(scene)): Promise<void> {
  const { world, chance, tell } = scene;
  // Now and then a page that was opened before it closed.
  const challenge = chance.maybe(challengesOf(scene, 'open', ...(chance.onceIn(10) ? (['closed'] as const) : [])));
  if (!challenge) return;
  const images = ownImages(scene, memberId);
  if (images.length === 0 || chance.onceIn(3)) {
    // A picture that does not fit is refused.
    const isTshirtDesign = challenge.kind === 'tshirt' && !chance.onceIn(10);
    const resolution = chance.onceIn(12) ? '2k' : '4k';
    await draw(scene, memberId, { prompt: 'a fox', count: 1, resolution, isTshirtDesign });
    images.splice(0, Infinity, ...ownImages(scene, memberId));
  }
  const image = chance.onceIn(2) ? images.at(-1) : chance.maybe(images);
  if (!image) return;
  const wanted = { competitionId: challenge.id, memberId, ...image };
  let first: CommandContext | undefined;
  const answer = await pressed(scene, () =>
    world.call({ kind: 'member', id: memberId }, 'enter a challenge', ({ commands }, context) =>
      commands.execute(new EnterChallenge(wanted, (first ??= context))),
    ),
  );
  tell(
    `${nameOf(scene, memberId)} enters the ${challenge.kind} challenge of ${challenge.month}: ${answerCode(answer)}`,
  );
}

/** As the controllers do: what the challenge says first, then the picture. */
async function exclude(
  scene: Scene,
  { challenge, entry }: { challenge: SeenChallenge; entry: SeenEntry },
  by: 'member' | 'operator',
): Promise<void> {
  const { world, tell } = scene;
  const { entryId, memberId } = entry;
  const competitionId = challenge.id;
  const command: Undated<CompetitionCommand> =
    by === 'member'
      ? { type: 'WithdrawEntry', competitionId, entryId, memberId, reason: 'by-member' }
      : { type: 'DisqualifyEntry', competitionId, entryId, reason: 'a copy' };
  const caller = { kind: by, id: by === 'member' ? memberId : ADMINS[0] } as const;
  const what = by === 'member' ? 'withdraw an entry' : 'disqualify an entry';
  let first: CommandContext | undefined;
  const answer = await pressed(scene, () =>
    world.call(caller, what, async ({ commands }, context) => {
      first ??= context;
      await commands.execute(decide<CompetitionCommand>(competitionStream, competitionId, command, first));
      await commands.execute(new SettleEntry(competitionId, entryId, first));
    }),
  );
  tell(`${by === 'member' ? nameOf(scene, memberId) : 'an admin'} ${what}: ${answerCode(answer)}`);
}

/** Most often by others than who entered it. */
async function order(scene: Scene): Promise<void> {
  const { chance, members, world } = scene;
  const entry = chance.maybe(openEntries(scene));
  if (!entry) return;
  const others = members.filter((id) => id !== entry.memberId && !world.erased.has(id));
  const buyerId = chance.onceIn(6) ? entry.memberId : chance.maybe(others);
  if (buyerId !== undefined) await orderProducts(scene, buyerId, entry);
}

const openEntries = (scene: Scene): SeenEntry[] => entriesOf(challengesOf(scene, 'open')).map(({ entry }) => entry);

async function orderProducts(
  scene: Scene,
  buyerId: string,
  { generationId, variantId }: SeenEntry,
  card?: string,
): Promise<void> {
  const items = Array.from({ length: scene.chance.int(1, 2) }, (_, id) => ({
    id: `${id}`,
    ...productOf(scene, { generationId, variantId }),
  }));
  await placeItems(scene, buyerId, items, card);
}

async function announce(scene: Scene): Promise<void> {
  const { chance, world, tell } = scene;
  const challenge = someChallenge(scene, challengesOf(scene, ...(chance.onceIn(8) ? [] : (['closed'] as const))));
  if (!challenge) return;
  const press = (operatorId: string) =>
    world.call({ kind: 'operator', id: operatorId }, 'announce winners', ({ commands }, context) =>
      commands.execute(new AnnounceChallenge(challenge.id, operatorId, context)),
    );
  // Both at once, one after the other, or one alone.
  const admins = chance.weighted<readonly string[]>([
    [2, ADMINS],
    [2, [chance.pick(ADMINS)]],
    [1, [ADMINS[0], ADMINS[0]]],
  ]);
  const answers = await Promise.all(admins.map(press));
  for (const answer of answers) {
    const says = answer.kind === 'done' && answer.value ? 'announced' : answerCode(answer);
    tell(`an admin announces the winners of ${challenge.kind} ${challenge.month}: ${says}`);
  }
}

/** Until the next challenge closes, or the winners of a closed one may be announced. */
async function passToEnd({ world, chance, tell }: Scene, challenge: SeenChallenge): Promise<void> {
  const { closesAt } = challengeWindow(challenge.month);
  const until = Date.now() < closesAt.getTime() ? closesAt : announcedFrom(closesAt);
  const ms = until.getTime() - Date.now() + chance.int(-1, 30) * HOUR_MS;
  await world.pass(Math.max(ms, HOUR_MS));
  tell(`it is ${new Date().toISOString()}`);
}

/** Somebody enters, the others order it: enough for winners once it has closed. */
async function hold(scene: Scene): Promise<void> {
  const { members, world, tell } = scene;
  if (challengesOf(scene, 'open').length === 0) await prepare(scene, utcMonth(new Date()));
  const there = members.filter((id) => !world.erased.has(id));
  // Where all enter and order each other's entries, their money goes round, and nothing of it counts.
  const entrant = scene.chance.onceIn(4) ? scene.chance.maybe(there) : there[0];
  if (entrant === undefined) return;
  await enter(scene, entrant);
  for (const buyer of there) {
    const others = openEntries(scene).filter(({ memberId }) => memberId !== buyer);
    const own = openEntries(scene).filter(({ memberId }) => memberId === buyer);
    const entry = scene.chance.maybe(own.length > 0 && scene.chance.onceIn(3) ? own : others);
    if (entry) await orderProducts(scene, buyer, entry, GOOD_CARD);
  }
  tell('a challenge is held');
}

/** Until winners may be announced, with refunds on the way; then both admins announce them. */
async function settle(scene: Scene): Promise<void> {
  const { world, chance } = scene;
  const challenge = someChallenge(scene, challengesOf(scene, 'open', 'closed'));
  if (!challenge) return;
  const act = async (work: (scene: Scene) => Promise<void>): Promise<void> => {
    void world.begins(() => work(scene)).catch((error: unknown) => world.failures.push(error));
    await world.settle();
  };
  if (challenge.phase === 'open') await passToEnd(scene, challenge);
  if (chance.onceIn(2)) await act(refund);
  await passToEnd(scene, challenge);
  await act(announce);
  await act(announce);
}

/** What admins, entrants and those who like their pictures do about challenges. */
export const challengeActions: readonly Action[] = [
  action('prepare a challenge', 1, (scene) => {
    const month = utcMonth(new Date());
    return prepare(scene, scene.chance.onceIn(3) ? monthAfter(month) : month);
  }),
  action('enter a challenge', 2, (scene) => enter(scene)),
  action('withdraw an entry', 1, async (scene) => {
    const phases = scene.chance.onceIn(6) ? [] : (['open'] as const);
    const found = scene.chance.maybe(entriesOf(challengesOf(scene, ...phases)));
    if (found) await exclude(scene, found, 'member');
  }),
  action('disqualify an entry', 1, async (scene) => {
    const found = scene.chance.maybe(entriesOf(challengesOf(scene)));
    if (found) await exclude(scene, found, 'operator');
  }),
  action('order an entry', 2, (scene) => order(scene)),
  action('announce winners', 2, announce),
  action('a challenge is held', 1, hold),
  driving('a challenge ends', 1, async (scene) => {
    const challenge = scene.chance.maybe(challengesOf(scene, 'open', 'closed'));
    if (challenge) await passToEnd(scene, challenge);
  }),
  driving('winners are due', 1, settle),
];
