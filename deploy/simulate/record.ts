import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import { catalogue } from '@easel/contracts/catalogue';
import type { CompetitionFact } from '@easel/contracts/competitions/events';
import { competitionStream } from '@easel/contracts/competitions/stream';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { earningsStream } from '@easel/contracts/earnings/stream';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import { categoryOf, ERASED, type Recorded } from '@easel/contracts/kernel/event';
import { memberStream } from '@easel/contracts/members/stream';
import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import { chainedCategories } from '@easel/contracts/streams';
import { CHAIN_START, hashOf } from '@easel/kernel/proof/hash-chain';
import { heldCents, type Erased, type Evidence, type Payment } from './invariants/evidence.ts';
import type { HeldPayment, PayoutMoment } from './invariants/payouts.ts';
import type { World } from './world.ts';

/** What has happened so far, as the log tells it: each fact is read once. */
export class Record {
  readonly moments: PayoutMoment[] = [];
  private readonly noting: Promise<void>[] = [];
  private read = 0;
  private touched = new Set<string>();
  private readonly streams = new Map<string, Recorded[]>();
  /** Hashes of the last facts of chains. */
  private readonly heads = new Map<string, string>();
  private readonly unlinked: string[] = [];

  constructor(private readonly world: World) {
    world.stage.onAppend = (stream, type, data) => {
      if (type === 'MemberErased') world.erased.add(memberStream.idOf(stream));
      if (categoryOf(stream) === 'account' && type === 'PayoutRequested') {
        this.noting.push(this.note(data as Extract<AccountFact, { type: 'PayoutRequested' }>['data']));
      }
    };
  }

  /** Of accounts of which something new is told; all members where it is quiet. */
  async evidence(members: readonly string[], isQuiet: boolean): Promise<Evidence> {
    await this.readOn();
    await Promise.all(this.noting.splice(0));
    const untaken = isQuiet ? await this.world.cards.untaken() : [];
    const touched = members.filter((memberId) => this.touched.has(memberId));
    this.touched = new Set();
    return {
      at: new Date(),
      members: isQuiet ? members : touched,
      isQuiet,
      untaken,
      unlinked: this.unlinked,
      payments: isQuiet ? await this.world.cards.payments() : [],
      orderPayments: isQuiet ? await this.world.cards.orderPayments() : [],
      printed: this.world.prints.printed(),
      printMissedMs: this.world.prints.missedMs,
      orders: isQuiet ? this.orders() : new Map(),
      competitions: isQuiet ? this.competitions() : new Map(),
      account: (memberId) => this.of<AccountFact>(accountStream.nameOf(memberId)),
      earnings: (memberId) => this.of<EarningsFact>(earningsStream.nameOf(memberId)),
      erased: isQuiet ? await this.erased() : [],
      generations: new Map(
        [...this.streams.keys()]
          .filter((stream) => generationStream.has(stream))
          .map((stream) => [generationStream.idOf(stream), this.of<GenerationFact>(stream)]),
      ),
    };
  }

  /** The facts of a member's money and orders, in words. */
  story(memberId: string): string[] {
    const ordered = [...this.orders().values()].filter(([placed]) => placed?.data.memberId === memberId);
    return [this.of<AccountFact>(accountStream.nameOf(memberId)), ...ordered].flatMap((facts) => facts.map(inWords));
  }

  private orders(): Map<string, readonly Recorded<OrderFact>[]> {
    const streams = [...this.streams.keys()].filter((stream) => orderStream.has(stream));
    return new Map(streams.map((stream) => [orderStream.idOf(stream), this.of<OrderFact>(stream)]));
  }

  private competitions(): Map<string, readonly Recorded<CompetitionFact>[]> {
    const streams = [...this.streams.keys()].filter((stream) => competitionStream.has(stream));
    return new Map(streams.map((stream) => [competitionStream.idOf(stream), this.of<CompetitionFact>(stream)]));
  }

  /** Who was erased, and what can still be read of their own words. */
  private async erased(): Promise<Erased[]> {
    const { stage, erased } = this.world;
    const readable = new Map(Array.from(erased, (memberId): [string, string[]] => [memberId, []]));
    for (const stored of erased.size > 0 ? stage.stored.events : []) {
      const { sealed } = catalogue[stored.type] ?? {};
      const words = sealed && readable.get(String(fieldsOf(stored)[sealed.subject]));
      if (!words) continue;
      const read = fieldsOf(await stage.readAnew(stored));
      for (const field of sealed.fields) {
        const text = read[field];
        if (typeof text === 'string' && text !== '' && text !== ERASED) words.push(text);
      }
    }
    return Array.from(readable, ([memberId, words]) => ({ memberId, words }));
  }

  private of<F extends AccountFact | CompetitionFact | EarningsFact | GenerationFact | OrderFact>(
    stream: string,
  ): readonly Recorded<F>[] {
    return (this.streams.get(stream) ?? []) as unknown as readonly Recorded<F>[];
  }

  private async readOn(): Promise<void> {
    const { stage } = this.world;
    await stage.readOn();
    const { events } = stage.stored;
    for (; this.read < events.length; this.read += 1) {
      const stored = events[this.read];
      if (!stored) continue;
      this.follow(stored);
      const fact = await stage.log.decode(stored);
      if (fact.unreadable) throw new Error(`${fact.stream}@${fact.revision}: ${fact.unreadable.detail}`);
      const stream = this.streams.get(fact.stream) ?? [];
      stream.push(fact);
      this.streams.set(fact.stream, stream);
      if (categoryOf(fact.stream) === 'account') this.touched.add(accountStream.idOf(fact.stream));
    }
  }

  /** Its chain, where it is of one. */
  private follow(stored: Recorded): void {
    const { stream, revision, metadata } = stored;
    if (!chainedCategories.includes(categoryOf(stream))) return;
    if (metadata.previousHash !== (this.heads.get(stream) ?? CHAIN_START)) this.unlinked.push(`${stream}@${revision}`);
    this.heads.set(stream, hashOf(stored));
  }

  /** What was held at this moment, as far as the product has been told. */
  private async note({
    payoutId,
    memberId,
    payoutCents: cents,
  }: Extract<AccountFact, { type: 'PayoutRequested' }>['data']) {
    const held: HeldPayment[] = [];
    this.moments.push({ payoutId, memberId, cents, held });
    const heard = new Set(this.world.heard);
    const known = (payment: Payment): Payment => ({
      ...payment,
      refunds: payment.refunds.filter(({ id }) => heard.has(id)),
      disputes: payment.disputes.filter(({ id }) => heard.has(id)),
    });
    for (const payment of await this.world.cards.payments()) {
      const { id: paymentId, memberId: payerId, orderId } = payment;
      held.push({ paymentId, memberId: payerId, isOfOrder: orderId !== undefined, cents: heldCents(known(payment)) });
    }
  }
}

const inWords = ({ revision, recordedAt, type, data }: Recorded<AccountFact | OrderFact>): string =>
  `${revision} ${recordedAt.toISOString()} ${type} ${JSON.stringify({ ...data, memberId: undefined, image: undefined })}`;

/** Of any fact, by name. */
interface Fields {
  readonly [name: string]: unknown;
}

const fieldsOf = ({ data }: Recorded): Fields => data as Fields;
