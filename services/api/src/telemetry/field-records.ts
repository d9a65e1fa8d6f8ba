import type { TelemetryFact } from '@easel/contracts/telemetry/events';
import type { MeasuredPage } from '@easel/contracts/telemetry/http';
import type { Landing } from '@easel/contracts/telemetry/landing.http';
import { VISIT_POINTS } from '@easel/contracts/telemetry/policy';
import { viewsStream, visitsStream, vitalsStream } from '@easel/contracts/telemetry/stream';
import type { ViewFact } from '@easel/contracts/telemetry/views.events';
import type { VitalsFact } from '@easel/contracts/telemetry/vitals.events';
import { newFacts, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { NetworkBudget } from '@easel/kernel/http/network-budget';
import { RATE_LIMIT_SCALE } from '@easel/kernel/http/rate-limit.guard';
import { EventLog } from '@easel/kernel/log/event-log';
import type { NewFact } from '@easel/kernel/log/new-fact';
import { randomFraction, randomUUID } from '@easel/kernel/server/chance';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TELEMETRY_SETTINGS, type TelemetryConfig } from './telemetry.config.ts';
import { ViewDays } from './view-days.ts';
import { VisitDays } from './visit-days.ts';
import { VitalsDays } from './vitals-days.ts';

const HOUR_SECONDS = 3_600;
/** Everybody's. */
const ALL = 'all';

/**
 * Records what browsers tell of the field, and nothing of whose they are; each call tells how many facts came of it.
 */
@Injectable()
export class FieldRecords {
  /** Keeps one address from filling the log, falsifying the figures, or using up everybody's room. */
  private readonly budget: NetworkBudget;
  /**
   * Nobody is asked who they are, and whoever makes things up has as many addresses as they like: the log is to stand
   * it.
   */
  private readonly room: RateLimiterMemory;

  constructor(
    private readonly log: EventLog,
    private readonly vitalsDays: VitalsDays,
    private readonly visitDays: VisitDays,
    private readonly viewDays: ViewDays,
    @Inject(TELEMETRY_SETTINGS) private readonly settings: TelemetryConfig,
    @Inject(RATE_LIMIT_SCALE) scale: number,
  ) {
    const points = Math.max(1, Math.round(settings.FIELD_EVENTS_AN_ADDRESS * scale));
    this.budget = new NetworkBudget({ points, seconds: HOUR_SECONDS });
    this.room = new RateLimiterMemory({ points: settings.FIELD_FACTS_AN_HOUR, duration: HOUR_SECONDS });
  }

  /** Charges an address for what it reports. Throws 429 with the seconds to wait where its budget is used up. */
  admit(address: string, counts: { events: number; visits: number }): Promise<void> {
    return this.budget.spend(address, counts.events + counts.visits * (VISIT_POINTS - 1));
  }

  /** Of pages a sample is kept. A measurement may be lost, and is never recorded twice. */
  async measured(pages: readonly MeasuredPage[]): Promise<number> {
    const sample = this.settings.VITALS_SAMPLE;
    const kept = pages.filter(() => randomFraction() < sample);
    if (kept.length === 0 || !(await this.hasRoomFor(kept.length))) return 0;
    const day = new Date().toISOString().slice(0, 10);
    const stream = vitalsStream.nameOf(day);
    await this.vitalsDays.begin(day);
    await this.log.appendAnywhere(
      stream,
      anonymous(
        stream,
        kept.map((page): VitalsFact => ({ type: 'PageMeasured', data: { ...page, day, sample } })),
      ),
    );
    return kept.length;
  }

  /** A visit may be lost, and is never recorded twice. */
  async begun(landings: readonly Landing[]): Promise<number> {
    if (landings.length === 0 || !(await this.hasRoomFor(landings.length))) return 0;
    const at = new Date().toISOString();
    const day = at.slice(0, 10);
    const stream = visitsStream.nameOf(day);
    await this.visitDays.begin(day);
    await this.log.appendAnywhere(
      stream,
      anonymous(
        stream,
        landings.map((landing): TelemetryFact => ({ type: 'VisitBegun', data: { ...landing, at } })),
      ),
    );
    return landings.length;
  }

  /** Views of pictures on a day. One may be lost; a repeat of a viewer is recorded, and not counted. */
  async viewed(day: string, views: readonly ViewFact[]): Promise<number> {
    if (views.length === 0 || !(await this.hasRoomFor(views.length))) return 0;
    const stream = viewsStream.nameOf(day);
    await this.viewDays.begin(day);
    await this.log.appendAnywhere(stream, anonymous(stream, views));
    return views.length;
  }

  private async hasRoomFor(facts: number): Promise<boolean> {
    try {
      await this.room.consume(ALL, facts);
      return true;
    } catch (full) {
      if (!(full instanceof RateLimiterRes)) throw full;
      return false;
    }
  }
}

/** Nothing of the request goes along: by its ids a fact would be found in the logs, and with it who called. */
const nobodys = (): CommandContext => ({
  key: randomUUID(),
  actor: { kind: 'visitor', id: 'visitor' },
  correlationId: randomUUID(),
});

/** Each for itself: by one correlation the pages of a call would be found to be one browser's. */
const anonymous = (stream: string, facts: readonly (TelemetryFact | VitalsFact | ViewFact)[]): NewFact[] =>
  facts.flatMap((fact) => newFacts(stream, [fact], nobodys()));
