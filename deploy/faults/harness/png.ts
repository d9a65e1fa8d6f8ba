/** Whether these bytes are a whole PNG, and of this size where one is given. */
export function isPng(bytes: Buffer, size?: { width: number; height: number }): boolean {
  return (
    bytes.subarray(0, 16).toString('latin1') === '\x89PNG\r\n\x1a\n\0\0\0\rIHDR' &&
    (size === undefined || (bytes.readUInt32BE(16) === size.width && bytes.readUInt32BE(20) === size.height)) &&
    bytes.subarray(-8, -4).toString('latin1') === 'IEND'
  );
}
