import type { GenerationSettings } from '@easel/contracts/generation/events';
import { BUILT_IN } from '@easel/contracts/providers/policy';
import { generationStream } from '@easel/contracts/generation/stream';
import { Refused } from '@easel/contracts/kernel/problem';
import { trialProblems } from '@easel/contracts/trials/http';
import { trialsStream } from '@easel/contracts/trials/stream';
import { decide } from '@easel/kernel/deciding/decide';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { networkOf } from '@easel/kernel/http/network';
import { Sealer } from '@easel/kernel/identity/sealing';
import { randomUUID } from '@easel/kernel/server/chance';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { GenerationCommand } from '../generation/generation.decider.ts';
import { GenerationLookup, type FoundGeneration } from '../generation/generation.lookup.ts';
import { refuseUnlessUnderstood } from '../generation/refuse-unless-understood.ts';
import { unsettableRefusal } from '../generation/unsettable-refusal.ts';
import type { Visitor } from '../visitors.ts';
import { TrialDays } from './trial-days.ts';
import { trials, type TrialsCommand } from './trials.decider.ts';

/**
 * Ids of visitors and of their pictures are UUID v5 of their request's key within this namespace: a repeat finds the
 * same.
 */
const NAMESPACE = '5b0de8d4-6f6c-4e0f-8a51-7f0d0f9c2b6e';
const NETWORK_DIGITS = 16;

export interface TrialRequest {
  prompt: string;
  /** Its visitor wants it even where it does not show what its prompt is about. */
  agreed: boolean | undefined;
  /** As the browser's cookie knows them; undefined for the first picture. */
  known: Visitor | undefined;
  /** Of the socket. */
  address: string;
}

/** How a visitor comes by a picture: one of the day's is claimed, then it is asked for. */
@Injectable()
export class VisitorPictures {
  constructor(
    private readonly commands: CommandBus,
    private readonly runner: DeciderRunner,
    private readonly generations: GenerationLookup,
    private readonly days: TrialDays,
    private readonly sealer: Sealer,
  ) {}

  /**
   * The claim comes first: it is what the house spends. A picture that is then never asked for, because the process
   * died between the two, is closed like a hold, and not held against the visitor.
   */
  async make(
    { prompt, agreed, known, address }: TrialRequest,
    issued: CommandContext,
  ): Promise<{ visitor: Visitor; picture: FoundGeneration }> {
    const network = networkOf(address);
    const visitorId = await this.visitorFor(known, `${issued.key}\n${network}`);
    // Callers without an account share the name that keys are kept by: what a key makes is this visitor's alone.
    const key = `${visitorId} ${issued.key}`;
    const context: CommandContext = { ...issued, key, actor: { kind: 'visitor', id: visitorId } };
    const generationId = uuidV5(key, NAMESPACE);
    await refuseUnlessUnderstood(
      [{ prompt, negativePrompt: '', style: 'auto', transparent: false, agreed }],
      async () => (await this.generations.statusOf(generationId)) !== 'none',
    );
    await this.claim({ visitorId, generationId, network, known, prompt }, context);
    faultPoint('trial.after-claim');
    const asked: Omit<Extract<GenerationCommand, { type: 'RequestGeneration' }>, 'at'> = {
      type: 'RequestGeneration',
      provider: BUILT_IN,
      generationId,
      memberId: visitorId,
      prompt,
      negativePrompt: '',
      settings: settingsOf(generationId),
      tenths: 0,
      tier: 'free',
      variantOf: null,
      trial: true,
    };
    await this.commands.execute(decide<GenerationCommand>(generationStream, generationId, asked, context));
    faultPoint('trial.after-request');
    const picture = await this.generations.find(generationId);
    // It was closed before this repeat of its request came.
    if (!picture) throw new Refused(trialProblems.failed);
    return { visitor: { visitorId, generationId }, picture };
  }

  private async claim(
    {
      visitorId,
      generationId,
      network,
      known,
      prompt,
    }: Visitor & { network: string; known: Visitor | undefined; prompt: string },
    context: CommandContext,
  ): Promise<void> {
    // A repeat may come on another day than what it repeats.
    if ((await this.generations.statusOf(generationId)) !== 'none') return;
    const refusal = unsettableRefusal({ prompt, negativePrompt: '', style: 'auto', transparent: false });
    if (refusal !== null) throw refusal;
    const at = new Date();
    const day = at.toISOString().slice(0, 10);
    const { state } = await this.runner.fold(trialsStream.nameOf(day), trials);
    const own = [...state.claims].flatMap(([id, claim]) => (claim.visitorId === visitorId ? [id] : []));
    const standing = await this.standingOf(own);
    const isBefore = known?.visitorId === visitorId && !state.claims.has(known.generationId);
    const before = isBefore ? await this.generations.statusOf(known.generationId) : 'completed';
    await this.days.begin(day);
    await this.commands.execute(
      decide<TrialsCommand>(
        trialsStream,
        day,
        {
          type: 'ClaimTrial',
          day,
          visitorId,
          generationId,
          network: this.sealer.digest('trial network', `${day}\n${network}`).slice(0, NETWORK_DIGITS),
          ...standing,
          waiting: !ends.has(before),
          at,
        },
        context,
      ),
    );
  }

  private async standingOf(generationIds: readonly string[]): Promise<Pick<TrialsCommand, 'ended' | 'failed'>> {
    const all = await Promise.all(
      generationIds.map(async (id) => ({ id, status: await this.generations.statusOf(id) })),
    );
    const idsIn = (statuses: ReadonlySet<string>): string[] =>
      all.flatMap(({ id, status }) => (statuses.has(status) ? [id] : []));
    return { ended: idsIn(ends), failed: idsIn(failures) };
  }

  /** Who has registered or was forgotten begins anew: no words can be kept for them any more. */
  private async visitorFor(known: Visitor | undefined, key: string): Promise<string> {
    // Nobody who does not know the master key can tell whom a request will make.
    const visitorId = known?.visitorId ?? uuidV5(this.sealer.digest('new visitor', key), NAMESPACE);
    const erased = await this.sealer.erasedOf([visitorId]);
    return erased.has(visitorId) ? randomUUID() : visitorId;
  }
}

const failures: ReadonlySet<string> = new Set(['failed', 'cancelled']);
const ends: ReadonlySet<string> = new Set(['completed', ...failures]);

const SEEDS = 2 ** 31 - 1;

/** The studio's own beginnings, at what a visitor is given; how large it is made is not said here. */
const settingsOf = (generationId: string): GenerationSettings => ({
  model: 'auto',
  engine: 'automatic',
  style: 'auto',
  aspectRatio: 'square_1_1',
  resolution: '1k',
  outputFormat: 'png',
  seed: Number.parseInt(generationId.slice(0, 8), 16) % SEEDS,
  count: 1,
  safetyTolerance: 2,
  enhancePrompt: false,
  rawMode: false,
  creativeDetailing: 33,
  filterNsfw: true,
  isTshirtDesign: false,
});
