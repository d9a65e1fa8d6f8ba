import { rightsOf } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import { priceTenths, PROMPT_NEEDED, type GenerationStatus } from '@easel/contracts/generation/policy';
import type { GenerationSettings } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { visibleText } from '@easel/contracts/kernel/visible-text';
import { BUILT_IN } from '@easel/contracts/providers/policy';
import { decide } from '@easel/kernel/deciding/decide';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { AccountCommand } from '../account/account.decider.ts';
import { AccountLookup } from '../account/account.lookup.ts';
import { generation, type VariantOf } from './generation.decider.ts';
import { refuseUnlessUnderstood } from './refuse-unless-understood.ts';
import { unsettableRefusal } from './unsettable-refusal.ts';

/** Ids of generations are UUID v5 of the request's key within this namespace: a repeat is the same generation. */
const GENERATION_NAMESPACE = 'c2b7e8a4-1f55-4d0e-9b1e-6a8d2f3c4b5a';

/** The id of the generation that a command asks for; of several, the n-th. */
export const generationIdOf = ({ key }: CommandContext, n?: number): string =>
  uuidV5(n === undefined ? key : `${key}\n${n}`, GENERATION_NAMESPACE);

/** Images to be charged and made. */
export interface ImageRequest {
  generationId: string;
  prompt: string;
  negativePrompt: string;
  lettering?: string | undefined;
  settings: GenerationSettings;
  variantOf: VariantOf | null;
  /** The public picture that it began with. */
  remixOf?: string | undefined;
  /** What they have in common that are asked for together. */
  batchId?: string | undefined;
  /** Its caller wants it even where it does not show what its prompt is about. */
  agreed: boolean | undefined;
  /** What makes two requests of one member identical. */
  sameAs: unknown;
}

export interface Placed {
  generationId: string;
  /**
   * As it stands: a repeat may find it under way, at its end, or `failed` because it came too late and was abandoned.
   */
  status: GenerationStatus | 'none';
  isAbandoned: boolean;
}

export interface PlacedRequests {
  placed: readonly Placed[];
  chargedTenths: number;
  availableTenths: number;
}

/** Every way to ask for images ends here. */
@Injectable()
export class ImageRequests {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly commands: CommandBus,
    private readonly accounts: AccountLookup,
    private readonly sealer: Sealer,
  ) {}

  /**
   * Refuses a prompt that nobody can see, words that cannot be set, and a prompt that is not understood unless its
   * caller agreed. Holds the price of all of them or of none, then records each. The account and every generation are
   * streams of their own, so a crash between two appends leaves holds whose generations never come: the abandoning
   * process closes them.
   */
  async place(memberId: string, requests: readonly ImageRequest[], context: CommandContext): Promise<PlacedRequests> {
    const [first] = requests;
    // The API refuses such prompts; pictures of before it did are neither tried again nor varied as they stand.
    if (requests.some(({ prompt }) => visibleText(prompt) === '')) {
      const errors = [{ path: 'prompt', message: PROMPT_NEEDED }];
      throw new Refused(problems.invalid, { message: PROMPT_NEEDED, errors });
    }
    for (const { generationId, prompt, negativePrompt, lettering, settings } of requests) {
      const { style, isTshirtDesign: transparent } = settings;
      const refusal = unsettableRefusal({ prompt, negativePrompt, lettering, style, transparent });
      // What was accepted before stays so for a repeat.
      if (refusal !== null && !(await this.isPlaced(generationId))) throw refusal;
    }
    await refuseUnlessUnderstood(
      requests.map(({ settings: { style, isTshirtDesign }, ...request }) => ({
        ...request,
        style,
        transparent: isTshirtDesign,
      })),
      async () => first !== undefined && this.isPlaced(first.generationId),
    );
    const charges = requests.map(({ generationId, settings: { resolution, count }, sameAs }) => ({
      generationId,
      fingerprint: this.sealer.digest('fingerprint', JSON.stringify([memberId, sameAs])),
      tenths: priceTenths(resolution, count),
      images: count,
    }));
    await this.commands.execute(
      decide<AccountCommand>(accountStream, memberId, { type: 'HoldCredits', memberId, charges }, context),
    );
    faultPoint('generate.after-hold');
    const account = await this.accounts.lastSeen(memberId);
    const tier = rightsOf(account.tier);
    const placed: Placed[] = [];
    let chargedTenths = 0;
    for (const [index, { sameAs: _sameAs, agreed: _agreed, ...request }] of requests.entries()) {
      const { generationId } = request;
      const tenths = charges[index]?.tenths ?? 0;
      const { state } = await this.runner.execute(
        generationStream.nameOf(generationId),
        generation,
        { type: 'RequestGeneration', memberId, ...request, provider: BUILT_IN, tenths, tier, at: new Date() },
        context,
      );
      faultPoint('generate.after-request');
      const isAbandoned = state.failure === 'abandoned';
      placed.push({ generationId, status: state.status, isAbandoned });
      if (!isAbandoned) chargedTenths += tenths;
    }
    return { placed, chargedTenths, availableTenths: account.availableTenths };
  }

  /** Whether an earlier call under the same key got so far: then nothing that has changed since refuses its repeat. */
  async isPlaced(generationId: string): Promise<boolean> {
    const { state } = await this.runner.fold(generationStream.nameOf(generationId), generation);
    return state.status !== 'none';
  }
}
