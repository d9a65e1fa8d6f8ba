import { resolutions } from '@easel/contracts/generation/policy';
import type { KnownProvider, ProviderSheet, Routes } from '@easel/contracts/providers/policy';
import { providerStream, routingStream } from '@easel/contracts/providers/stream';
import type { Bus } from '@easel/kernel/bus/bus';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { FreshValue } from '@easel/kernel/server/fresh-value';
import { BUS } from '@easel/kernel/server/tokens';
import { Inject, Injectable, Optional, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { ProviderPaceLookup } from '../generation/provider-pace.lookup.ts';
import { availabilityOf, lastFailureOf, provider, type ProviderStanding } from './provider.decider.ts';
import { CONFIGURED_PROVIDERS, type ConfiguredProvider } from './providers.config.ts';
import { routing } from './routing.decider.ts';

/** Bus subject: a provider was paused or resumed, or the routing table changed. */
export const PROVIDERS_SUBJECT = 'providers.changed';
/** A clock for tests, in milliseconds. */
export const PROVIDERS_CLOCK: unique symbol = Symbol('providers clock');
/** How long a read stays fresh. It is below the promised five seconds because reading takes time too. */
export const PROVIDERS_LOOKUP_MS = 4_000;

/** All providers, and the routing table. */
export interface ProviderTable {
  readonly providers: readonly (KnownProvider & {
    /** Counts the operators' changes. */
    readonly version: number;
    /** Why its last calls failed, while it is tried again. */
    readonly lastFailure?: string;
  })[];
  readonly routing: { readonly version: number; readonly routes: Routes };
}

interface Standings {
  readonly byName: ReadonlyMap<string, ProviderStanding>;
  readonly routing: ProviderTable['routing'];
}

/**
 * Read-only access to the current providers and routing. A change takes effect in every process within five seconds,
 * even when the bus is down.
 */
@Injectable()
export class ProvidersLookup implements OnModuleInit, OnModuleDestroy {
  private readonly standings: FreshValue<Standings>;
  private readonly byName: ReadonlyMap<string, ConfiguredProvider>;
  private unsubscribe: () => Promise<void> = () => Promise.resolve();

  constructor(
    @Inject(CONFIGURED_PROVIDERS) private readonly configured: readonly ConfiguredProvider[],
    private readonly runner: DeciderRunner,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(ProviderPaceLookup) private readonly pace: Pick<ProviderPaceLookup, 'expectedMs'>,
    @Optional() @Inject(PROVIDERS_CLOCK) now: () => number = () => performance.now(),
  ) {
    this.byName = new Map(configured.map((one) => [one.sheet.name, one]));
    this.standings = new FreshValue(() => this.read(), PROVIDERS_LOOKUP_MS, now);
  }

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await this.bus.subscribe(PROVIDERS_SUBJECT, () => this.outdate());
  }

  async onModuleDestroy(): Promise<void> {
    await this.unsubscribe();
  }

  get names(): readonly string[] {
    return [...this.byName.keys()];
  }

  /** Returns a provider by name; undefined when none is configured under it. */
  find(name: string): ConfiguredProvider | undefined {
    return this.byName.get(name);
  }

  /** Makes the next call read the streams again. */
  outdate(): void {
    this.standings.outdate();
  }

  async current(): Promise<ProviderTable> {
    const { byName, routing: table } = await this.standings.current();
    const at = new Date();
    return {
      providers: this.configured.map(({ sheet }) => {
        const standing = byName.get(sheet.name) ?? provider.initial();
        const lastFailure = lastFailureOf(standing, at);
        return {
          ...sheet,
          availability: availabilityOf(standing, at),
          expectedMs: this.expectedOf(sheet),
          version: standing.version,
          ...(lastFailure !== undefined && { lastFailure }),
        };
      }),
      routing: table,
    };
  }

  private expectedOf({ name }: ProviderSheet): KnownProvider['expectedMs'] {
    const known = resolutions.flatMap((resolution) => {
      const ms = this.pace.expectedMs(name, resolution);
      return ms === null ? [] : [[resolution, Math.round(ms)] as const];
    });
    return Object.fromEntries(known);
  }

  private async read(): Promise<Standings> {
    const [table, ...standings] = await Promise.all([
      this.runner.fold(routingStream.name, routing),
      ...this.configured.map(async ({ sheet: { name } }) => {
        const { state } = await this.runner.fold(providerStream.nameOf(name), provider);
        return [name, state] as const;
      }),
    ]);
    const { version, routes } = table.state;
    return { byName: new Map(standings), routing: { version, routes } };
  }
}
