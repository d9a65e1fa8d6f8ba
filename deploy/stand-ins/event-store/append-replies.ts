import { NO_STREAM } from './event.ts';
import { delimited, ProtobufWriter, varintSize } from './protobuf.ts';

// The good replies, encoded by hand; both ways to append share the form of their success.

export interface Stored {
  /** Where the append's last event stands; -1 where there is none. */
  revision: number;
  /** 0 where the append was empty. */
  position: number;
}

/** AppendResp */
export function encodeAppended(stored: Stored): Buffer {
  const size = successSize(stored);
  const out = new ProtobufWriter(delimited(size));
  out.open(0x0a, size);
  writeSuccess(out, stored);
  return out.buffer;
}

/**
 * BatchAppendResp; the correlation id goes back as it came, the expected revision is left out as the client asks for
 * none.
 */
export function encodeBatchAppended(stored: Stored, correlation: Buffer, stream: string): Buffer {
  const size = successSize(stored);
  const streamBytes = Buffer.byteLength(stream);
  const identifierSize = delimited(streamBytes);
  const out = new ProtobufWriter(delimited(correlation.length) + delimited(size) + delimited(identifierSize));
  out.bytes(0x0a, correlation);
  out.open(0x1a, size);
  writeSuccess(out, stored);
  out.open(0x22, identifierSize);
  out.text(0x1a, stream, streamBytes);
  return out.buffer;
}

const positionSize = (position: number) => 2 * (1 + varintSize(position));

function successSize({ revision, position }: Stored): number {
  const head = revision === NO_STREAM ? delimited(0) : 1 + varintSize(revision);
  return head + delimited(position === 0 ? 0 : positionSize(position));
}

function writeSuccess(out: ProtobufWriter, { revision, position }: Stored): void {
  if (revision === NO_STREAM) out.open(0x12, 0);
  else out.number(0x08, revision);
  if (position === 0) {
    out.open(0x22, 0);
  } else {
    out.open(0x1a, positionSize(position));
    out.number(0x08, position);
    out.number(0x10, position);
  }
}
