import { hintSubjects, type Moved } from '@easel/contracts/operations/live';
import { HINT_EVERY_MS } from '@easel/contracts/operations/policy';
import type { Bus } from '@easel/kernel/bus/bus';
import { eventFrame } from '@easel/kernel/http/event-stream';
import { Listener } from '@easel/kernel/database/listener';
import { LiveHub } from '@easel/kernel/http/live-hub';
import { BUS } from '@easel/kernel/server/tokens';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CheckpointWatch } from '../kernel/checkpoint-watch.ts';
import { readModels } from '../read-models.ts';
import { HintThrottle } from './hint-throttle.ts';
import { operationsModel } from './operations.projector.ts';

const OPERATIONS = 'projections';

/**
 * Tells the console's open streams what may be read anew: what projections and the bus say, said no more often than of
 * use.
 */
@Injectable()
export class LiveHints implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly names: ReadonlyMap<string, string> = new Map([
    ...readModels.map(({ schema, name }): [string, string] => [schema, name]),
    [operationsModel.schema, OPERATIONS],
  ]);
  private readonly throttle: HintThrottle;
  private readonly stops: (() => Promise<void> | void)[] = [];

  constructor(
    @Inject(LiveHub) private readonly hub: LiveHub,
    @Inject(CheckpointWatch) private readonly checkpoints: CheckpointWatch,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(Listener) private readonly listener: Listener,
  ) {
    this.throttle = new HintThrottle(HINT_EVERY_MS, (name) => {
      const moved: Moved = { name };
      this.hub.sendAll(eventFrame('moved', moved));
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.hub.follow(this.listener);
    this.stops.push(
      this.checkpoints.listen({
        onChange: (schema, change) => this.announce(schema, change),
        onGap: () => this.everything(),
      }),
    );
    for (const [name, subject] of Object.entries(hintSubjects)) {
      this.stops.push(await this.bus.subscribe(subject, () => this.throttle.hint(name)));
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.throttle.close();
    await Promise.all(this.stops.map(async (stop) => stop()));
    await this.hub.close();
  }

  /** A swap or a fact that is applied after all changes what is read, as a move of the checkpoint does. */
  private announce(schema: string, change: string | undefined): void {
    const name = this.names.get(schema);
    if (name === undefined) return;
    if (change !== undefined) this.throttle.hint(OPERATIONS);
    if (change === undefined || change === 'run' || change === 'parked') this.throttle.hint(name);
  }

  private everything(): void {
    for (const name of [...this.names.values(), ...Object.keys(hintSubjects)]) this.throttle.hint(name);
  }
}
