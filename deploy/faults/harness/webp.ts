/** The pixels of a WebP, as its header has them; throws where the bytes are none. */
export function webpSize(bytes: Buffer): { width: number; height: number } {
  const [riff, webp, chunk] = [0, 8, 12].map((at) => bytes.toString('latin1', at, at + 4));
  if (riff === 'RIFF' && webp === 'WEBP') {
    if (chunk === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
    if (chunk === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  throw new Error(`these bytes are no WebP: ${riff} ${webp} ${chunk}`);
}
