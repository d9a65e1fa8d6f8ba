import { createReadStream } from 'node:fs';

/** A line of a ledger is far shorter. */
const LONGEST_BYTES = 1024 * 1024;
const NEWLINE = 10;

/** A line as it stands in a file. */
export interface TextLine {
  /** From 1. */
  number: number;
  text: string;
  /** Its end is in the file too. */
  isWhole: boolean;
}

/** A file's lines by newlines alone, whatever else stands in their texts. Throws for a line that no export has. */
export async function* linesOfFile(path: string): AsyncGenerator<TextLine, void, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  const line = (bytes: Buffer, isWhole: boolean): TextLine => {
    number += 1;
    try {
      return { number, text: decoder.decode(bytes), isWhole };
    } catch {
      throw new Error(`line ${number} of ${path} is no text`);
    }
  };
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    const bytes: Buffer = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      yield line(bytes.subarray(from, end), true);
      from = end + 1;
    }
    rest = bytes.subarray(from);
    if (rest.length > LONGEST_BYTES) throw new Error(`line ${number + 1} of ${path} is too long for an export`);
  }
  if (rest.length > 0) yield line(rest, false);
}
