import { randomUUID } from '@easel/kernel/server/chance';

export interface KeptFile {
  bytes: Buffer;
  type: 'image/png' | 'image/jpeg';
}

const MOST_BYTES = 256 * 1024 * 1024;

/** Keeps result files in memory, and drops the oldest ones at its limit. */
export class Files {
  readonly #files = new Map<string, KeptFile>();
  #bytes = 0;

  /** Stores a file and returns its unguessable name. */
  add(file: KeptFile): string {
    const name = `${randomUUID()}.${file.type === 'image/png' ? 'png' : 'jpeg'}`;
    this.#files.set(name, file);
    this.#bytes += file.bytes.length;
    for (const [oldest, { bytes }] of this.#files) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#files.delete(oldest);
      this.#bytes -= bytes.length;
    }
    return name;
  }

  find(name: string): KeptFile | undefined {
    return this.#files.get(name);
  }
}
