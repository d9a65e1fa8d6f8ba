import { Refused } from '@easel/contracts/kernel/problem';
import type { ProviderFact } from '@easel/contracts/providers/events';
import { providersHttp, type OperatedProvider } from '@easel/contracts/providers/http';
import type { KnownProviders } from '@easel/contracts/providers/known.http';
import type { KnownProvider } from '@easel/contracts/providers/policy';
import { providerProblems } from '@easel/contracts/providers/problems';
import { providerStream, routingStream } from '@easel/contracts/providers/stream';
import type { Bus } from '@easel/kernel/bus/bus';
import { decide } from '@easel/kernel/deciding/decide';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { EventLog } from '@easel/kernel/log/event-log';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { BUS } from '@easel/kernel/server/tokens';
import { Body, Controller, Inject, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type * as z from 'zod/mini';
import type { ProviderCommand } from './provider.decider.ts';
import { PROVIDERS_SUBJECT, ProvidersLookup, type ProviderTable } from './providers.lookup.ts';
import { routing } from './routing.decider.ts';
import { SpendingLookup } from './spending.lookup.ts';

/** Namespace of action ids: UUID v5 of the command's idempotency key, so that repeats have the same id. */
const ACTION_NAMESPACE = '5b5f0b2e-6f7c-4d1a-9f0e-3f6c1f2a7d90';

type Bodies = { [Name in 'pause' | 'resume' | 'revise']: z.output<(typeof providersHttp)[Name]['body']> };
interface Named {
  name: string;
}

type Operated = KnownProvider &
  Pick<OperatedProvider, 'budget' | 'reservedToday' | 'version' | 'lastFailure' | 'pausedBy'>;

interface ProvidersConsole {
  success: true;
  providers: readonly Operated[];
  routing: ProviderTable['routing'];
}

@Controller()
export class ProvidersController {
  constructor(
    private readonly lookup: ProvidersLookup,
    private readonly spending: SpendingLookup,
    private readonly runner: DeciderRunner,
    private readonly commands: CommandBus,
    private readonly log: EventLog,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  @RouteOf(providersHttp.known)
  async known(): Promise<{ success: true } & KnownProviders> {
    const { providers, routing: table } = await this.lookup.current();
    return { success: true, providers: providers.map(shown), routes: table.routes };
  }

  @RouteOf(providersHttp.console)
  async console(): Promise<ProvidersConsole> {
    const { providers, routing: table } = await this.lookup.current();
    const operated = await Promise.all(providers.map((one) => this.operated(one)));
    return { success: true, providers: operated, routing: table };
  }

  @RouteOf(providersHttp.pause)
  pause(
    @Param({ schema: providersHttp.pause.params }) { name }: Named,
    @Body({ schema: providersHttp.pause.body }) body: Bodies['pause'],
    @Issued() context: CommandContext,
  ): Promise<ProvidersConsole> {
    return this.operate(name, 'PauseProvider', body, context);
  }

  @RouteOf(providersHttp.resume)
  resume(
    @Param({ schema: providersHttp.resume.params }) { name }: Named,
    @Body({ schema: providersHttp.resume.body }) body: Bodies['resume'],
    @Issued() context: CommandContext,
  ): Promise<ProvidersConsole> {
    return this.operate(name, 'ResumeProvider', body, context);
  }

  @RouteOf(providersHttp.revise)
  async revise(
    @Body({ schema: providersHttp.revise.body }) body: Bodies['revise'],
    @Issued() context: CommandContext,
  ): Promise<ProvidersConsole> {
    const actionId = uuidV5(context.key, ACTION_NAMESPACE);
    const command = { type: 'ReviseRouting', actionId, configured: this.lookup.names, ...body } as const;
    await this.runner.execute(routingStream.name, routing, command, context);
    return this.changed();
  }

  private async operate(
    name: string,
    type: ProviderCommand['type'],
    body: Bodies['pause'],
    context: CommandContext,
  ): Promise<ProvidersConsole> {
    if (!this.lookup.find(name)) throw new Refused(providerProblems.notFound);
    const actionId = uuidV5(`${context.key}\n${name}`, ACTION_NAMESPACE);
    const command: ProviderCommand = { type, provider: name, actionId, ...body };
    await this.commands.execute(decide<ProviderCommand>(providerStream, name, command, context));
    return this.changed();
  }

  private changed(): Promise<ProvidersConsole> {
    this.lookup.outdate();
    faultPoint('providers.before-hint');
    this.bus.publish(PROVIDERS_SUBJECT, {});
    return this.console();
  }

  private async operated(one: ProviderTable['providers'][number]): Promise<Operated> {
    const { day = null, memberDay = null } = this.lookup.find(one.name)?.settings?.budget ?? {};
    const isBudgeted = day !== null || memberDay !== null;
    const reservedToday = isBudgeted ? (await this.spending.of(one.name, new Date())).micros / 1_000_000 : null;
    const pausedBy = one.availability.state === 'paused' ? await this.pausedBy(one.name) : undefined;
    return { ...one, budget: { day, memberDay }, reservedToday, ...(pausedBy !== undefined && { pausedBy }) };
  }

  /** Reads the operator's id from the metadata of the last pause; folds do not see metadata. */
  private async pausedBy(name: string): Promise<string | undefined> {
    let operator: string | undefined;
    for await (const { type, metadata } of this.log.read<ProviderFact>(providerStream.nameOf(name))) {
      if (type === 'ProviderPaused') operator = metadata.actor.id;
    }
    return operator;
  }
}

/** Removes what only operators may read: the version, the reason of a pause, and the last failure. */
function shown({
  version: _version,
  lastFailure: _lastFailure,
  ...one
}: ProviderTable['providers'][number]): KnownProvider {
  const { availability } = one;
  return availability.state === 'paused' ? { ...one, availability: { ...availability, reason: '' } } : one;
}
