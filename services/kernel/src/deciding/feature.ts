import type { Fact } from '@easel/contracts/kernel/event';
import type { SoleStream, StreamKind } from '@easel/contracts/kernel/stream';
import type { DynamicModule, ModuleMetadata, Provider } from '@nestjs/common';
import { Deciders } from './decide.ts';
import type { Decider, Fold } from './decider.ts';
import { ProcessManagers, type ProcessManager } from '../following/process-managers.ts';

/** What decides the commands of a feature's streams; a feature that only others' streams know of has neither. */
type Deciding<State, Sent, F extends Fact> =
  { stream: StreamKind; decider: Decider<State, Sent, F> } | { stream?: never; decider?: never };

export type Feature<State, Sent, F extends Fact> = Deciding<State, Sent, F> & {
  /** Streams that are the only ones of their kind, which its use cases decide by. */
  soles?: readonly { stream: SoleStream; decider: Fold }[];
  /** Controllers. */
  routes?: ModuleMetadata['controllers'];
  processes?: readonly ProcessManager[];
  /** Its read-only doors, for every other feature to ask. */
  lookups?: readonly Provider[];
  /** What it does beyond deciding: handlers of commands, and classes that other features may call as well. */
  useCases?: readonly Provider[];
  /** What it needs for that, and keeps to itself. */
  providers?: readonly Provider[];
  imports?: ModuleMetadata['imports'];
};

/**
 * Mounts a feature: `decide` finds the decider of its streams, its process managers run, and whoever asks Nest for its
 * look-ups or use cases is given them, with no import of this module. Throws, once the application starts, where
 * another feature has mounted a decider of the same category or a process manager of the same name.
 */
export function feature<State, Sent extends { type: string }, F extends Fact>({
  stream,
  decider,
  soles = [],
  routes = [],
  processes = [],
  lookups = [],
  useCases = [],
  providers = [],
  imports = [],
}: Feature<State, Sent, F>): DynamicModule {
  const mounting: Provider = {
    provide: Symbol('mounted'),
    useFactory: (deciders: Deciders, managers: ProcessManagers) => {
      if (stream) deciders.mount(stream, decider);
      for (const sole of soles) deciders.mountSole(sole.stream, sole.decider);
      for (const process of processes) managers.mount(process);
    },
    inject: [Deciders, ProcessManagers],
  };
  const shared = [...lookups, ...useCases];
  return {
    module: class Feature {},
    global: true,
    imports,
    controllers: routes,
    providers: [mounting, ...shared, ...providers],
    exports: shared,
  };
}
