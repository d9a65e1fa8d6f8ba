import persistentPb, { type SubscriptionInfo } from '@eventstore/db-client/generated/persistent_pb.js';
import type { Sources } from '../read.ts';
import { TOMBSTONE } from '../event.ts';
import type { Consumer } from './consumer.ts';
import type { Group } from './group.ts';
import { type GroupConfig, sourceName } from './settings.ts';

/** A group and what goes on in it, as GetInfo and List tell it. */
export async function groupInfo(group: Group, { log, writer }: Sources): Promise<SubscriptionInfo> {
  const { config, counts, consumers, meter, checkpoint } = group;
  const { stream, settings } = config;
  const head = stream === null ? log.head : (await writer.headOf(stream)).revision;
  const { sinceLast, perSecond } = meter.measure();
  const place = (at: number) => (stream === null ? `C:${at}/P:${at}` : String(at));
  return new persistentPb.SubscriptionInfo()
    .setEventSource(sourceName(stream))
    .setGroupName(config.group)
    .setStatus(status(group))
    .setConnectionsList(consumers.map(connectionInfo))
    .setAveragePerSecond(perSecond)
    .setTotalItems(String(meter.total))
    .setCountSinceLastMeasurement(String(sinceLast))
    .setLastCheckpointedEventPosition(checkpoint.saved > config.from ? place(checkpoint.saved - 1) : '')
    .setLastKnownEventPosition(head < 0 || head === TOMBSTONE ? '' : place(head))
    .setResolveLinkTos(settings.resolveLinks)
    .setStartFrom(startText(config))
    .setMessageTimeoutMilliseconds(settings.messageTimeoutMs)
    .setExtraStatistics(settings.extraStatistics)
    .setMaxRetryCount(settings.maxRetryCount)
    .setLiveBufferSize(settings.liveBufferSize)
    .setBufferSize(settings.historyBufferSize)
    .setReadBatchSize(settings.readBatchSize)
    .setCheckPointAfterMilliseconds(settings.checkpointAfterMs)
    .setMinCheckPointCount(settings.minCheckpointCount)
    .setMaxCheckPointCount(settings.maxCheckpointCount)
    .setReadBufferCount(group.isLive ? 0 : counts.fresh)
    .setLiveBufferCount(String(group.isLive ? counts.fresh : 0))
    .setRetryBufferCount(counts.retries)
    .setTotalInFlightMessages(counts.inFlight)
    .setOutstandingMessagesCount(counts.inFlight + counts.parking)
    .setNamedConsumerStrategy(settings.strategy)
    .setMaxSubscriberCount(settings.maxSubscriberCount)
    .setParkedMessageCount(String(group.parked.count));
}

/** A group that cannot read its source waits for that page for ever. */
function status({ isLive, fault }: Group): string {
  if (fault) return 'Behind, OutstandingPageRequest';
  return isLive ? 'Live' : 'Behind';
}

function startText({ stream, start }: GroupConfig): string {
  const at = start === 'start' ? 0 : start === 'end' ? -1 : start;
  return stream === null ? `C:${at}/P:${at}` : String(at);
}

function connectionInfo(consumer: Consumer): SubscriptionInfo.ConnectionInfo {
  const { sinceLast, perSecond } = consumer.meter.measure();
  return new persistentPb.SubscriptionInfo.ConnectionInfo()
    .setFrom(consumer.peer)
    .setUsername(consumer.user)
    .setConnectionName(consumer.connectionName)
    .setAverageItemsPerSecond(perSecond)
    .setTotalItems(String(consumer.meter.total))
    .setCountSinceLastMeasurement(String(sinceLast))
    .setObservedMeasurementsList((consumer.latencies?.summary() ?? []).map(measurement))
    .setAvailableSlots(consumer.freeSlots)
    .setInFlightMessages(consumer.inFlight);
}

const measurement = ([name, ms]: [name: string, ms: number]): SubscriptionInfo.Measurement =>
  new persistentPb.SubscriptionInfo.Measurement().setKey(name).setValue(String(ms));
