import type { AccountFact } from '@easel/contracts/account/events';
import type { CompetitionFact } from '@easel/contracts/competitions/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import { memberStream } from '@easel/contracts/members/stream';
import { placeOf, type Finding, type Report } from './finding.ts';
import { Spill } from './spill.ts';
import type { TallyCheck } from './tally-check.ts';
import { WalkedCompetition, type Announcement } from './walked-competition.ts';
import { dollars, isOfLastHour } from './walked-order.ts';

/** What a challenge brought a member, as its announcement or the member's account says. */
interface Sums {
  memberId: string;
  competitionId: string;
  shareCents: number;
  prizeCents: number;
  place: string;
}

interface Prize {
  memberId: string;
  key: string;
  tenths: number;
  place: string;
}

type Word =
  | ({ side: 'announced'; isRecent: boolean } & Sums)
  | ({ side: 'granted' } & Sums)
  | ({ side: 'won'; isRecent: boolean } & Prize)
  | ({ side: 'prized' } & Prize);
type Of<Side extends Word['side']> = Extract<Word, { side: Side }>;

export interface CompetitionCheckOptions {
  /** Tells of this member alone. */
  memberId: string | undefined;
  /** Where the log ended before its streams were walked: what came later one of the two sides may lack. */
  until: bigint;
  read: (stream: string) => AsyncIterable<Recorded>;
  /** Whose log is in doubt anyway: a member's, or a challenge's. */
  isDoubtful(id: string): boolean;
  report: Report;
}

/**
 * Checks each announcement by itself, and compares what announcements say with what accounts were granted: shares and
 * prizes of each member and challenge once and to the cent, and the credits of each place.
 */
export class CompetitionCheck {
  /** Challenges whose winners were announced. */
  announced = 0;
  private recent = 0;
  private readonly words = new Spill<Word>();
  private competition = new WalkedCompetition();

  constructor(private readonly options: CompetitionCheckOptions) {}

  /** Takes every event of the challenge that is being walked; the tally of what is announced is counted again. */
  see(event: Recorded<CompetitionFact>, tallies: Pick<TallyCheck, 'announced'>): void {
    if (event.revision === 0) this.competition = new WalkedCompetition();
    if (event.position > this.options.until) return;
    const place = placeOf(event.stream, event.revision);
    for (const wrong of this.competition.see(event)) this.tell(wrong, { place, id: event.data.competitionId });
    if (event.type !== 'WinnersAnnounced') return;
    this.announced += 1;
    this.note(event.data);
    this.put(event.data, place, isOfLastHour(event.recordedAt));
    const { position, recordedAt } = event;
    tallies.announced(event.data, { position, atMs: recordedAt.getTime(), place }, this.competition);
  }

  /** Takes every event of every account. */
  seeAccount({ type, data, stream, revision, position }: Recorded<AccountFact>): void {
    if (position > this.options.until) return;
    const place = placeOf(stream, revision);
    if (type === 'ChallengeShareGranted') {
      const { memberId, competitionId, shareCents, prizeCents } = data;
      this.words.put(memberId, { side: 'granted', memberId, competitionId, shareCents, prizeCents, place });
    }
    if (type === 'CreditsGranted' && isPrizeKey(data.key)) {
      const { memberId, key, tenths } = data;
      this.words.put(memberId, { side: 'prized', memberId, key, tenths, place });
    }
  }

  async compare(): Promise<void> {
    for await (const words of this.words.parts()) await this.comparePart(words);
    const { recent } = this;
    if (recent > 0) this.options.report.note(`shares and prizes of the last hour that are not granted yet: ${recent}`);
  }

  close(): void {
    this.words.remove();
  }

  /** Not against the rules where no other admin is active, but to be looked at. */
  private note({ kind, month, proposedBy, confirmedBy, announcedAt }: Announcement): void {
    if (proposedBy !== confirmedBy) return;
    const what = `the winners of the ${kind} challenge of ${month}`;
    this.options.report.note(`${what} were announced by ${confirmedBy} alone, at ${announcedAt}`);
  }

