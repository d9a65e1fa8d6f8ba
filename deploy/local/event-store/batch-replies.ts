import { status } from '@grpc/grpc-js';
import codePb from '@eventstore/db-client/generated/code_pb.js';
import sharedPb, { type UUID } from '@eventstore/db-client/generated/shared_pb.js';
import statusPb, { type Status } from '@eventstore/db-client/generated/status_pb.js';
import streamsPb, { type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import { AppendTooLarge, StoreError } from './errors.ts';
import { ANY, NO_STREAM, STREAM_EXISTS } from './event.ts';
import type { AppendTarget } from './proposed.ts';
import type { AppendOutcome } from './writer.ts';

/** The reply to an append that was decided. */
export function outcomeResponse(outcome: AppendOutcome, correlation: UUID, target: AppendTarget): BatchAppendResp {
  const response = responseTo(correlation, target);
  return outcome.kind === 'stored'
    ? response.setSuccess(success(outcome))
    : response.setError(wrongExpectedVersion(outcome.head, target));
}

/** The reply to an append that failed, or undefined where no reply can say so. */
export function errorResponse(error: unknown, correlation: UUID, target: AppendTarget): BatchAppendResp | undefined {
  const details = error instanceof StoreError ? errorStatus(error) : undefined;
  return details && responseTo(correlation, target).setError(details);
}

function responseTo(correlation: UUID, { stream, expected }: AppendTarget): BatchAppendResp {
  const response = new streamsPb.BatchAppendResp();
  response.setCorrelationId(correlation);
  response.setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream)));
  switch (expected) {
    case ANY:
      return response.setAny(new emptyPb.Empty());
    case NO_STREAM:
      return response.setNoStream(new emptyPb.Empty());
    case STREAM_EXISTS:
      return response.setStreamExists(new emptyPb.Empty());
    default:
      return response.setStreamPosition(String(expected));
  }
}

function success({ revision, position }: { revision: number; position: number }): BatchAppendResp.Success {
  const success = new streamsPb.BatchAppendResp.Success();
  if (revision === NO_STREAM) success.setNoStream(new emptyPb.Empty());
  else success.setCurrentRevision(String(revision));
  if (position === 0) return success.setNoPosition(new emptyPb.Empty());
  const decimal = String(position);
  return success.setPosition(new sharedPb.AllStreamPosition().setCommitPosition(decimal).setPreparePosition(decimal));
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

function errorStatus(error: StoreError): Status | undefined {
  if (error instanceof AppendTooLarge) {
    const details = new sharedPb.MaximumAppendSizeExceeded().setMaxappendsize(error.limitBytes);
    return packed(codePb.Code.INVALID_ARGUMENT, error.details, 'MaximumAppendSizeExceeded', details);
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
