import { operators } from '../features/operators/operators.resource.ts';
import type { ConsolePage, ConsoleResource } from './resource.ts';

/** The console, in the menu's order. */
export const pages: readonly ConsolePage[] = [];
export const resources: readonly ConsoleResource[] = [operators];
