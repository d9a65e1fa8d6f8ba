import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a run of the tool does: it says these lines, and waits to be stopped or ends with this code. */
export interface Script {
  lines: readonly object[];
  /** Absent: it runs until it is stopped. */
  code?: number;
  complaint?: string;
}

/** Stands where the audit tool does, and does what it is told; `runs` are the words it was called with. */
export class ScriptedTool {
  private readonly folder = mkdtempSync(join(tmpdir(), 'easel-tool-'));
  private readonly script = join(this.folder, 'script.json');
  private readonly calls = join(this.folder, 'calls.ndjson');
  readonly command: string;

  constructor() {
    const program = join(this.folder, 'tool.cjs');
    writeFileSync(
      program,
      `const { appendFileSync, readFileSync } = require('node:fs');
       const call = { args: process.argv.slice(2), pid: process.pid, url: process.env.DATABASE_URL };
       appendFileSync(${JSON.stringify(this.calls)}, JSON.stringify(call) + '\\n');
       const { lines, code, complaint } = JSON.parse(readFileSync(${JSON.stringify(this.script)}, 'utf8'));
       process.stdin.resume().on('end', () => process.exit(9));
       if (complaint) process.stderr.write(complaint + '\\n');
       process.stdout.write(lines.map((line) => JSON.stringify(line) + '\\n').join(''), () => {
         if (code !== undefined) process.exit(code);
       });`,
    );
    this.command = JSON.stringify([process.execPath, program]);
  }

  does(script: Script): void {
    writeFileSync(this.script, JSON.stringify(script));
  }

  get runs(): { args: string[]; pid: number; url: string }[] {
    if (!existsSync(this.calls)) return [];
    const lines = readFileSync(this.calls, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as { args: string[]; pid: number; url: string });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
