import type { CompetitionFact, CompetitionFactData } from '@easel/contracts/competitions/events';
import {
  announcedFrom,
  awardsOf,
  challengeWindow,
  SAME_ADMIN_HOURS,
  type Standing,
} from '@easel/contracts/competitions/policy';
import type { Recorded } from '@easel/contracts/kernel/event';
import { placeOf, type Finding } from './finding.ts';
import { dollars } from './walked-order.ts';

export type Announcement = CompetitionFactData<'WinnersAnnounced'>;
type Submitted = CompetitionFactData<'EntrySubmitted'>;
type Wrong = Pick<Finding, 'code' | 'message'>;

const HOUR_MS = 3_600_000;

/** One challenge, as far as its stream was walked. */
export class WalkedCompetition {
  /** Entries that take part: neither withdrawn nor disqualified. */
  readonly entries = new Map<string, Submitted>();
  private announcedAt: string | undefined;
  private proposal: { operatorId: string; proposedAt: string } | undefined;

  /** Returns what is wrong with an announcement; of other events nothing. */
  see(event: Recorded<CompetitionFact>): Wrong[] {
    switch (event.type) {
      case 'EntrySubmitted':
        this.entries.set(event.data.entryId, event.data);
        return [];
      case 'EntryWithdrawn':
      case 'EntryDisqualified':
        this.entries.delete(event.data.entryId);
        return [];
      case 'AnnouncementProposed':
        this.proposal = event.data;
        return [];
      case 'WinnersAnnounced':
        return this.announce(event.data, placeOf(event.stream, event.revision));
      default:
        return [];
    }
  }

  private announce(announcement: Announcement, place: string): Wrong[] {
    const before = this.announcedAt;
    this.announcedAt = place;
    if (before !== undefined) {
      return [{ code: 'challenge.announced_twice', message: `its winners were announced before, at ${before}` }];
    }
    return [...this.tooEarly(announcement), ...this.unconfirmed(announcement), ...this.misdivided(announcement)];
  }

  private tooEarly({ month, announcedAt }: Announcement): Wrong[] {
    const from = announcedFrom(challengeWindow(month).closesAt).toISOString();
    if (announcedAt >= from) return [];
    return [{ code: 'challenge.early', message: `its winners were announced at ${announcedAt}, before ${from}` }];
  }

  /** Two admins announce; one who is alone waits for a day. */
  private unconfirmed({ proposedBy, confirmedBy, announcedAt }: Announcement): Wrong[] {
    const code = 'challenge.unconfirmed';
    if (this.proposal?.operatorId !== proposedBy) {
      return [{ code, message: `${proposedBy} had not proposed the announcement` }];
    }
    const mayAloneMs = Date.parse(this.proposal.proposedAt) + SAME_ADMIN_HOURS * HOUR_MS;
    if (proposedBy !== confirmedBy || Date.parse(announcedAt) >= mayAloneMs) return [];
    return [{ code, message: `${confirmedBy} confirmed it within a day of proposing it` }];
  }

  private misdivided({ totalCents, houseCents, entries }: Announcement): Wrong[] {
    const strange = entries.filter(({ entryId, memberId }) => this.entries.get(entryId)?.memberId !== memberId);
    if (strange.length > 0) {
      const ids = strange.map(({ entryId }) => entryId).join(', ');
      return [{ code: 'challenge.entry_unknown', message: `what takes no part in it brought something: ${ids}` }];
    }
    const sum = entries.reduce((cents, { shareCents, prizeCents }) => cents + shareCents + prizeCents, houseCents);
    if (sum !== totalCents) {
      const message = `shares, prizes and what the house keeps are ${dollars(sum)}, and ${dollars(totalCents)} came in`;
      return [{ code: 'challenge.sums', message }];
    }
    const due = awardsOf(entries.map((entry) => ({ ...entry, submittedAt: this.submittedAt(entry) })));
    const differs = due.entries.filter((award, index) => shown(award) !== shown(entries[index]));
    if (differs.length === 0 && due.entries.length === entries.length && due.totalCents === totalCents) return [];
    const message = `the rules divide ${dollars(due.totalCents)} otherwise: ${due.entries.map(shown).join('; ') || 'nothing'}`;
    return [{ code: 'challenge.awards', message }];
  }

  private submittedAt({ entryId }: Pick<Standing, 'entryId'>): string {
    return this.entries.get(entryId)?.submittedAt ?? '';
  }
}

type Awarded = Pick<Announcement['entries'][number], 'entryId' | 'shareCents' | 'place' | 'prizeCents' | 'prizeTenths'>;

const shown = (award: Awarded | undefined): string =>
  award
    ? `${award.entryId} ${dollars(award.shareCents)}, place ${award.place ?? 'none'} ${dollars(award.prizeCents)} and ${award.prizeTenths / 10} credits`
    : '';
