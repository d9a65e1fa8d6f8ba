import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import { PersistentSubscriptionsService } from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import persistentPb, {
  type CreateReq,
  type CreateResp,
  type DeleteReq,
  type DeleteResp,
  type GetInfoReq,
  type GetInfoResp,
  type ListReq,
  type ListResp,
  type ReplayParkedReq,
  type ReplayParkedResp,
  type UpdateReq,
  type UpdateResp,
} from '@eventstore/db-client/generated/persistent_pb.js';
import sharedPb, { type Empty } from '@eventstore/db-client/generated/shared_pb.js';
import type { Logger } from 'pino';
import type { Caller } from '../caller.ts';
import { callerOf } from '../credentials.ts';
import { internalError, invalidArgument, StoreError } from '../errors.ts';
import type { Service } from '../features.service.ts';
import { streamName } from '../proposed.ts';
import type { Sources } from '../read.ts';
import { doesNotExist } from './errors.ts';
import { groupInfo } from './info.ts';
import type { Registry } from './registry.ts';
import { decodeReadRequest, type GroupName, groupName, wantedGroup } from './requests.ts';
import { type PersistentReadCall, Subscriber } from './subscriber.ts';

/** event_store.client.persistent_subscriptions.PersistentSubscriptions */
export function persistentService(registry: Registry, sources: Sources, logger: Logger): Service {
  /** Answers a call with what `work` makes of its request. */
  const answering =
    <Request, Response>(work: (request: Request, caller: Caller) => Promise<Response>) =>
    (call: ServerUnaryCall<Request, Response>, reply: sendUnaryData<Response>): void => {
      work(call.request, callerOf(call)).then(
        (response) => reply(null, response),
        (error: unknown) => {
          if (!(error instanceof StoreError)) logger.error({ err: error }, 'a persistent subscription failed');
          reply(error instanceof StoreError ? error : internalError());
        },
      );
    };

  return {
    definition: {
      ...PersistentSubscriptionsService,
      read: {
        ...PersistentSubscriptionsService.read,
        requestDeserialize: decodeReadRequest,
        responseSerialize: (bytes: Buffer) => bytes,
      },
    },
    features: ['stream', 'all'],
    handlers: {
      create: answering<CreateReq, CreateResp>(async (request, caller) => {
        await registry.create(usable(wantedGroup(request), caller));
        return new persistentPb.CreateResp();
      }),

      update: answering<UpdateReq, UpdateResp>(async (request, caller) => {
        await registry.update(usable(wantedGroup(request), caller));
        return new persistentPb.UpdateResp();
      }),

      delete: answering<DeleteReq, DeleteResp>(async (request, caller) => {
        await registry.delete(usable(groupName(request.getOptions()), caller));
        return new persistentPb.DeleteResp();
      }),

      read: (call: PersistentReadCall) => void new Subscriber(call, registry, logger),

      getInfo: answering<GetInfoReq, GetInfoResp>(async (request, caller) => {
        const group = await registry.group(usable(groupName(request.getOptions()), caller));
        return new persistentPb.GetInfoResp().setSubscriptionInfo(await groupInfo(group, sources));
      }),

      list: answering<ListReq, ListResp>(async (request, caller) => {
        const groups = await registry.groups();
        const wanted = listedStream(request);
        if (wanted) caller.use(wanted.stream);
        const listed = wanted ? groups.filter(({ config }) => config.stream === wanted.stream) : groups;
        if (wanted && listed.length === 0) throw doesNotExist({ ...wanted, group: '' });
        const infos = await Promise.all(listed.map((group) => groupInfo(group, sources)));
        return new persistentPb.ListResp().setSubscriptionsList(infos);
      }),

      replayParked: answering<ReplayParkedReq, ReplayParkedResp>(async (request, caller) => {
        const options = request.getOptions();
        const group = await registry.group(usable(groupName(options), caller));
        await group.replayParked(options?.hasStopAt() ? Number(options.getStopAt()) : Infinity);
        return new persistentPb.ReplayParkedResp();
      }),

      restartSubsystem: answering<Empty, Empty>(async () => {
        await registry.restart();
        return new sharedPb.Empty();
      }),
    },
  };
}

/** @throws AccessDenied where the group is on what the caller may not touch */
function usable<Name extends GroupName>(name: Name, caller: Caller): Name {
  caller.use(name.stream);
  return name;
}

/** Undefined for the groups of all streams; the stream is null for those of $all. */
function listedStream(request: ListReq): { stream: string | null } | undefined {
  const options = request.getOptions();
  if (options?.hasListAllSubscriptions()) return undefined;
  const listed = options?.getListForStream();
  if (!listed) throw invalidArgument('a list is of all groups or of those on a stream');
  if (listed.hasAll()) return { stream: null };
  return { stream: streamName(listed.getStream()?.getStreamName_asU8() ?? new Uint8Array()) };
}
