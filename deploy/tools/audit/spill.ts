import { appendFileSync, createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';

const PARTS = 64;
/** Lines of one part that are held until they are written. */
const HELD = 256;

/**
 * Records put aside in a temporary folder, divided by a key: those of one key are in one part, and a part fits in
 * memory.
 */
export class Spill<T> {
  private readonly folder = mkdtempSync(join(tmpdir(), 'easel-audit-'));
  private readonly held = Array.from({ length: PARTS }, (): string[] => []);

  put(key: string, record: T): void {
    const part = createHash('md5').update(key).digest().readUInt8(0) % PARTS;
    const lines = this.held[part] ?? [];
    if (lines.push(`${JSON.stringify(record)}\n`) >= HELD) this.write(part);
  }

  async *parts(): AsyncGenerator<T[], void, void> {
    for (let part = 0; part < PARTS; part++) {
      this.write(part);
      if (!existsSync(this.pathOf(part))) continue;
      const records: T[] = [];
      const lines = createInterface({
        input: createReadStream(this.pathOf(part)),
        crlfDelay: Number.POSITIVE_INFINITY,
      });
      for await (const line of lines) records.push(JSON.parse(line) as T);
      yield records;
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private write(part: number): void {
    const lines = this.held[part];
    if (!lines || lines.length === 0) return;
    appendFileSync(this.pathOf(part), lines.join(''), { mode: 0o600 });
    this.held[part] = [];
  }

  private pathOf(part: number): string {
    return join(this.folder, `${part}.ndjson`);
  }
}
