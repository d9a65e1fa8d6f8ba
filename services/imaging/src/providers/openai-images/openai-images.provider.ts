import { timeLimit } from '@easel/kernel/server/backoff';
import { sheetOf, type OpenaiImagesSettings } from '@easel/contracts/providers/file';
import type { LookupFunction } from 'node:net';
import type { OpenAI } from 'openai';
import { ProviderHttp } from '../provider-http.ts';
import {
  RemoteFailure,
  type RemoteAnswer,
  type RemoteCall,
  type RemoteProvider,
  type SentPicture,
} from '../remote-provider.ts';
import { PICTURE_BYTES_MAX, safeFetch } from '../safe-fetch.ts';
import { withExtraArgs, withoutExtraArgs } from './extra-args.ts';
import { answeredIn, failureBy, picturesOf } from './openai-answer.ts';
import { openClient } from './openai-client.ts';

/** Pictures per call. OpenAI allows ten; many other servers ignore the number, and are asked for one. */
const IMAGES_A_CALL = 8;
/** Previews to request per picture. */
const PREVIEWS = 2;
/** Largest answer: base64 pictures with their JSON. */
const ANSWER_BYTES_MAX = 3 * PICTURE_BYTES_MAX;

export interface OpenaiImagesOptions {
  /** Absent when the server requires none. */
  readonly key: string | undefined;
  readonly lookup?: LookupFunction;
}

export function createOpenaiImages(settings: OpenaiImagesSettings, options: OpenaiImagesOptions): RemoteProvider {
  return new OpenaiImages(settings, options);
}

class OpenaiImages implements RemoteProvider {
  readonly name: string;
  readonly imagesPerCall: number;
  private readonly http: ProviderHttp;
  private client: Promise<OpenAI> | undefined;

  constructor(
    private readonly settings: OpenaiImagesSettings,
    private readonly options: OpenaiImagesOptions,
  ) {
    const { name, previews } = sheetOf(settings);
    this.name = name;
    // Stream events do not identify their picture, so a streaming call requests one.
    this.imagesPerCall = settings.server === 'openai' && !previews ? IMAGES_A_CALL : 1;
    this.http = new ProviderHttp(new URL(settings.baseUrl), options.lookup);
  }

  async ask(call: RemoteCall, caller: AbortSignal, onPreview?: (file: Buffer) => void): Promise<RemoteAnswer> {
    const { timeoutSeconds } = this.settings;
    const signal = AbortSignal.any([caller, timeLimit(timeoutSeconds * call.images * 1000)]);
    this.client ??= openClient(this.settings, this.options.key, this.http, ANSWER_BYTES_MAX);
    const client = await this.client;
    // Check first: the package throws the same error for a call that was aborted after it was sent.
    if (signal.aborted) throw new RemoteFailure('unreachable', 'aborted before it was sent');
    try {
      const response = await this.request(client, call, signal);
      const answered = await answeredIn(response, client, onPreview);
      const pictures = await picturesOf(answered.slice(0, call.images), (address) => this.fetchPaid(address, signal));
      return { pictures };
    } catch (error) {
      throw failureBy(error, this.options.key, signal);
    }
  }

  private async request({ images }: OpenAI, call: RemoteCall, signal: AbortSignal): Promise<Response> {
    const shared = this.parameters(call);
    const sent = [...(call.edit ? [call.edit.source] : []), ...call.references];
    if (sent.length === 0) return images.generate(shared, { signal }).asResponse();
    const mask = call.edit && (await this.maskFile(call.edit.mask));
    return images.edit({ ...shared, image: sent.map(fileOf), ...(mask && { mask }) }, { signal }).asResponse();
  }

  /** Returns the fields that generations and edits share. */
  private parameters(call: RemoteCall) {
    const { server, model, quality } = this.settings;
    const { transparent, previews } = sheetOf(this.settings);
    const { width, height } = call.size;
    const prompt = withoutExtraArgs(call.prompt);
    const isTransparent = transparent && call.settings.isTshirtDesign;
    const isJpeg = call.settings.outputFormat === 'jpg' && !isTransparent;
    return {
      model,
      prompt: server === 'sd-server' ? withExtraArgs(prompt, call) : prompt,
      n: call.images,
      size: `${width}x${height}`,
      // Other servers may reject the field, and we can decode any format.
      ...((server !== 'other' || isTransparent) && { output_format: isJpeg ? ('jpeg' as const) : ('png' as const) }),
      ...(isTransparent && { background: 'transparent' as const }),
      // The package's type lists OpenAI's values; other servers have others.
      ...(quality !== undefined && { quality: quality as 'auto' }),
      ...(previews && { stream: true as const, partial_images: PREVIEWS }),
    };
  }

  private async maskFile(mask: Buffer): Promise<File> {
    // OpenAI's protocol paints transparent pixels; sd-server paints white ones and ignores transparency.
    if (this.settings.server !== 'sd-server') return fileOf({ bytes: mask, type: 'image/png' }, 'mask');
    // Loaded lazily, because it loads native code.
    const { whereTransparent } = await import('../../derive/sharp.gateway.ts');
    return fileOf({ bytes: await whereTransparent(mask), type: 'image/png' }, 'mask');
  }

  /**
   * Fetches a picture of a paid call. Turns failures that look safe to retry into `unknown`, so that the paid call is
   * not repeated.
   */
  private async fetchPaid(address: string, signal: AbortSignal): Promise<Buffer> {
    try {
      return await safeFetch(this.http, address, signal);
    } catch (error) {
      if (!(error instanceof RemoteFailure) || error.kind === 'broken') throw error;
      throw new RemoteFailure('unknown', error.detail, error.status);
    }
  }
}

function fileOf({ bytes, type }: SentPicture, name: string | number): File {
  return new File([new Uint8Array(bytes)], `${name}.${type === 'image/png' ? 'png' : 'jpg'}`, { type });
}
