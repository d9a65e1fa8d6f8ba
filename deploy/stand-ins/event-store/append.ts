import type { sendUnaryData, ServerReadableStream } from '@grpc/grpc-js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { encodeAppended } from './append-replies.ts';
import type { AppendRequest } from './append-requests.ts';
import { callerOf } from './credentials.ts';
import { AppendTooLarge, internalError, invalidArgument, StoreError, StreamDeleted } from './errors.ts';
import { ANY, NO_STREAM, type ProposedEvent, STREAM_EXISTS } from './event.ts';
import { appendTarget, type AppendTarget, MAX_APPEND_BYTES, proposedEvent } from './proposed.ts';
import type { AppendOutcome, Writer } from './writer.ts';

/** Streams.Append: the target first, then one message an event, one reply, in bytes. */
export function append(
  writer: Writer,
  call: ServerReadableStream<AppendRequest, Buffer>,
  reply: sendUnaryData<Buffer>,
): void {
  const caller = callerOf(call);
  let target: AppendTarget | undefined;
  const events: ProposedEvent[] = [];
  let bytes = 0;
  let refused = false;

  const refuse = (error: unknown) => {
    refused = true;
    events.length = 0;
    reply(error instanceof StoreError ? error : internalError());
  };

  call.on('data', ({ options, message }: AppendRequest) => {
    if (refused) return;
    try {
      if (options) {
        target = appendTarget(options);
        caller.use(target.stream);
      }
      if (message) {
        bytes += message.data.length;
        if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(MAX_APPEND_BYTES);
        events.push(proposedEvent(message));
      }
    } catch (error) {
      refuse(error);
    }
  });

  call.on('end', () => {
    if (refused) return;
    if (!target) {
      refuse(invalidArgument('an append begins with its options'));
      return;
    }
    const { stream, expected } = target;
    const deadline = call.getDeadline();
    const deadlineMs = deadline instanceof Date ? deadline.getTime() : deadline;
    writer.append({ stream, expected, events, deadlineMs }).then((outcome) => {
      if (outcome.kind === 'stream-deleted') refuse(new StreamDeleted(stream));
      else reply(null, response(outcome, expected));
    }, refuse);
  });
}

function response(outcome: Exclude<AppendOutcome, { kind: 'stream-deleted' }>, expected: number): Buffer {
  return outcome.kind === 'stored' ? encodeAppended(outcome) : wrongRevision(outcome.head, expected);
}

function wrongRevision(head: number, expected: number): Buffer {
  const wrong = new streamsPb.AppendResp.WrongExpectedVersion();
  if (head === NO_STREAM) wrong.setCurrentNoStream(new sharedPb.Empty());
  else wrong.setCurrentRevision(String(head));
  switch (expected) {
    case ANY:
      wrong.setExpectedAny(new sharedPb.Empty());
      break;
    case NO_STREAM:
      wrong.setExpectedNoStream(new sharedPb.Empty());
      break;
    case STREAM_EXISTS:
      wrong.setExpectedStreamExists(new sharedPb.Empty());
      break;
    default:
      wrong.setExpectedRevision(String(expected));
  }
  return Buffer.from(new streamsPb.AppendResp().setWrongExpectedVersion(wrong).serializeBinary());
}
