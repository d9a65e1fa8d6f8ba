import type { Fact } from '@easel/contracts/kernel/event';
import type { StreamKind } from '@easel/contracts/kernel/stream';
import type { Provider } from '@nestjs/common';
import { Deciders } from './decide.ts';
import type { Decider } from './decider.ts';

/** For a feature's providers: lets `decide` find the decider of its streams. */
export const mounted = <State, Sent extends { type: string }, F extends Fact>(
  stream: StreamKind,
  decider: Decider<State, Sent, F>,
): Provider => ({
  provide: `decider of ${stream.category}`,
  useFactory: (deciders: Deciders) => deciders.mount(stream, decider),
  inject: [Deciders],
});