  private put({ competitionId, entries }: Announcement, place: string, isRecent: boolean): void {
    for (const [memberId, own] of Map.groupBy(entries, (entry) => entry.memberId)) {
      const shareCents = own.reduce((sum, entry) => sum + entry.shareCents, 0);
      const prizeCents = own.reduce((sum, entry) => sum + entry.prizeCents, 0);
      if (shareCents + prizeCents > 0) {
        const sums = { memberId, competitionId, shareCents, prizeCents };
        this.words.put(memberId, { side: 'announced', ...sums, place, isRecent });
      }
      for (const { entryId, prizeTenths: tenths } of own) {
        const key = prizeKey(competitionId, entryId);
        if (tenths > 0) this.words.put(memberId, { side: 'won', memberId, key, tenths, place, isRecent });
      }
    }
  }

  private async comparePart(words: readonly Word[]): Promise<void> {
    const of = <Side extends Word['side']>(side: Side): Of<Side>[] =>
      words.filter((word): word is Of<Side> => word.side === side);
    await this.comparePairs(
      of('announced'),
      of('granted'),
      (word) => `${word.memberId} ${word.competitionId}`,
      sumsShown,
    );
    await this.comparePairs(of('won'), of('prized'), ({ memberId, key }) => `${memberId} ${key}`, prizeShown);
  }

  private async comparePairs<Due extends Of<'announced' | 'won'>, Came extends Of<'granted' | 'prized'>>(
    due: readonly Due[],
    came: readonly Came[],
    keyOf: (word: Due | Came) => string,
    shown: (word: Due | Came) => string,
  ): Promise<void> {
    const dueBy = new Map(due.map((word) => [keyOf(word), word]));
    const cameBy = new Map<string, Came>();
    for (const word of came) {
      const announced = dueBy.get(keyOf(word));
      const before = cameBy.get(keyOf(word));
      cameBy.set(keyOf(word), word);
      const wrong = before
        ? { code: 'challenge.granted_twice', message: `${shown(word)} were granted before, at ${before.place}` }
        : differs(word, announced, shown);
      if (wrong) this.tell(wrong, { place: word.place, id: word.memberId, memberId: word.memberId });
    }
    for (const word of due) {
      if (cameBy.has(keyOf(word)) || (await this.isErased(word.memberId))) continue;
      if (word.isRecent) this.recent += Number(this.isWanted(word.memberId));
      else {
        const message = `${shown(word)} were announced for ${word.memberId}, and not granted`;
        this.tell(
          { code: 'challenge.not_granted', message },
          { place: word.place, id: word.memberId, memberId: word.memberId },
        );
      }
    }
  }

  /** What an erased member won stays with the house. */
  private async isErased(memberId: string): Promise<boolean> {
    for await (const { type } of this.options.read(memberStream.nameOf(memberId))) {
      if (type === 'MemberErased') return true;
    }
    return false;
  }

  private isWanted(memberId: string): boolean {
    return this.options.memberId === undefined || this.options.memberId === memberId;
  }

  private tell(
    { code, message }: Pick<Finding, 'code' | 'message'>,
    { place, id, memberId }: { place: string; id: string; memberId?: string },
  ): void {
    if (this.options.isDoubtful(id) || (memberId !== undefined && !this.isWanted(memberId))) return;
    this.options.report.finding({ code, message, place, detail: { id } });
  }
}

function differs<Due, Came>(
  came: Came,
  due: Due | undefined,
  shown: (word: Due | Came) => string,
): Pick<Finding, 'code' | 'message'> | undefined {
  if (!due) return { code: 'challenge.not_announced', message: `${shown(came)} were granted, and not announced` };
  if (shown(came) === shown(due)) return undefined;
  return { code: 'challenge.differs', message: `${shown(came)} were granted, and ${shown(due)} announced` };
}

const sumsShown = ({ shareCents, prizeCents }: Sums): string =>
  `a share of ${dollars(shareCents)} and a prize of ${dollars(prizeCents)}`;

const prizeShown = ({ tenths }: Prize): string => `${tenths / 10} credits of a prize`;

/** What settles the credits of a place in the account. */
const prizeKey = (competitionId: string, entryId: string): string => `prize ${competitionId} ${entryId}`;
const isPrizeKey = (key: string): boolean => /^prize [0-9a-f-]{36} [0-9a-f-]{36}$/.test(key);
