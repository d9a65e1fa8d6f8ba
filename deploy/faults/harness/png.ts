/** Whether these bytes are a whole PNG of this size. */
export function isPng(bytes: Buffer, { width, height }: { width: number; height: number }): boolean {
  return (
    bytes.subarray(0, 16).toString('latin1') === '\x89PNG\r\n\x1a\n\0\0\0\rIHDR' &&
    bytes.readUInt32BE(16) === width &&
    bytes.readUInt32BE(20) === height &&
    bytes.subarray(-8, -4).toString('latin1') === 'IEND'
  );
}
