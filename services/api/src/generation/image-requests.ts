import { rightsOf } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import { PROMPT_NEEDED, type GenerationStatus } from '@easel/contracts/generation/policy';
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
import { ProvidersLookup, type ProviderTable } from '../providers/providers.lookup.ts';
import { generation, type VariantOf } from './generation.decider.ts';
import { ProviderBudgets } from './provider-budgets.ts';
import { routeOf, type Routable, type Route } from './provider-choice.ts';
import { refuseUnlessUnderstood } from './refuse-unless-understood.ts';
import { unsettableRefusal } from './unsettable-refusal.ts';

/** Ids of generations are UUID v5 of the request's key within this namespace: a repeat is the same generation. */
const GENERATION_NAMESPACE = 'c2b7e8a4-1f55-4d0e-9b1e-6a8d2f3c4b5a';

/** The id of the generation that a command asks for; of several, the n-th. */
export const generationIdOf = ({ key }: CommandContext, n?: number): string =>
  uuidV5(n === undefined ? key : `${key}\n${n}`, GENERATION_NAMESPACE);

/** Images to be charged and made. */
export interface ImageRequest extends Routable {
  generationId: string;
  prompt: string;
  negativePrompt: string;
  lettering?: string | undefined;
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

interface RoutedRequest {
  readonly request: ImageRequest;
  /** Undefined where it could not be asked for now, and was before. */
  readonly route: Route | undefined;
}

/** Every way to ask for images ends here. */
@Injectable()
export class ImageRequests {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly commands: CommandBus,
    private readonly accounts: AccountLookup,
    private readonly sealer: Sealer,
    private readonly providers: ProvidersLookup,
    private readonly budgets: ProviderBudgets,
  ) {}

  /**
   * Chooses who makes each, and refuses what nobody can make as it is asked for, before anything is charged. Holds the
   * price of all of them or of none, then records each. The account and every generation are streams of their own, so a
   * crash between two appends leaves holds whose generations never come: the abandoning process closes them.
   */
  async place(memberId: string, requests: readonly ImageRequest[], context: CommandContext): Promise<PlacedRequests> {
    refuseInvisible(requests);
    const table = await this.providers.current();
    const routed = await Promise.all(requests.map((request) => this.route(table, request)));
    await this.refuseUnmakeable(routed);
    await this.refuseSpent(memberId, routed);
    const charges = routed.map(({ route, request: { generationId, settings, sameAs } }) => ({
      generationId,
      fingerprint: this.sealer.digest('fingerprint', JSON.stringify([memberId, sameAs])),
      tenths: route?.tenths ?? 0,
      images: settings.count,
    }));
    await this.commands.execute(
      decide<AccountCommand>(accountStream, memberId, { type: 'HoldCredits', memberId, charges }, context),
    );
    faultPoint('generate.after-hold');
    return this.record(memberId, routed, context);
  }

  private async record(
    memberId: string,
    routed: readonly RoutedRequest[],
    context: CommandContext,
  ): Promise<PlacedRequests> {
    const account = await this.accounts.lastSeen(memberId);
    // A call that was cut off after it may have held another price: what is held is what is charged.
    const held = await this.accounts.heldTenthsOf(memberId);
    const tier = rightsOf(account.tier);
    const placed: Placed[] = [];
    let chargedTenths = 0;
    for (const { route, request } of routed) {
      const { sameAs: _sameAs, agreed: _agreed, expectedCredits: _expected, ...asked } = request;
      const { generationId } = request;
      const { state } = await this.runner.execute(
        generationStream.nameOf(generationId),
        generation,
        {
          type: 'RequestGeneration',
          memberId,
          ...asked,
          // Without a route it is recorded already, and stays as it is.
          provider: route?.provider.name ?? BUILT_IN,
          ...(route?.ask && { ask: route.ask }),
          tenths: held.get(generationId) ?? route?.tenths ?? 0,
          tier,
          at: new Date(),
        },
        context,
      );
      faultPoint('generate.after-request');
      const isAbandoned = state.failure === 'abandoned';
      placed.push({ generationId, status: state.status, isAbandoned });
      if (!isAbandoned) chargedTenths += state.tenths ?? 0;
    }
    return { placed, chargedTenths, availableTenths: account.availableTenths };
  }

  private async route(table: ProviderTable, request: ImageRequest): Promise<RoutedRequest> {
    return { request, route: await this.unlessPlaced(request.generationId, () => routeOf(table, request)) };
  }

  /** What the built-in renderer cannot set, or does not understand; other providers understand what they understand. */
  private async refuseUnmakeable(routed: readonly RoutedRequest[]): Promise<void> {
    const builtIn = routed.filter(({ route }) => route?.provider.name === BUILT_IN).map(({ request }) => request);
    for (const { generationId, prompt, negativePrompt, lettering, settings } of builtIn) {
      const { style, isTshirtDesign: transparent } = settings;
      const refusal = unsettableRefusal({ prompt, negativePrompt, lettering, style, transparent });
      // What was accepted before stays so for a repeat.
      if (refusal !== null && !(await this.isPlaced(generationId))) throw refusal;
    }
    const [first] = builtIn;
    await refuseUnlessUnderstood(
      builtIn.map(({ settings: { style, isTshirtDesign: transparent }, ...request }) => ({
        ...request,
        style,
        transparent,
      })),
      async () => first !== undefined && this.isPlaced(first.generationId),
    );
  }

  private async refuseSpent(memberId: string, routed: readonly RoutedRequest[]): Promise<void> {
    const [first] = routed;
    if (!first) return;
    const asked = routed.flatMap(({ route, request }) => (route ? [{ route, images: request.settings.count }] : []));
    await this.unlessPlaced(first.request.generationId, () => this.budgets.refuseSpent(memberId, asked));
  }

  /** What a new request needs; undefined where it is refused and an earlier call under the same key was not. */
  async unlessPlaced<T>(generationId: string, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refused && (await this.isPlaced(generationId))) return undefined;
      throw error;
    }
  }

  /** Whether an earlier call under the same key got so far: then nothing that has changed since refuses its repeat. */
  async isPlaced(generationId: string): Promise<boolean> {
    const { state } = await this.runner.fold(generationStream.nameOf(generationId), generation);
    return state.status !== 'none';
  }
}

/** The API refuses such prompts; pictures of before it did are neither tried again nor varied as they stand. */
function refuseInvisible(requests: readonly ImageRequest[]): void {
  if (requests.every(({ prompt }) => visibleText(prompt) !== '')) return;
  const errors = [{ path: 'prompt', message: PROMPT_NEEDED }];
  throw new Refused(problems.invalid, { message: PROMPT_NEEDED, errors });
}
