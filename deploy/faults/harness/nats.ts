import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNatsServer } from '../../local/nats.ts';
import { until } from './until.ts';

/** The program's path; empty where there is none on this machine. */
export const natsProgram = findNatsServer(process.env) ?? '';

/** A nats-server of ours with JetStream and its store on the disk. */
export class Nats {
  readonly store = mkdtempSync(join(tmpdir(), 'easel-nats-'));
  private child: ChildProcess | undefined;

  constructor(readonly port: number) {}

  async start(): Promise<void> {
    const args = ['-a', '127.0.0.1', '-p', String(this.port), '-js', '-sd', this.store];
    this.child = spawn(natsProgram, args, { stdio: 'ignore' });
    await until(async () => {
      const socket = connect(this.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
      return true;
    });
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child) return;
    this.child = undefined;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  freeze(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(name);
  }
}
