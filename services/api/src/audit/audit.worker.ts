import type { AuditFinding } from '@easel/contracts/audit/http';
import { pause } from '@easel/kernel/server/backoff';
import type { Bus } from '@easel/kernel/bus/bus';
import { randomUUID } from '@easel/kernel/server/chance';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { BUS, LOGGER } from '@easel/kernel/server/tokens';
import { WorkQueue } from '@easel/kernel/following/work-queue';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { AUDITS_SUBJECT, AuditBook } from './audit-book.ts';
import { runAuditTool, type AuditExit, type AuditSaid } from './audit-tool.ts';
import { AUDIT_SETTINGS, type AuditSettings } from './audit.config.ts';
import { AuditQueue, Audits, type AuditProgress, type QueuedAudit } from './audits.tables.ts';

/** Without a hint, how often it is looked for work, and whether the one that runs was cancelled. */
const LOOK_MS = 2_000;
const RETRY_MS = 2_000;
/** Findings that are written together. */
const WRITTEN_TOGETHER = 100;

type Verdict = Extract<AuditSaid, { kind: 'verdict' }>;

/** Runs the audits that were asked for; what a process before this one began and did not end is begun anew. */
@Injectable()
export class AuditRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private readonly work: WorkQueue<QueuedAudit>;
  private unsubscribe: () => Promise<void> = () => Promise.resolve();
  private bell = new AbortController();

  constructor(
    private readonly audits: Audits,
    queue: AuditQueue,
    private readonly book: AuditBook,
    @Inject(AUDIT_SETTINGS) private readonly settings: AuditSettings,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.work = new WorkQueue<QueuedAudit>({
      rows: queue,
      perform: (audit, signal) => this.run(audit, signal),
      onFailure: ({ key }, error) => {
        logger.warn({ err: error, audit: key }, 'an audit was interrupted');
        return RETRY_MS;
      },
      slots: 1,
      lookEveryMs: LOOK_MS,
      handsBack: true,
      logger,
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.settings.command) return;
    this.unsubscribe = await this.bus.subscribe(AUDITS_SUBJECT, () => {
      this.work.wake();
      this.bell.abort();
    });
    this.work.start(this.stop.signal);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.unsubscribe();
    await this.work.stopped();
  }

  private async run({ key: id, memberId }: QueuedAudit, signal: AbortSignal): Promise<void> {
    const { state } = await this.book.carryOut({ type: 'StartAudit', auditId: id }, context(id));
    if (state.phase === 'ended') return;
    await this.audits.begin(id);
    const notes = new RunNotes(id, this.audits, () => this.book.moved(id));
    const over = new AbortController();
    const cancelled = new AbortController();
    const watching = this.watch(id, cancelled, AbortSignal.any([signal, over.signal]));
    let exit: AuditExit;
    try {
      exit = await runAuditTool(this.settings, memberId, {
        hear: (what) => notes.hear(what),
        signal: AbortSignal.any([signal, cancelled.signal]),
      });
      await notes.write();
    } catch (error) {
      // A database that is away is no fault of the audit: it is begun anew.
      if (signal.aborted || !(error instanceof Error) || isOurs(error)) throw error;
      exit = { code: null, complaint: error.message };
    } finally {
      over.abort();
      await watching;
    }
    signal.throwIfAborted();
    if (cancelled.signal.aborted) return;
    await this.end(id, exit, notes.verdict);
  }

  private async end(auditId: string, { code, complaint }: AuditExit, verdict: Verdict | undefined): Promise<void> {
    if (verdict && (code === 0 || code === 1)) {
      const { findings, streams, facts } = verdict;
      const found = findings > 0 ? 'findings' : 'clean';
      await this.book.carryOut(
        { type: 'CompleteAudit', auditId, verdict: found, streams, facts, findings },
        context(auditId),
      );
      return;
    }
    const notLooked = verdict?.notLooked ?? [];
    const how = code === null ? 'The audit was killed' : `The audit ended with ${code}`;
    const error = notLooked.length > 0 ? `Not looked at: ${notLooked.join('; ')}` : complaint || how;
    await this.book.carryOut({ type: 'FailAudit', auditId, error }, context(auditId));
  }

  /** Sees when somebody cancels it, here or in another process. */
  private async watch(id: string, cancelled: AbortController, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // Before looking, so that nothing which comes meanwhile is slept through.
      this.bell = new AbortController();
      // Whether it may be known is another's trouble: the next look tells.
      if (await this.audits.hasEnded(id).catch(() => false)) cancelled.abort();
      await pause(LOOK_MS, AbortSignal.any([signal, cancelled.signal, this.bell.signal]));
      if (cancelled.signal.aborted) return;
    }
  }
}

/** What a run says, written down as it goes. */
class RunNotes {
  verdict: Verdict | undefined;
  private readonly progress: AuditProgress = { streams: 0, facts: 0, findings: 0 };
  private found: AuditFinding[] = [];

  constructor(
    private readonly id: string,
    private readonly audits: Audits,
    private readonly moved: () => void,
  ) {}

  async hear(what: AuditSaid): Promise<void> {
    const { progress } = this;
    switch (what.kind) {
      case 'note':
        return;
      case 'finding':
        progress.findings += 1;
        if (this.found.push(what.finding) >= WRITTEN_TOGETHER) await this.write();
        return;
      case 'progress':
        progress.streams = what.streams;
        progress.facts = what.facts;
        await this.write();
        return;
      case 'verdict':
        this.verdict = what;
        progress.streams = what.streams;
        progress.facts = what.facts;
        await this.write();
    }
  }

  async write(): Promise<void> {
    const { id, progress, found, verdict } = this;
    this.found = [];
    const number = progress.findings - found.length + 1;
    await this.audits.progress(id, progress, { number, findings: found }, verdict?.verified);
    this.moved();
  }
}

/** The audit itself carries on what an operator asked for: each of its steps is a command of its own. */
const context = (auditId: string): CommandContext => ({
  key: `audit ${auditId} ${randomUUID()}`,
  actor: { kind: 'system', id: 'audit' },
  correlationId: auditId,
});

/** Errors of the database and of the log carry a code, as those of a program that is not there do. */
const isOurs = (error: Error): boolean => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && !syscall?.startsWith('spawn');
};
