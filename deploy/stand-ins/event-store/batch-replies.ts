import { status } from '@grpc/grpc-js';
import codePb from '@eventstore/db-client/generated/code_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import statusPb, { type Status } from '@eventstore/db-client/generated/status_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import { encodeBatchAppended } from './append-replies.ts';
import { AccessDenied, AppendTooLarge, StoreError, StreamDeleted } from './errors.ts';
import { ANY, NO_STREAM, STREAM_EXISTS } from './event.ts';
import type { AppendTarget } from './proposed.ts';
import type { AppendOutcome } from './writer.ts';

/** The reply to an append that was decided. */
export function outcomeReply(outcome: AppendOutcome, correlation: Buffer, target: AppendTarget): Buffer {
  switch (outcome.kind) {
    case 'stored':
      return encodeBatchAppended(outcome, correlation, target.stream);
    case 'wrong-revision':
      return refusal(wrongExpectedVersion(outcome.head, target), correlation, target);
    case 'stream-deleted':
      return refusal(streamDeleted(target), correlation, target);
  }
}

/** The reply to an append that failed, or undefined where no reply can say so. */
export function errorReply(error: unknown, correlation: Buffer, target: AppendTarget): Buffer | undefined {
  const details = error instanceof StoreError ? errorStatus(error) : undefined;
  return details && refusal(details, correlation, target);
}

function refusal(error: Status, correlation: Buffer, { stream, expected }: AppendTarget): Buffer {
  const response = new streamsPb.BatchAppendResp();
  response.setCorrelationId(sharedPb.UUID.deserializeBinary(correlation));
  response.setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream)));
  response.setError(error);
  switch (expected) {
    case ANY:
      response.setAny(new emptyPb.Empty());
      break;
    case NO_STREAM:
      response.setNoStream(new emptyPb.Empty());
      break;
    case STREAM_EXISTS:
      response.setStreamExists(new emptyPb.Empty());
      break;
    default:
      response.setStreamPosition(String(expected));
  }
  return Buffer.from(response.serializeBinary());
}

function wrongExpectedVersion(head: number, { expected }: AppendTarget): Status {
  const wrong = new sharedPb.WrongExpectedVersion();
  if (head === NO_STREAM) wrong.setCurrentNoStream(new emptyPb.Empty());
  else wrong.setCurrentStreamRevision(String(head));
  switch (expected) {
    case ANY:
      wrong.setExpectedAny(new emptyPb.Empty());
      break;
    case NO_STREAM:
      wrong.setExpectedNoStream(new emptyPb.Empty());
      break;
    case STREAM_EXISTS:
      wrong.setExpectedStreamExists(new emptyPb.Empty());
      break;
    default:
      wrong.setExpectedStreamPosition(String(expected));
  }
  return packed(codePb.Code.FAILED_PRECONDITION, 'wrong expected version', 'WrongExpectedVersion', wrong);
}

function streamDeleted({ stream }: AppendTarget): Status {
  const identifier = new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream));
  const details = new sharedPb.StreamDeleted().setStreamIdentifier(identifier);
  return packed(codePb.Code.FAILED_PRECONDITION, new StreamDeleted(stream).details, 'StreamDeleted', details);
}

function errorStatus(error: StoreError): Status | undefined {
  if (error instanceof AppendTooLarge) {
    const details = new sharedPb.MaximumAppendSizeExceeded().setMaxappendsize(error.limitBytes);
    return packed(codePb.Code.INVALID_ARGUMENT, error.details, 'MaximumAppendSizeExceeded', details);
  }
  if (error instanceof AccessDenied) {
    return packed(codePb.Code.PERMISSION_DENIED, error.details, 'AccessDenied', new sharedPb.AccessDenied());
  }
  switch (error.code) {
    case status.ABORTED:
      return packed(codePb.Code.DEADLINE_EXCEEDED, error.details, 'Timeout', new sharedPb.Timeout());
    case status.INVALID_ARGUMENT:
      return packed(
        codePb.Code.INVALID_ARGUMENT,
        error.details,
        'BadRequest',
        new sharedPb.BadRequest().setMessage(error.details),
      );
    default:
      return undefined;
  }
}

function packed(code: codePb.Code, message: string, type: string, details: { serializeBinary(): Uint8Array }): Status {
  const any = new anyPb.Any();
  any.pack(details.serializeBinary(), `event_store.client.${type}`);
  return new statusPb.Status().setCode(code).setMessage(message).setDetails(any);
}
