import type { sendUnaryData, ServerReadableStream, ServerUnaryCall } from '@grpc/grpc-js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { DeleteReq, DeleteResp, TombstoneReq, TombstoneResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Logger } from 'pino';
import { append } from './append.ts';
import { type AppendRequest, decodeAppendRequest, decodeBatchAppendRequest } from './append-requests.ts';
import { type BatchAppendCall, BatchAppends } from './batch-append.ts';
import { callerOf } from './credentials.ts';
import { deleteStream, tombstoneStream } from './end-stream.ts';
import { StoreError, unavailable } from './errors.ts';
import { Outgoing, type ReadCall } from './outgoing.ts';
import { read, type Sources } from './read.ts';
import { readRequest } from './read-request.ts';
import { type SlowSubscribers, Subscription } from './subscription.ts';

const responseSerialize = (bytes: Buffer) => bytes;

/** The client's own definition, but what is asked and answered all day is decoded and encoded by hand. */
export const streamsDefinition = {
  ...StreamsService,
  append: { ...StreamsService.append, requestDeserialize: decodeAppendRequest, responseSerialize },
  batchAppend: { ...StreamsService.batchAppend, requestDeserialize: decodeBatchAppendRequest, responseSerialize },
  read: { ...StreamsService.read, responseSerialize },
};

export interface StreamsOptions extends Sources {
  logger: Logger;
  slowSubscribers: SlowSubscribers;
}

/** event_store.client.streams.Streams */
export class Streams {
  #open = new Set<{ end(error: StoreError): void }>();

  #options: StreamsOptions;

  constructor(options: StreamsOptions) {
    this.#options = options;
  }

  readonly handlers = {
    append: (call: ServerReadableStream<AppendRequest, Buffer>, reply: sendUnaryData<Buffer>) =>
      append(this.#options.writer, call, reply),

    batchAppend: (call: BatchAppendCall) => {
      const appends = new BatchAppends(this.#options.writer, call, callerOf(call));
      this.#open.add(appends);
      call.once('close', () => this.#open.delete(appends));
    },

    read: (call: ReadCall) => void this.#read(call),

    delete: (call: ServerUnaryCall<DeleteReq, DeleteResp>, reply: sendUnaryData<DeleteResp>) =>
      deleteStream(this.#options.writer, call, reply),

    tombstone: (call: ServerUnaryCall<TombstoneReq, TombstoneResp>, reply: sendUnaryData<TombstoneResp>) =>
      tombstoneStream(this.#options.writer, call, reply),
  };

  /** Ends every call that would otherwise stay open. */
  endOpenCalls(): void {
    for (const call of this.#open) call.end(unavailable('the event store is shutting down'));
  }

  async #read(call: ReadCall): Promise<void> {
    const { slowSubscribers, logger } = this.#options;
    let subscription: Subscription | undefined;
    const out = new Outgoing(call, () => {
      this.#open.delete(out);
      subscription?.stop();
    });
    this.#open.add(out);
    try {
      const request = readRequest(call.request);
      callerOf(call).use(request.stream);
      const { count } = request;
      if (count === undefined) {
        subscription = new Subscription(this.#options, request, out, slowSubscribers);
        await subscription.run();
      } else {
        await read(this.#options, { ...request, count }, out);
      }
      out.end();
    } catch (error) {
      if (!(error instanceof StoreError)) logger.error({ err: error }, 'a read failed');
      out.end(error);
    }
  }
}
