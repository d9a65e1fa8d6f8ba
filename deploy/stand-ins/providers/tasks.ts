import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from '@easel/kernel/server/chance';
import type { Logger } from 'pino';
import type { FaultKind, Faults } from './faults.ts';
import type { Files } from './files.ts';
import type { Ledger } from './ledger.ts';
import type { Order, Painter } from './painter.ts';

export interface Task {
  readonly id: string;
  readonly protocol: 'flux' | 'mystic';
  readonly prompt: string;
  readonly seed: number;
  readonly fault: FaultKind | undefined;
  state: 'working' | 'done' | 'failed' | 'moderated';
  /** Name of the result file, once the task is done. */
  file: string | undefined;
  /** The task reports one failure, and continues. */
  failsFirst: boolean;
}

interface Asked {
  readonly protocol: Task['protocol'];
  readonly order: Order & { readonly format: 'png' | 'jpeg' };
  readonly fault: FaultKind | undefined;
}

const MOST_TASKS = 20_000;

/** Runs tasks. Each is charged when it is accepted, and refunded when it fails or is moderated. */
export class Tasks {
  readonly #tasks = new Map<string, Task>();
  readonly #parts: { faults: Faults; ledger: Ledger; painter: Painter; files: Files; logger: Logger };

  constructor(parts: { faults: Faults; ledger: Ledger; painter: Painter; files: Files; logger: Logger }) {
    this.#parts = parts;
  }

  /** Starts a task. `ended` resolves when its work is over. */
  start({ protocol, order, fault }: Asked): { task: Task; ended: Promise<void> } {
    const { prompt, seed } = order;
    const state = { state: 'working' as const, file: undefined, failsFirst: fault === 'failed-first' };
    const task: Task = { id: randomUUID(), protocol, prompt, seed, fault, ...state };
    this.#tasks.set(task.id, task);
    const [oldest] = this.#tasks.keys();
    if (this.#tasks.size > MOST_TASKS && oldest !== undefined) this.#tasks.delete(oldest);
    this.#parts.ledger.charge({ protocol, task: task.id, prompt, pictures: 1 });
    return { task, ended: this.#work(task, order) };
  }

  find(protocol: Task['protocol'], id: string): Task | undefined {
    const task = this.#tasks.get(id);
    return task?.protocol === protocol ? task : undefined;
  }

  /** Returns the number of tasks in progress. */
  working(protocol: Task['protocol']): number {
    return [...this.#tasks.values()].filter((task) => task.protocol === protocol && task.state === 'working').length;
  }

  async #work(task: Task, order: Asked['order']): Promise<void> {
    const { faults, ledger, painter, files, logger } = this.#parts;
    const { delayMs } = faults.settings(task.protocol);
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
    try {
      if (task.fault === 'failed' || task.fault === 'moderated') {
        ledger.refund(task.id);
        task.state = task.fault;
        return;
      }
      const bytes = await painter.paint(order);
      task.file = files.add({ bytes, type: order.format === 'png' ? 'image/png' : 'image/jpeg' });
      task.state = 'done';
    } catch (error) {
      logger.error({ err: error }, 'A picture could not be drawn');
      ledger.refund(task.id);
      task.state = 'failed';
    }
  }
}
