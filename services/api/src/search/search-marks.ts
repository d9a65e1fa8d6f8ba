import { Sealer } from '@easel/kernel/identity/sealing';
import { Injectable } from '@nestjs/common';

const MARK_DIGITS = 16;

/** Distinguishes equal searches of a day without revealing whose they are, by digests keyed with the master key. */
@Injectable()
export class SearchMarks {
  constructor(private readonly sealer: Sealer) {}

  /** Of who searched, a member's id or a network, and what for. */
  ofCaller(day: string, who: string, words: string): string {
    return this.digest('search', day, who, words);
  }

  ofNetwork(day: string, network: string, words: string): string {
    return this.digest('search network', day, network, words);
  }

  private digest(purpose: string, ...parts: string[]): string {
    return this.sealer.digest(purpose, parts.join('\n')).slice(0, MARK_DIGITS);
  }
}
