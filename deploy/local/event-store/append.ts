import type { sendUnaryData, ServerReadableStream } from '@grpc/grpc-js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb, { type AppendReq, type AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { AppendTooLarge, internalError, invalidArgument, StoreError } from './errors.ts';
import { ANY, NO_STREAM, type ProposedEvent, STREAM_EXISTS } from './event.ts';
import { appendTarget, type AppendTarget, MAX_APPEND_BYTES, proposedEvent } from './proposed.ts';
import type { AppendOutcome, Writer } from './writer.ts';

/** Streams.Append: the target first, then one message an event, one reply. */
export function append(
  writer: Writer,
  call: ServerReadableStream<AppendReq, AppendResp>,
  reply: sendUnaryData<AppendResp>,
): void {
  let target: AppendTarget | undefined;
  const events: ProposedEvent[] = [];
  let bytes = 0;
  let refused = false;

  const refuse = (error: unknown) => {
    refused = true;
    events.length = 0;
    reply(error instanceof StoreError ? error : internalError());
  };

  call.on('data', (request: AppendReq) => {
    if (refused) return;
    try {
      const options = request.getOptions();
      const message = request.getProposedMessage();
      if (options) target = appendTarget(options);
      if (message) {
        const event = proposedEvent(message);
        bytes += event.data.length;
        if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(MAX_APPEND_BYTES);
        events.push(event);
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
    writer
      .append({ stream, expected, events, deadlineMs })
      .then((outcome) => reply(null, response(outcome, expected)), refuse);
  });
}

function response(outcome: AppendOutcome, expected: number): AppendResp {
  const resp = new streamsPb.AppendResp();
  return outcome.kind === 'stored'
    ? resp.setSuccess(success(outcome))
    : resp.setWrongExpectedVersion(wrong(outcome.head, expected));
}

function success({ revision, position }: { revision: number; position: number }): AppendResp.Success {
  const success = new streamsPb.AppendResp.Success();
  if (revision === NO_STREAM) success.setNoStream(new sharedPb.Empty());
  else success.setCurrentRevision(String(revision));
  if (position === 0) return success.setNoPosition(new sharedPb.Empty());
  const decimal = String(position);
  return success.setPosition(
    new streamsPb.AppendResp.Position().setCommitPosition(decimal).setPreparePosition(decimal),
  );
}

function wrong(head: number, expected: number): AppendResp.WrongExpectedVersion {
  const wrong = new streamsPb.AppendResp.WrongExpectedVersion();
  if (head === NO_STREAM) wrong.setCurrentNoStream(new sharedPb.Empty());
  else wrong.setCurrentRevision(String(head));
  switch (expected) {
    case ANY:
      return wrong.setExpectedAny(new sharedPb.Empty());
    case NO_STREAM:
      return wrong.setExpectedNoStream(new sharedPb.Empty());
    case STREAM_EXISTS:
      return wrong.setExpectedStreamExists(new sharedPb.Empty());
    default:
      return wrong.setExpectedRevision(String(expected));
  }
}
