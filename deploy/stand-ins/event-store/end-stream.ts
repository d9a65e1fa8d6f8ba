import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import streamsPb, {
  type DeleteReq,
  type DeleteResp,
  type TombstoneReq,
  type TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import { callerOf } from './credentials.ts';
import { internalError, invalidArgument, StoreError, StreamDeleted, wrongExpectedVersion } from './errors.ts';
import { ANY, isMetastream, NO_STREAM, STREAM_EXISTS } from './event.ts';
import { writableName } from './proposed.ts';
import type { Append, Writer } from './writer.ts';

/** Streams.Delete: hides what the stream holds; whoever appends to it goes on numbering. */
export function deleteStream(
  writer: Writer,
  call: ServerUnaryCall<DeleteReq, DeleteResp>,
  reply: sendUnaryData<DeleteResp>,
): void {
  end(writer, 'until-appended', call).then(
    (position) => {
      const at = new streamsPb.DeleteResp.Position().setCommitPosition(position).setPreparePosition(position);
      reply(null, new streamsPb.DeleteResp().setPosition(at));
    },
    (error: unknown) => reply(error instanceof StoreError ? error : internalError()),
  );
}

/** Streams.Tombstone: ends the stream for ever. */
export function tombstoneStream(
  writer: Writer,
  call: ServerUnaryCall<TombstoneReq, TombstoneResp>,
  reply: sendUnaryData<TombstoneResp>,
): void {
  end(writer, 'for-ever', call).then(
    (position) => {
      const at = new streamsPb.TombstoneResp.Position().setCommitPosition(position).setPreparePosition(position);
      reply(null, new streamsPb.TombstoneResp().setPosition(at));
    },
    (error: unknown) => reply(error instanceof StoreError ? error : internalError()),
  );
}

type Options = DeleteReq.Options | TombstoneReq.Options;
type Call = ServerUnaryCall<DeleteReq, DeleteResp> | ServerUnaryCall<TombstoneReq, TombstoneResp>;

/** @returns the position of the event that ends the stream, as a decimal */
async function end(writer: Writer, ends: NonNullable<Append['ends']>, call: Call): Promise<string> {
  const options = call.request.getOptions();
  const deadline = call.getDeadline();
  const stream = writableName(options?.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array());
  callerOf(call).use(stream);
  if (isMetastream(stream)) throw invalidArgument('a metastream goes with its stream');
  const expected = expectedRevision(options);
  const deadlineMs = deadline instanceof Date ? deadline.getTime() : deadline;
  const outcome = await writer.append({ stream, expected, events: [], deadlineMs, ends });
  switch (outcome.kind) {
    case 'stored':
      return String(outcome.position);
    case 'wrong-revision':
      throw wrongExpectedVersion(stream, expected, outcome.head);
    case 'stream-deleted':
      throw new StreamDeleted(stream);
  }
}

function expectedRevision(options: Options | undefined): number {
  if (options?.hasRevision()) return Math.min(Number(options.getRevision()), Number.MAX_SAFE_INTEGER);
  if (options?.hasNoStream()) return NO_STREAM;
  if (options?.hasStreamExists()) return STREAM_EXISTS;
  if (options?.hasAny()) return ANY;
  throw invalidArgument('a deletion needs an expected revision');
}
