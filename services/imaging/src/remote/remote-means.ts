import type { ProviderSettings } from '@easel/contracts/providers/file';
import type { Bus } from '@easel/kernel/bus/bus';
import type { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import type { BlobStore } from '@easel/kernel/files/blob-store';
import type { Logger } from 'pino';
import type { RemoteProvider } from '../providers/remote-provider.ts';
import type { ProcessMaker } from '../render/process-maker.ts';
import type { Slots } from '../render/slots.ts';
import type { Pace } from './poll-task.ts';
import type { ProviderWatch } from './provider-watch.ts';
import type { TaskHints } from './task-hints.ts';

/** A configured provider with its client. */
export interface ConfiguredProvider {
  readonly provider: RemoteProvider;
  readonly settings: Pick<ProviderSettings, 'name' | 'cost' | 'budget' | 'concurrent' | 'timeoutSeconds'>;
}

/** Dependencies of remote generations. The intervals are for tests. */
export interface RemoteSettings {
  readonly runner: Pick<DeciderRunner, 'execute' | 'fold'>;
  readonly bus: Bus;
  readonly blobs: Pick<BlobStore, 'open' | 'put'>;
  readonly pixels: Pick<ProcessMaker, 'prepare' | 'finish' | 'preview'>;
  readonly logger: Logger;
  readonly pollMs?: Pace;
  readonly retryMs?: { readonly first: number; readonly most: number };
  readonly progressMs?: number;
  readonly previewEveryMs?: number;
  readonly now?: () => Date;
}

export interface RemoteMeans extends RemoteSettings {
  readonly watch: ProviderWatch;
  readonly hints: TaskHints;
  /** Limits the calls in flight. */
  readonly slots: Slots;
  /** Limits the tasks that use a processor. */
  readonly cpu: Slots;
}
