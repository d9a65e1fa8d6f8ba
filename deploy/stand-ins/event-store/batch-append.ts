import { status, type ServerDuplexStream } from '@grpc/grpc-js';
import type { Caller } from './caller.ts';
import type { AppendOptions, BatchAppendRequest, ProposedMessage } from './append-requests.ts';
import { errorReply, outcomeReply } from './batch-replies.ts';
import { AppendTooLarge, internalError, invalidArgument, StoreError, timedOut } from './errors.ts';
import { ANY, type ProposedEvent } from './event.ts';
import { appendTarget, type AppendTarget, MAX_APPEND_BYTES, proposedEvent, weight } from './proposed.ts';
import type { Writer } from './writer.ts';

/** Takes several replies at a time, as bytes. */
export type BatchAppendCall = ServerDuplexStream<BatchAppendRequest, readonly Buffer[]>;

const UNFINISHED_BYTES = 64 * 1024 * 1024;
const UNANSWERED_APPENDS = 4_096;

/** An append whose chunks are still coming in; once answered, the rest of its chunks is passed over. */
interface Assembly {
  target: AppendTarget;
  events: ProposedEvent[];
  dataBytes: number;
  heldBytes: number;
  deadlineMs: number;
  answered: boolean;
}

/**
 * Streams.BatchAppend: many appends over one long-lived stream, told apart by correlation ids. Each gets exactly one
 * reply, which always names its stream; where an outcome is unknown the whole stream ends as UNAVAILABLE, because a
 * reply has no way to say so and the client takes the stream's end as the answer to all it still waits for.
 */
export class BatchAppends {
  #assemblies = new Map<string, Assembly>();
  #unfinishedBytes = 0;
  #unanswered = 0;
  #replies: Buffer[] = [];
  #over = false;
  #halfClosed = false;
  #writer: Writer;
  #call: BatchAppendCall;
  #caller: Caller;

  constructor(writer: Writer, call: BatchAppendCall, caller: Caller) {
    this.#writer = writer;
    this.#call = call;
    this.#caller = caller;
    call.on('data', (request: BatchAppendRequest) => this.#take(request));
    call.on('end', () => {
      this.#halfClosed = true;
      this.#endWhenAnswered();
    });
    call.on('cancelled', () => {
      this.#over = true;
      this.#assemblies.clear();
    });
  }

  /** Ends the stream: the client learns that nothing further is answered on it. */
  end(error: StoreError): void {
    if (this.#over) return;
    this.#flush();
    this.#over = true;
    this.#assemblies.clear();
    this.#call.emit('error', error);
  }

  #take({ correlation, options, messages, final }: BatchAppendRequest): void {
    if (this.#over) return;
    if (correlation.length === 0) {
      this.end(invalidArgument('an append needs a correlation id'));
      return;
    }
    const key = correlation.toString('latin1');
    const assembly = this.#assemblies.get(key) ?? this.#begin(options, correlation);
    if (!assembly.answered) this.#extend(assembly, messages, correlation);
    if (final) {
      this.#assemblies.delete(key);
      this.#finish(assembly, correlation);
    } else {
      this.#assemblies.set(key, assembly);
      if (this.#unfinishedBytes > UNFINISHED_BYTES) {
        this.end(new StoreError(status.RESOURCE_EXHAUSTED, 'too many unfinished appends'));
      }
    }
  }

  #begin(options: AppendOptions | undefined, correlation: Buffer): Assembly {
    const target = { stream: options?.stream.toString('utf8') ?? '', expected: ANY };
    const assembly: Assembly = {
      target,
      events: [],
      dataBytes: 0,
      heldBytes: 0,
      deadlineMs: Infinity,
      answered: false,
    };
    try {
      if (!options) throw invalidArgument('an append begins with its options');
      assembly.target = appendTarget(options);
      this.#caller.use(assembly.target.stream);
      assembly.deadlineMs = options.deadlineMs;
    } catch (error) {
      this.#refuse(error, correlation, target);
      assembly.answered = true;
    }
    return assembly;
  }

  #extend(assembly: Assembly, messages: readonly ProposedMessage[], correlation: Buffer): void {
    try {
      if (assembly.deadlineMs <= Date.now()) throw timedOut('the deadline has passed');
      for (const message of messages) {
        assembly.events.push(proposedEvent(message));
        assembly.dataBytes += message.data.length;
      }
      if (assembly.dataBytes > MAX_APPEND_BYTES) throw new AppendTooLarge(MAX_APPEND_BYTES);
      const held = weight(messages);
      assembly.heldBytes += held;
      this.#unfinishedBytes += held;
    } catch (error) {
      this.#release(assembly);
      this.#refuse(error, correlation, assembly.target);
      assembly.answered = true;
    }
  }

  #finish(assembly: Assembly, correlation: Buffer): void {
    const { target, events, deadlineMs } = assembly;
    this.#release(assembly);
    if (assembly.answered) return;
    this.#unanswered += 1;
    if (this.#full) this.#call.pause();
    this.#writer
      .append({ ...target, events, deadlineMs })
      .then(
        (outcome) => this.#reply(outcomeReply(outcome, correlation, target)),
        (error: unknown) => this.#refuse(error, correlation, target),
      )
      .finally(() => {
        this.#unanswered -= 1;
        // Its last answer comes after everything that was queued before it: then it may go on in any case.
        if (this.#call.isPaused() && (this.#unanswered === 0 || !this.#full)) this.#call.resume();
        this.#endWhenAnswered();
      });
  }

  get #full(): boolean {
    return this.#unanswered > UNANSWERED_APPENDS || this.#writer.congested;
  }

  #release(assembly: Assembly): void {
    this.#unfinishedBytes -= assembly.heldBytes;
    assembly.heldBytes = 0;
    assembly.events = [];
  }

  #refuse(error: unknown, correlation: Buffer, target: AppendTarget): void {
    const reply = errorReply(error, correlation, target);
    if (reply) this.#reply(reply);
    else this.end(error instanceof StoreError ? error : internalError());
  }

  #reply(reply: Buffer): void {
    this.#replies.push(reply);
    // What one commit answers leaves together.
    if (this.#replies.length === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    // Not awaited: replies are small, and no more than what may be unanswered.
    if (!this.#over && this.#replies.length > 0) this.#call.write(this.#replies);
    this.#replies = [];
  }

  #endWhenAnswered(): void {
    if (!this.#halfClosed || this.#unanswered > 0 || this.#over) return;
    this.#flush();
    this.#over = true;
    this.#call.end();
  }
}
