const SLAB_BYTES = 64 * 1024;

let slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
let used = 0;

/**
 * A buffer for what is cached. Node's own pool would keep a whole slab in memory for each entry in it, together with
 * what was written beside it and is long forgotten; entries that are written after each other leave the cache after
 * each other, and so free these slabs.
 */
export function keptBuffer(bytes: number): Buffer {
  if (bytes > SLAB_BYTES / 4) return Buffer.allocUnsafeSlow(bytes);
  if (used + bytes > SLAB_BYTES) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    used = 0;
  }
  used += bytes;
  return slab.subarray(used - bytes, used);
}
