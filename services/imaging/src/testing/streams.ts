import { generationSettings, type GenerationFact } from '@easel/contracts/generation/events';
import { endTypes, isEnd } from '@easel/contracts/generation/view';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { Bus } from '@easel/kernel/bus/bus';
import type { Decider } from '@easel/kernel/deciding/decider';
import type { Decided } from '@easel/kernel/deciding/decider-runner';

export const memberId = '1f0f8a52-35a5-4dd1-b7a3-0c9b6a1f2d02';
export const idOf = (n: number): string => `8a7d0a0e-0f6b-4b57-9a11-${String(n).padStart(12, '0')}`;

type Request = Extract<GenerationFact, { type: 'GenerationRequested' }>['data'];

export const requested = (generationId: string, count: number, over: Partial<Request> = {}): GenerationFact => ({
  type: 'GenerationRequested',
  data: {
    generationId,
    memberId,
    prompt: 'a lake',
    negativePrompt: 'fog',
    settings: generationSettings.parse({
      model: 'auto',
      engine: 'automatic',
      style: 'auto',
      aspectRatio: 'square_1_1',
      resolution: '1k',
      outputFormat: 'png',
      seed: 7,
      count,
      safetyTolerance: 2,
      enhancePrompt: false,
      rawMode: false,
      creativeDetailing: 33,
      filterNsfw: true,
      isTshirtDesign: false,
    }),
    provider: 'procedural',
    tenths: 50,
    requestedAt: '2026-01-01T12:00:00.000Z',
    tier: 'free',
    variantOf: null,
    ...over,
  },
});

/** Streams in memory behind a real decider, and whoever waits for a fact of one. */
export class Streams {
  readonly facts = new Map<string, GenerationFact[]>();
  /** Thrown in place of the next append of this type. */
  readonly failing = new Map<string, Error>();
  private readonly waiting: { type: string; generationId: string; seen: () => void }[] = [];

  async execute<S, C, F extends Fact>(stream: string, decider: Decider<S, C, F>, command: C): Promise<Decided<S, F>> {
    const before = (this.facts.get(stream) ?? []) as unknown as F[];
    const state = before.reduce((folded, fact) => decider.evolve(folded, fact), decider.initial());
    const added = decider.decide(command, state);
    for (const { type } of added) {
      const failure = this.failing.get(type);
      this.failing.delete(type);
      if (failure) throw failure;
    }
    this.append(stream, added as unknown as readonly GenerationFact[]);
    return Promise.resolve({
      facts: added as readonly Recorded<F>[],
      state: added.reduce((folded, fact) => decider.evolve(folded, fact), state),
      revision: before.length + added.length - 1,
      position: 0n,
    });
  }

  fold<S, C, F extends Fact>(
    stream: string,
    decider: Decider<S, C, F>,
  ): Promise<{ state: S; revision: number; position: bigint }> {
    const facts = (this.facts.get(stream) ?? []) as unknown as F[];
    const state = facts.reduce((folded, fact) => decider.evolve(folded, fact), decider.initial());
    return Promise.resolve({ state, revision: facts.length - 1, position: 0n });
  }

  append(stream: string, added: readonly GenerationFact[]): void {
    this.facts.set(stream, [...(this.facts.get(stream) ?? []), ...added]);
    for (const fact of added) {
      for (const waiter of this.waiting) {
        if (waiter.type === fact.type && stream.endsWith(waiter.generationId)) waiter.seen();
      }
    }
  }

  of(generationId: string): readonly GenerationFact[] {
    return this.facts.get(`generation-${generationId}`) ?? [];
  }

  /** What ended it; fails where it ended more than once. */
  endOf(generationId: string): GenerationFact | undefined {
    const ends = this.of(generationId).filter(({ type }) => isEnd(type));
    if (ends.length > 1) throw new Error(`${generationId} ended ${ends.length} times`);
    return ends[0];
  }

  /** Resolves at its end, whatever that is. */
  async ended(generationId = idOf(1)): Promise<GenerationFact> {
    await Promise.race(endTypes.map((type) => this.waitFor(type as GenerationFact['type'], generationId)));
    return this.endOf(generationId)!;
  }

  typesOf(generationId: string): string[] {
    return this.of(generationId).map(({ type }) => type);
  }

  async waitFor(type: GenerationFact['type'], generationId = idOf(1)): Promise<void> {
    if (this.typesOf(generationId).includes(type)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.waiting.push({ type, generationId, seen: resolve });
    await promise;
  }
}

/** One process, so that a word is heard when it is said. */
export class LocalBus implements Bus {
  readonly kind = 'postgres';
  readonly said: { subject: string; payload: unknown }[] = [];
  private readonly handlers = new Map<string, (payload: unknown) => void>();

  publish(subject: string, payload: unknown): void {
    this.said.push({ subject, payload });
    this.handlers.get(subject)?.(payload);
  }
  subscribe(subject: string, handler: (payload: unknown) => void): Promise<() => Promise<void>> {
    this.handlers.set(subject, handler);
    return Promise.resolve(async () => void this.handlers.delete(subject));
  }
  check(): Promise<void> {
    return Promise.resolve();
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}
