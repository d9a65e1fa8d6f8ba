import { status, type ServerDuplexStream } from '@grpc/grpc-js';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { errorResponse, outcomeResponse } from './batch-replies.ts';
import { AppendTooLarge, internalError, invalidArgument, StoreError, timedOut } from './errors.ts';
import { ANY, type ProposedEvent } from './event.ts';
import { appendTarget, type AppendTarget, MAX_APPEND_BYTES, proposedEvent } from './proposed.ts';
import type { Writer } from './writer.ts';

/** Takes several replies at a time. */
export type BatchAppendCall = ServerDuplexStream<BatchAppendReq, readonly BatchAppendResp[]>;

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
  #replies: BatchAppendResp[] = [];
  #over = false;
  #halfClosed = false;
  #writer: Writer;
  #call: BatchAppendCall;

  constructor(writer: Writer, call: BatchAppendCall) {
    this.#writer = writer;
    this.#call = call;
    call.on('data', (request: BatchAppendReq) => this.#take(request));
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

  #take(request: BatchAppendReq): void {
    if (this.#over) return;
    const correlation = request.getCorrelationId();
    if (!correlation) {
      this.end(invalidArgument('an append needs a correlation id'));
      return;
    }
    const key = correlationKey(correlation);
    const assembly = this.#assemblies.get(key) ?? this.#begin(request, correlation);
    if (!assembly) return;

    if (request.getIsFinal()) this.#assemblies.delete(key);
    else this.#assemblies.set(key, assembly);
    if (!assembly.answered) this.#extend(assembly, request, correlation);
    if (request.getIsFinal()) this.#finish(assembly, correlation);
    if (this.#unfinishedBytes > UNFINISHED_BYTES) {
      this.end(new StoreError(status.RESOURCE_EXHAUSTED, 'too many unfinished appends'));
    }
  }

  #begin(request: BatchAppendReq, correlation: UUID): Assembly | undefined {
    const options = request.getOptions();
    try {
      if (!options) throw invalidArgument('an append begins with its options');
      const deadline = options.getDeadline();
      return {
        target: appendTarget(options),
        events: [],
        dataBytes: 0,
        heldBytes: 0,
        deadlineMs: deadline ? deadline.getSeconds() * 1000 + deadline.getNanos() / 1e6 : Infinity,
        answered: false,
      };
    } catch (error) {
      const stream = Buffer.from(options?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
      this.#refuse(error, correlation, { stream, expected: ANY });
      return undefined;
    }
  }

  #extend(assembly: Assembly, request: BatchAppendReq, correlation: UUID): void {
    try {
      if (assembly.deadlineMs <= Date.now()) throw timedOut('the deadline has passed');
      for (const message of request.getProposedMessagesList()) {
        const event = proposedEvent(message);
        const heldBytes = event.data.length + event.metadata.length + 100;
        assembly.events.push(event);
        assembly.dataBytes += event.data.length;
        assembly.heldBytes += heldBytes;
        this.#unfinishedBytes += heldBytes;
      }
      if (assembly.dataBytes > MAX_APPEND_BYTES) throw new AppendTooLarge(MAX_APPEND_BYTES);
    } catch (error) {
      this.#release(assembly);
      assembly.answered = true;
      this.#refuse(error, correlation, assembly.target);
    }
  }

  #finish(assembly: Assembly, correlation: UUID): void {
    const { target, events, deadlineMs } = assembly;
    this.#release(assembly);
    if (assembly.answered) return;
    this.#unanswered += 1;
    if (this.#full) this.#call.pause();
    this.#writer
      .append({ ...target, events, deadlineMs })
      .then(
        (outcome) => this.#reply(outcomeResponse(outcome, correlation, target)),
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

  #refuse(error: unknown, correlation: UUID, target: AppendTarget): void {
    const response = errorResponse(error, correlation, target);
    if (response) this.#reply(response);
    else this.end(error instanceof StoreError ? error : internalError());
  }

  #reply(response: BatchAppendResp): void {
    this.#replies.push(response);
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

function correlationKey(id: UUID): string {
  const structured = id.getStructured();
  return structured ? `${structured.getMostSignificantBits()}:${structured.getLeastSignificantBits()}` : id.getString();
}
