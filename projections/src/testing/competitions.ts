import { randomUUID } from 'node:crypto';
import type { CompetitionFact, CompetitionFactData } from '@easel/contracts/competitions/events';
import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { challengeWindow } from '@easel/contracts/competitions/policy';
import { competitionStream } from '@easel/contracts/competitions/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { GenerationStory } from './generations.ts';
import type { Recorder } from './recorded.ts';

/** An entry as its facts name it. */
export interface StoryEntry {
  entryId: string;
  memberId: string;
  generationId: string;
  variantId: string;
}

/** Facts of one challenge. */
export class CompetitionStory {
  readonly competitionId = randomUUID();

  constructor(
    private readonly recorder: Recorder,
    readonly kind: ChallengeKind = 'poster',
    readonly month = '2026-11',
  ) {}

  prepared(theme = 'Tides', description = 'Whatever the sea leaves behind.'): Recorded {
    const preparedAt = '2026-10-20T10:00:00.000Z';
    return this.record({ type: 'CompetitionPrepared', data: { ...this.named, theme, description, preparedAt } });
  }

  revised(theme: string, description = 'Whatever the sea leaves behind.'): Recorded {
    const { competitionId } = this;
    const revisedAt = '2026-10-21T10:00:00.000Z';
    return this.record({ type: 'CompetitionRevised', data: { competitionId, theme, description, revisedAt } });
  }

  opened(theme = 'Tides', description = 'Whatever the sea leaves behind.'): Recorded {
    const { opensAt, closesAt } = challengeWindow(this.month);
    const window = { opensAt: opensAt.toISOString(), closesAt: closesAt.toISOString() };
    const data = { ...this.named, theme, description, ...window, openedAt: window.opensAt };
    return this.record({ type: 'CompetitionOpened', data });
  }

  /** Prepared and open. */
  begun(): Recorded[] {
    return [this.prepared(), this.opened()];
  }

  entryOf({ generationId, memberId }: GenerationStory, variantId: string = randomUUID()): StoryEntry {
    return { entryId: randomUUID(), memberId, generationId, variantId };
  }

  entered(entry: StoryEntry, submittedAt = '2026-11-20T09:00:00.000Z', wasPublic = true): Recorded {
    const { competitionId, kind } = this;
    const closesAt = challengeWindow(this.month).closesAt.toISOString();
    const size = { widthPx: 3840, heightPx: 3840, thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A' };
    const data = { competitionId, kind, ...entry, closesAt, ...size, wasPublic, submittedAt };
    return this.record({ type: 'EntrySubmitted', data });
  }

  withdrawn(entry: StoryEntry): Recorded {
    const { competitionId } = this;
    const end = { wasPublic: true, reason: 'by-member', withdrawnAt: '2026-11-21T10:00:00.000Z' } as const;
    return this.record({ type: 'EntryWithdrawn', data: { competitionId, ...entry, ...end } });
  }

  disqualified(entry: StoryEntry, reason = 'A copy of another picture'): Recorded {
    const { competitionId } = this;
    const end = { wasPublic: true, reason, disqualifiedAt: '2026-11-21T10:00:00.000Z' };
    return this.record({ type: 'EntryDisqualified', data: { competitionId, ...entry, ...end } });
  }

  closed(...tally: CompetitionFactData<'CompetitionClosed'>['tally']): Recorded {
    return this.record({
      type: 'CompetitionClosed',
      data: { ...this.named, tally, closedAt: challengeWindow(this.month).closesAt.toISOString() },
    });
  }

  proposed(operatorId: string): Recorded {
    const { competitionId } = this;
    const data = { competitionId, operatorId, proposalId: randomUUID(), proposedAt: '2026-12-15T10:00:00.000Z' };
    return this.record({ type: 'AnnouncementProposed', data });
  }

  announced(data: Pick<CompetitionFactData<'WinnersAnnounced'>, 'totalCents' | 'houseCents' | 'entries'>): Recorded {
    const by = { proposedBy: randomUUID(), confirmedBy: randomUUID(), announcedAt: '2026-12-15T11:00:00.000Z' };
    return this.record({ type: 'WinnersAnnounced', data: { ...this.named, ...data, ...by } });
  }

  private get named(): { competitionId: string; kind: ChallengeKind; month: string } {
    const { competitionId, kind, month } = this;
    return { competitionId, kind, month };
  }

  private record(fact: CompetitionFact): Recorded {
    return this.recorder.record(competitionStream.nameOf(this.competitionId), fact);
  }
}
