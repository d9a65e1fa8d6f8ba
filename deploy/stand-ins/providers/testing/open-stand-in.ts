import { decode, encode, type RawPixels } from '@easel/imaging/derive/sharp.gateway';
import type { Charge, Ledger } from '../ledger.ts';
import { startProvidersStandIn, type ProvidersStandInOptions } from '../server.ts';

export const KEY = 'a-key-of-providers';
export const WEBHOOK_SECRET = 'a-secret-of-webhooks';

export interface OpenStandIn {
  url: string;
  /** A control call; with a body it is a POST. */
  control<T = unknown>(path: string, body?: object): Promise<T>;
  fault(fault: { protocol: string; kind: string; at?: string; times?: number }): Promise<void>;
  charges(): Promise<Charge[]>;
  counts(): Promise<Ledger['counts']>;
  close(): Promise<void>;
}

/** Draws small pictures, so that tests are fast. */
export async function openStandIn(options: Partial<ProvidersStandInOptions> = {}): Promise<OpenStandIn> {
  const parts = { port: 0, key: KEY, webhookSecret: WEBHOOK_SECRET, drawPx: 64, ...options };
  const standIn = await startProvidersStandIn(parts);
  const { url } = standIn;
  const control = async <T>(path: string, body?: object): Promise<T> => {
    const reply = await fetch(`${url}/_control/${path}`, {
      headers: { authorization: `Bearer ${KEY}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const answer: unknown = await reply.json();
    if (!reply.ok) throw new Error(`${reply.status} ${JSON.stringify(answer)}`);
    return answer as T;
  };
  return {
    url,
    control,
    async fault(fault) {
      await control('faults', fault);
    },
    charges: async () => (await control<{ charges: Charge[] }>('charges')).charges,
    counts: () => control('counts'),
    close: () => standIn.close(),
  };
}

const ORIGIN = { Software: 'test', ImageDescription: 'test' };

/** A PNG whose pixels are as `colour` says: three or four values each. */
export function pngOf(width: number, height: number, colour: (x: number, y: number) => readonly number[]) {
  const pixels = Array.from({ length: width * height }, (_, at) => colour(at % width, Math.floor(at / width)));
  const channels = pixels[0]?.length === 4 ? 4 : 3;
  return encode({ pixels: Uint8Array.from(pixels.flat()), channels, width, height }, 'png', ORIGIN);
}

export const pixelsOf = (base64: string | undefined): Promise<RawPixels> => decode(Buffer.from(base64 ?? '', 'base64'));

/** Red, green and blue. */
export const colourAt = ({ pixels, channels, width }: RawPixels, x: number, y: number): number[] =>
  Array.from(pixels.subarray((y * width + x) * channels, (y * width + x) * channels + 3));
