import { randomUUID } from 'node:crypto';
import persistentPb, {
  type CreateReq,
  type GetInfoReq,
  type ReadReq,
  type UpdateReq,
} from '@eventstore/db-client/generated/persistent_pb.js';
import { uuid } from '../append-requests.ts';
import { invalidArgument } from '../errors.ts';
import { filterSpec, makeFilter } from '../filter.ts';
import { streamName } from '../proposed.ts';
import { ProtobufReader } from '../protobuf.ts';
import { failed } from './errors.ts';
import { type GroupConfig, type GroupSettings, STRATEGIES, type StrategyName } from './settings.ts';

/** A group as requests name it; the stream is null for $all. */
export type GroupName = Pick<GroupConfig, 'stream' | 'group'>;

/** What a group is to become; where its start comes to is for the log to say. */
export type Wanted = Omit<GroupConfig, 'from'>;

/** Requests that name a group all alike. */
type Named = Pick<GetInfoReq.Options, 'getStreamIdentifier' | 'getGroupName'> & { getAll(): unknown };

/** @throws StoreError where the request names no stream or no group */
export function groupName(options: Named | undefined): GroupName {
  const identifier = options?.getStreamIdentifier();
  const group = options?.getGroupName() ?? '';
  if (!options || (!identifier && !options.getAll())) throw invalidArgument('a group is on a stream or on $all');
  if (group === '') throw invalidArgument('a group needs a name');
  return { stream: identifier ? streamName(identifier.getStreamName_asU8()) : null, group };
}

/** @throws StoreError for settings that are missing, or that cannot work */
export function wantedGroup(request: CreateReq | UpdateReq): Wanted {
  const options = request.getOptions();
  const settings = options?.getSettings();
  if (!options || !settings) throw invalidArgument('a group needs settings');
  const streamOptions = options.getStream();
  const identifier = streamOptions?.getStreamIdentifier() ?? options.getStreamIdentifier();
  const name = groupName({
    getStreamIdentifier: () => identifier,
    getAll: () => options.getAll(),
    getGroupName: () => options.getGroupName(),
  });
  const filter = request instanceof persistentPb.CreateReq ? request.getOptions()?.getAll()?.getFilter() : undefined;
  const spec = filter ? filterSpec(filter) : null;
  if (spec) makeFilter(spec); // a bad one is refused now
  return { ...name, id: randomUUID(), start: start(options), filter: spec, settings: groupSettings(settings, name) };
}

function start(options: CreateReq.Options | UpdateReq.Options): GroupConfig['start'] {
  const all = options.getAll();
  if (all) {
    const position = all.getPosition();
    if (position) return Number(position.getCommitPosition());
    return all.hasEnd() ? 'end' : 'start';
  }
  const stream = options.getStream();
  if (stream?.hasStart()) return 'start';
  if (stream?.hasEnd()) return 'end';
  // The official client says it in a field of older days, where the largest number is the end.
  const revision = stream?.hasRevision() ? stream.getRevision() : (options.getSettings()?.getRevision() ?? '0');
  if (revision === END_REVISION) return 'end';
  return revision === '0' ? 'start' : Number(revision);
}

const END_REVISION = String(2n ** 64n - 1n);
const TICKS_AN_MS = 10_000;

function groupSettings(settings: CreateReq.Settings | UpdateReq.Settings, name: GroupName): GroupSettings {
  const read: GroupSettings = {
    resolveLinks: settings.getResolveLinks(),
    extraStatistics: settings.getExtraStatistics(),
    messageTimeoutMs: settings.hasMessageTimeoutTicks()
      ? Number(settings.getMessageTimeoutTicks()) / TICKS_AN_MS
      : settings.getMessageTimeoutMs(),
    checkpointAfterMs: settings.hasCheckpointAfterTicks()
      ? Number(settings.getCheckpointAfterTicks()) / TICKS_AN_MS
      : settings.getCheckpointAfterMs(),
    maxRetryCount: settings.getMaxRetryCount(),
    minCheckpointCount: settings.getMinCheckpointCount(),
    maxCheckpointCount: settings.getMaxCheckpointCount(),
    maxSubscriberCount: settings.getMaxSubscriberCount(),
    liveBufferSize: settings.getLiveBufferSize(),
    historyBufferSize: settings.getHistoryBufferSize(),
    readBatchSize: settings.getReadBatchSize(),
    strategy: strategy(settings, name),
  };
  if (read.readBatchSize < 1 || read.liveBufferSize < 1) throw failed(name, 'buffers hold at least one event');
  if (read.historyBufferSize <= read.readBatchSize) throw failed(name, 'the history buffer holds more than one batch');
  return read;
}

function strategy(settings: CreateReq.Settings | UpdateReq.Settings, name: GroupName): StrategyName {
  const byName = 'getConsumerStrategy' in settings ? settings.getConsumerStrategy() : '';
  const wanted = byName === '' ? STRATEGIES[settings.getNamedConsumerStrategy()] : byName;
  const known = STRATEGIES.find((one) => one === wanted);
  if (!known) throw failed(name, `there is no consumer strategy ${wanted}`);
  return known;
}

/** A subscriber's request: where it wants to subscribe first, then what became of the messages it was sent. */
export type ReadRequest =
  | { kind: 'options'; options: ReadReq.Options | undefined }
  | { kind: 'ack'; ids: string[] }
  | { kind: 'nack'; ids: string[]; action: number; reason: string };

/** Decodes by hand what comes for every message. */
export function decodeReadRequest(bytes: Buffer): ReadRequest {
  const fields = new ProtobufReader(bytes);
  for (let tag = fields.tag(); tag !== 0; tag = fields.tag()) {
    if (tag === 0x12) return { kind: 'ack', ids: answer(fields.message()).ids };
    if (tag === 0x1a) return { kind: 'nack', ...answer(fields.message()) };
    if (tag === 0x0a) break;
    fields.skip(tag);
  }
  return { kind: 'options', options: persistentPb.ReadReq.deserializeBinary(bytes).getOptions() };
}

function answer(fields: ProtobufReader): { ids: string[]; action: number; reason: string } {
  const read = { ids: [] as string[], action: 0, reason: '' };
  for (let tag = fields.tag(); tag !== 0; tag = fields.tag()) {
    if (tag === 0x12) read.ids.push(uuid(fields.message()).toLowerCase());
    else if (tag === 0x18) read.action = fields.number();
    else if (tag === 0x22) read.reason = fields.text();
    else fields.skip(tag);
  }
  return read;
}
