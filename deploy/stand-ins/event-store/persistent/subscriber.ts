import { randomUUID } from 'node:crypto';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import persistentPb, { type ReadReq } from '@eventstore/db-client/generated/persistent_pb.js';
import type { Logger } from 'pino';
import type { Caller } from '../caller.ts';
import { callerOf } from '../credentials.ts';
import { invalidArgument, StoreError } from '../errors.ts';
import { Outgoing } from '../outgoing.ts';
import { Consumer } from './consumer.ts';
import { dropped } from './errors.ts';
import type { Group, Refusal } from './group.ts';
import { Latencies } from './latencies.ts';
import type { Registry } from './registry.ts';
import { groupName, type ReadRequest } from './requests.ts';
import { fullName } from './settings.ts';

/** Takes several replies at a time, as bytes. */
export type PersistentReadCall = ServerDuplexStream<ReadRequest, readonly Buffer[]>;

const { Action } = persistentPb.ReadReq.Nack;

// What is unknown is tried again: nothing is lost by that.
const REFUSALS: Readonly<Record<number, Refusal>> = { [Action.PARK]: 'park', [Action.SKIP]: 'skip' };

/** PersistentSubscriptions.Read: one subscriber of a group, from its options to its end. */
export class Subscriber {
  #registry: Registry;
  #logger: Logger;
  #out: Outgoing;
  #caller: Caller;
  #joined: { group: Group; consumer: Consumer } | undefined;
  #joining = false;

  constructor(call: PersistentReadCall, registry: Registry, logger: Logger) {
    this.#registry = registry;
    this.#logger = logger;
    this.#out = new Outgoing(call, () => this.#leave());
    this.#caller = callerOf(call);
    call.on('data', (request: ReadRequest) => this.#take(request, call));
    call.on('end', () => this.#out.end());
  }

  #take(request: ReadRequest, call: PersistentReadCall): void {
    if (this.#out.over) return;
    if (request.kind === 'options') {
      this.#join(request.options, call).catch((error: unknown) => {
        if (!(error instanceof StoreError)) this.#logger.error({ err: error }, 'a subscriber could not join');
        this.#out.end(error);
      });
      return;
    }
    if (!this.#joined) {
      this.#out.end(invalidArgument('a subscriber says first where it subscribes'));
      return;
    }
    const { group, consumer } = this.#joined;
    if (request.kind === 'ack') group.acknowledge(consumer, request.ids);
    else if (request.action === Action.STOP) this.#out.end(dropped(group.config, 'the subscriber asked to be stopped'));
    else group.refuse(consumer, request.ids, REFUSALS[request.action] ?? 'retry', request.reason);
  }

  async #join(options: ReadReq.Options | undefined, call: PersistentReadCall): Promise<void> {
    if (this.#joining) throw invalidArgument('a subscriber subscribes once');
    this.#joining = true;
    const name = groupName(options);
    this.#caller.use(name.stream);
    const group = await this.#registry.group(name);
    if (this.#out.over) return;
    const whoItIs = {
      id: randomUUID(),
      connectionName: String(call.metadata.get('connection-name')[0] ?? '<unknown>'),
      user: this.#caller.name ?? 'anonymous',
      peer: call.getPeer(),
      slots: Math.max(options?.getBufferSize() ?? 0, 1),
      latencies: group.config.settings.extraStatistics ? new Latencies() : undefined,
    };
    const consumer = new Consumer(this.#out, whoItIs, () => group.wake());
    const confirmed = new persistentPb.ReadResp.SubscriptionConfirmation().setSubscriptionId(fullName(group.config));
    group.join(consumer);
    this.#joined = { group, consumer };
    await this.#out.send(
      Buffer.from(new persistentPb.ReadResp().setSubscriptionConfirmation(confirmed).serializeBinary()),
    );
    if (group.fault) this.#out.end(group.fault);
  }

  #leave(): void {
    if (this.#joined) this.#joined.group.leave(this.#joined.consumer);
  }
}
