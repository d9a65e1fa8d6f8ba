import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '@easel/contracts/kernel/event';

/** Whose work this is: carried along every await of one request, message or process step. */
export interface RequestContext {
  requestId: string;
  correlationId: string;
  actor?: Actor;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const runWithContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);

export const currentContext = (): RequestContext | undefined => storage.getStore();
