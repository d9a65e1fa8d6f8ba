import { decode, encode, type RawPixels } from '@easel/imaging/derive/sharp.gateway';
import { ControlClient } from '../control-client.ts';
import { startProvidersStandIn, type ProvidersStandInOptions } from '../server.ts';

export const KEY = 'a-key-of-providers';
export const WEBHOOK_SECRET = 'a-secret-of-webhooks';

export interface OpenStandIn {
  url: string;
  control: ControlClient;
  close(): Promise<void>;
}

/** Starts a stand-in that draws small pictures, so that tests are fast. */
export async function openStandIn(options: Partial<ProvidersStandInOptions> = {}): Promise<OpenStandIn> {
  const parts = { port: 0, key: KEY, webhookSecret: WEBHOOK_SECRET, drawPx: 64, ...options };
  const standIn = await startProvidersStandIn(parts);
  const { url } = standIn;
  return { url, control: new ControlClient(url, KEY), close: () => standIn.close() };
}

const ORIGIN = { Software: 'test', ImageDescription: 'test' };

/** Creates a PNG. `colour` returns three or four channel values per pixel. */
export function pngOf(width: number, height: number, colour: (x: number, y: number) => readonly number[]) {
  const pixels = Array.from({ length: width * height }, (_, at) => colour(at % width, Math.floor(at / width)));
  const channels = pixels[0]?.length === 4 ? 4 : 3;
  return encode({ pixels: Uint8Array.from(pixels.flat()), channels, width, height }, 'png', ORIGIN);
}

export const pixelsOf = (base64: string | undefined): Promise<RawPixels> => decode(Buffer.from(base64 ?? '', 'base64'));

/** Returns a pixel's red, green and blue. */
export const colourAt = ({ pixels, channels, width }: RawPixels, x: number, y: number): number[] =>
  Array.from(pixels.subarray((y * width + x) * channels, (y * width + x) * channels + 3));
