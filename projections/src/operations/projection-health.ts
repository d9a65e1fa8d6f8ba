import { EventLog } from '@easel/kernel/log/event-log';
import { LagCounter } from '@easel/kernel/following/lag-counter';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { Metrics } from '@easel/kernel/server/metrics';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { ReadModel } from '../kernel/projector.ts';
import { Reads } from '../kernel/reads.ts';
import { readModels } from '../read-models.ts';
import { operationsModel } from './operations.projector.ts';
import { type ProjectionStatus, projectionStatuses } from './operations.queries.ts';
import { PROCESS_BEGAN_AT, standsStill } from './stands-still.ts';

/** One scrape asks for several figures of the same moment. */
const SAME_MOMENT_MS = 500;

/** A projection cannot go on with this code. */
class ProjectionStopped extends Error {
  override readonly name = 'ProjectionStopped';
}

/** A projection has never come to the log's end: its tables are a fragment. */
class ProjectionCatchingUp extends Error {
  override readonly name = 'ProjectionCatchingUp';
}

/**
 * Tells the process's readiness and its metrics how the projections stand. Parked facts are an alert, not an outage.
 */
@Injectable()
export class ProjectionHealth implements OnModuleInit {
  private latest: { at: number; statuses: Promise<ProjectionStatus[]> } | undefined;

  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(Lifecycle) private readonly lifecycle: Lifecycle,
    @Inject(Metrics) private readonly metrics: Metrics,
    @Inject(EventLog) private readonly log: EventLog,
  ) {}

  onModuleInit(): void {
    for (const model of [...readModels, operationsModel]) {
      this.lifecycle.addCheck(`projection ${model.name}`, () => this.check(model));
      const figure = (name: string, help: string, of: (status: ProjectionStatus) => number | Promise<number>) =>
        this.metrics.gauge(`easel_projection_${model.name}_${name}`, help, async () => {
          const status = await this.statusOf(model).catch(() => undefined);
          return status ? of(status) : Number.NaN;
        });
      figure('lag', 'Events that the projection has yet to apply, counted up to a bound', async ({ position }) => {
        const follower = { name: model.schema, categories: model.categories };
        return (await LagCounter.of(this.log).of(follower, position)).events ?? Number.NaN;
      });
      figure('still', '1 where it runs and does not move while there is something to apply', async (status) => {
        const follower = { name: model.schema, categories: model.categories };
        const { oldestAt } = await LagCounter.of(this.log).of(follower, status.position);
        const standing = { ...status, movedAt: status.updatedAt, oldestAt, since: PROCESS_BEGAN_AT };
        return Number(standsStill(standing, Date.now()));
      });
      figure('parked', 'Facts set aside because one of them could not be applied', ({ parked }) => parked);
      figure('ignored', 'Facts of types that the code does not know', ({ eventsIgnored }) => eventsIgnored);
    }
  }

  private async check(model: ReadModel): Promise<void> {
    const status = await this.statusOf(model);
    if (status?.phase === 'stopped') throw new ProjectionStopped(status.reason ?? model.schema);
    if (!status?.isWhole) throw new ProjectionCatchingUp(model.schema);
  }

  private async statusOf({ schema }: ReadModel): Promise<ProjectionStatus | undefined> {
    const now = performance.now();
    if (!this.latest || now - this.latest.at > SAME_MOMENT_MS) {
      this.latest = { at: now, statuses: projectionStatuses(this.reads) };
    }
    return (await this.latest.statuses).find((status) => status.schema === schema);
  }
}
