import { keyIdIn, type MacKeys } from '@easel/kernel/proof/mac-keys';
import type { Recorded } from '@easel/contracts/kernel/event';
import { placeOf, type Finding } from './finding.ts';

export interface MacCheckOptions {
  /** Without them it is only seen that a mac is there. */
  macs: MacKeys | undefined;
  /** Of the log, as an anchor says: from there on every fact has one. Undefined where no anchor says so yet. */
  cutOver: bigint | undefined;
}

/** Whether each fact of a chain was written by somebody who has the key. */
export class MacCheck {
  constructor(private readonly options: MacCheckOptions) {}

  /** `isAnchored`: an anchor knows that the chain had come to this fact. */
  see(fact: Recorded, isAnchored: boolean): Finding | undefined {
    const { macs } = this.options;
    const { mac } = fact.metadata;
    if (mac === undefined) return this.without(fact, isAnchored);
    const verdict = macs?.verify(mac, fact) ?? 'right';
    if (verdict === 'right') return undefined;
    return verdict === 'wrong'
      ? finding('mac.wrong', fact, 'is not what its mac was made over: it was changed, or written without the key')
      : finding('mac.other_key', fact, `has a mac of key ${keyIdIn(mac) || 'none'}, which is none of those given`);
  }

  private without(fact: Recorded, isAnchored: boolean): Finding | undefined {
    const { cutOver } = this.options;
    if (cutOver === undefined) return undefined;
    if (fact.position >= cutOver) {
      return finding(
        'mac.missing',
        fact,
        `has no mac: from position ${cutOver} on all that was written with the key has`,
      );
    }
    // All that had been written by then is under an anchor.
    return isAnchored ? undefined : finding('mac.missing', fact, 'has no mac, and no anchor knows of it');
  }
}

const finding = (code: string, { stream, revision, position, type, id }: Recorded, what: string): Finding => ({
  code,
  place: placeOf(stream, revision),
  message: `${type} ${id} ${what}`,
  detail: { stream, revision, eventId: id, position: String(position), type },
});
