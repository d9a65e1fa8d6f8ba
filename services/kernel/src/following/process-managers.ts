import type { Fact } from '@easel/contracts/kernel/event';
import type { Command } from '@nestjs/cqrs';
import type { Again } from '../deciding/decide.ts';
import type { ProcessDefinition } from './process.ts';

/** What a process manager sends: a command that answers nothing, or when it is to come again. */
export type Sent = Command<void> | Command<Again>;

/** Any process manager; it is given facts of the categories it names alone, and what it has scheduled itself. */
export type ProcessManager = ProcessDefinition<Fact, unknown, Sent>;

/** The process managers that features have mounted. */
export class ProcessManagers {
  private readonly byName = new Map<string, ProcessManager>();

  /** One a name, which its checkpoint and its timers have for ever. */
  mount(manager: ProcessManager): void {
    if (this.byName.has(manager.name)) throw new Error(`there is a process manager ${manager.name} already`);
    this.byName.set(manager.name, manager);
  }

  all(): readonly ProcessManager[] {
    return [...this.byName.values()];
  }
}
