import type { Resolution } from '@easel/contracts/generation/policy';
import { Injectable } from '@nestjs/common';
import { LiveFeed } from './live.feed.ts';

/** Read-only door to how long pictures take of late, as this process has seen it. */
@Injectable()
export class ProviderPaceLookup {
  constructor(private readonly feed: LiveFeed) {}

  /** Until one picture that is asked for now would be there, queue included; null while that is not known. */
  expectedMs(provider: string, resolution: Resolution): number | null {
    return this.feed.expectedMs(provider, resolution);
  }
}
