import { EventStoreDBClient } from '@eventstore/db-client';

/**
 * What the store may send ahead of its reader. With HTTP/2's own 64 kB it waits for permission every hundred events,
 * and the reader for the store.
 */
export const WINDOW_BYTES = 1_024 * 1_024;

/** The client's private way to open a connection: it has no option for the settings of its channel. */
interface ChannelMaker {
  createChannel: () => Promise<{ internalChannel: { getOptions(): Record<string, unknown> } }>;
}

/** Opens the official client, which connects with its first call, with a wider window for what it reads. */
export function openClient(connectionString: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(connectionString);
  const maker = client as unknown as ChannelMaker;
  const create = maker.createChannel;
  maker.createChannel = async () => {
    const channel = await create();
    channel.internalChannel.getOptions()['grpc-node.flow_control_window'] = WINDOW_BYTES;
    return channel;
  };
  return client;
}
