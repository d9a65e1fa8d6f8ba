import type { AuditFinding } from '@easel/contracts/audit/http';
import { AdvisoryLocks } from '@easel/kernel/following/advisory-locks';
import { pause } from '@easel/kernel/server/backoff';
import type { Bus } from '@easel/kernel/bus/bus';
import { randomUUID } from '@easel/kernel/server/chance';
import type { Pool } from '@easel/kernel/database/database';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { BACKGROUND_POOL, BUS, LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { AUDITS_SUBJECT, AuditBook } from './audit-book.ts';
import { runAuditTool, type AuditExit, type AuditSaid } from './audit-tool.ts';
import { AUDIT_SETTINGS, type AuditSettings } from './audit.config.ts';
import { Audits, type AuditProgress } from './audits.tables.ts';

const LOCK = 'easel audits';
/** Without a hint, how often it is looked for work, and whether the one that runs was cancelled. */
const LOOK_MS = 2_000;
const RETRY_MS = 2_000;
/** Findings that are written together. */
const WRITTEN_TOGETHER = 100;

type Verdict = Extract<AuditSaid, { kind: 'verdict' }>;

/**
 * Runs the audits that were asked for, one at a time over all processes: whoever holds the lock does, and takes up first
 * what a process before it began and did not end.
 */
@Injectable()
export class AuditRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private unsubscribe: () => Promise<void> = () => Promise.resolve();
  private running = Promise.resolve();
  private wake = new AbortController();

  constructor(
    private readonly audits: Audits,
    private readonly book: AuditBook,
    @Inject(AUDIT_SETTINGS) private readonly settings: AuditSettings,
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.settings.command) return;
    this.unsubscribe = await this.bus.subscribe(AUDITS_SUBJECT, () => this.wake.abort());
    this.running = this.lead();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.unsubscribe();
    await this.running;
  }

  private async lead(): Promise<void> {
    const { signal } = this.stop;
    while (!signal.aborted) {
      try {
        const lock = await AdvisoryLocks.of(this.pool).hold(LOCK, signal);
        if (!lock) return;
        try {
          await this.work(AbortSignal.any([signal, lock.lost]));
        } finally {
          await lock.release();
        }
      } catch (error) {
        this.logger.warn({ err: error }, 'an audit was interrupted');
        await pause(RETRY_MS, signal);
      }
    }
  }

  private async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const next = await this.audits.next();
      if (next) await this.run(next, signal);
      else await this.look(signal);
    }
  }

  /** Until something moves, or a while has passed. */
  private async look(signal: AbortSignal): Promise<void> {
    await pause(LOOK_MS, AbortSignal.any([signal, this.wake.signal]));
    if (this.wake.signal.aborted) this.wake = new AbortController();
  }

  private async run({ id, memberId }: { id: string; memberId: string | null }, signal: AbortSignal): Promise<void> {
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
    if (signal.aborted || cancelled.signal.aborted) return;
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
      await this.look(signal);
      if (signal.aborted) return;
      // Whether it may be known is another's trouble: the next look tells.
      if (await this.audits.hasEnded(id).catch(() => false)) {
        cancelled.abort();
        return;
      }
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
    private readonly moved: () => Promise<void>,
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
    await this.moved();
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
