import { PROVIDER_HINT } from '@easel/contracts/generation/policy';
import { isRequested } from '@easel/contracts/generation/view';
import { z } from 'zod';
import type { Claim } from '../render/claim.ts';
import { Slots, type Release } from '../render/slots.ts';
import { ProviderWatch } from './provider-watch.ts';
import type { ConfiguredProvider, RemoteMeans, RemoteSettings } from './remote-means.ts';
import { RemoteRender } from './remote-render.ts';
import { TaskHints } from './task-hints.ts';

const hint = z.object({ provider: z.string(), taskId: z.string() });

/** Runs generations of remote providers. Calls in flight are limited by slots, and hold no processor slot. */
export class RemoteRenders {
  private readonly means: RemoteMeans;
  private readonly watch: ProviderWatch;
  private readonly slots: Slots;

  constructor(
    private readonly providers: ReadonlyMap<string, ConfiguredProvider>,
    settings: RemoteSettings,
    { slots, cpu, onFree }: { slots: number; cpu: Slots; onFree: () => void },
  ) {
    this.watch = new ProviderWatch(settings);
    this.slots = new Slots(slots, (name) => this.providers.get(name)?.settings.concurrent ?? slots, onFree);
    this.means = { ...settings, watch: this.watch, hints: new TaskHints(), slots: this.slots, cpu };
  }

  /** Subscribes to webhook hints. Returns the unsubscribe function. */
  start(): Promise<() => Promise<void>> {
    return this.means.bus.subscribe(PROVIDER_HINT, (payload) => {
      const heard = hint.safeParse(payload);
      if (heard.success) this.means.hints.hear(heard.data.provider, heard.data.taskId);
    });
  }

  /** Refreshes the health of all providers. */
  async look(): Promise<void> {
    await Promise.all([...this.providers.keys()].map((name) => this.watch.refresh(name)));
  }

  /** Returns whether a generation of this provider may start now. With a `closed` provider it starts and fails. */
  mayBegin(provider: string): boolean {
    if (!this.slots.isFree(provider)) return false;
    const standing = this.watch.standingOf(provider);
    return standing === 'probing' ? this.slots.takenOf(provider) === 0 : standing !== 'waiting';
  }

  get hasRoom(): boolean {
    return [...this.providers.keys()].some((name) => this.mayBegin(name));
  }

  take(provider: string): Release | undefined {
    return this.slots.take(provider);
  }

  /** Renders a claimed generation, and releases the slot at its end. */
  async render(
    claim: Claim,
    slot: Release | undefined,
    signals: { cut: AbortSignal; draining: AbortSignal },
  ): Promise<void> {
    const { rendering, held } = claim;
    const configured = this.providers.get(rendering.provider);
    if (configured && isRequested(rendering)) {
      return new RemoteRender(claim, rendering, configured, this.means, signals, slot).run();
    }
    slot?.();
    const detail = 'its provider is no longer configured';
    await claim.insist({ type: 'Fail', ...held, reason: 'provider_unavailable', detail, certainty: 'perhaps' });
  }
}
