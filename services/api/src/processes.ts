import type { Again } from '@easel/kernel/deciding/decide';
import { EventLog } from '@easel/kernel/log/event-log';
import { Metrics } from '@easel/kernel/server/metrics';
import type { ProcessBook } from '@easel/kernel/following/process-book';
import { ProcessManagers, type ProcessManager } from '@easel/kernel/following/process-managers';
import { runProcess, type RunningProcess } from '@easel/kernel/following/process-runner';
import { BOOK, LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Logger } from 'pino';

/** Runs every process manager that a feature has mounted: what each decides is sent as a command, at least once. */
@Injectable()
export class Processes implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private running: RunningProcess[] = [];

  constructor(
    private readonly log: EventLog,
    @Inject(BOOK) private readonly book: ProcessBook<unknown>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly managers: ProcessManagers,
    private readonly commands: CommandBus,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.managers.all().map((manager) => this.start(manager));
    this.metrics.gauge('easel_processes_parked', 'Streams that processes wait to be able to read', () => this.parked());
  }

  /** Each is work that waits for code which can read it: somebody should look. */
  private parked(): number {
    return this.running.reduce((sum, { parked }) => sum + parked, 0);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.running.map(({ done }) => done));
  }

  private start(manager: ProcessManager): RunningProcess {
    const running = runProcess({
      ...manager,
      act: (due) => this.commands.execute<Again | void>(manager.command(due)),
      log: this.log,
      book: this.book,
      logger: this.logger,
      signal: this.stop.signal,
    });
    this.metrics.watchLag(manager.name, () => running.lag());
    return running;
  }
}
