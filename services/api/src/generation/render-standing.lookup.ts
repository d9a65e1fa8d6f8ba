import { Injectable } from '@nestjs/common';
import { LiveFeed } from './live.feed.ts';

/** Read-only door to how far open generations are. */
@Injectable()
export class RenderStandingLookup {
  constructor(private readonly feed: LiveFeed) {}

  /**
   * `progress` of the whole, 0 to 1; `position`: renders that come before it, from 0, and null once it is being made.
   * Undefined where this process knows of no such open generation.
   */
  of(generationId: string): { progress: number; position: number | null } | undefined {
    return this.feed.standingOf(generationId);
  }
}
