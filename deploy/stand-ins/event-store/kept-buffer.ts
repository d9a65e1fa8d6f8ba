const SLAB_BYTES = 64 * 1024;

let slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
let used = 0;

/**
 * Returns a buffer for a cached entry, from slabs that hold nothing else. In Node's pool a cached entry would keep a
 * slab with short-lived data in memory. Entries written together also leave the cache together, which frees the slab.
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
