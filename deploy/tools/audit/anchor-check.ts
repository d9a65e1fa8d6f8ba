import {
  digestOfAnchor,
  digestOfHeads,
  readAnchoredHeads,
  readAnchors,
  readAnchorWalk,
  signatureOf,
  type Anchor,
} from '@easel/kernel/proof/anchors';
import { CHAIN_START } from '@easel/kernel/proof/hash-chain';
import type { Sealer } from '@easel/kernel/identity/sealing';
import type { Pool } from 'pg';
import { short, type Report } from './finding.ts';

export interface AnchorsChecked {
  anchors: number;
  newest: Anchor | undefined;
  /** What these say of the chains is not to be relied on. */
  distrusted: ReadonlySet<number>;
  /** As the first says that does and is to be relied on. */
  macCutOver: bigint | undefined;
}

/** Whether the anchors are those that were signed, all of them, over the heads that stand beside them. */
export async function checkAnchors(pool: Pool, sealer: Sealer, report: Report): Promise<AnchorsChecked> {
  const distrusted = new Set<number>();
  const walk = await readAnchorWalk(pool);
  let before: Anchor | undefined;
  let anchors = 0;
  let macCutOver: bigint | undefined;
  const gone = (first: number, behind: number): void => {
    for (let number = first; number < behind; number++) {
      report.finding({
        code: 'anchor.missing',
        place: `anchor ${number}`,
        message: 'it was made and is gone',
        detail: { anchor: number },
      });
    }
  };
  for await (const anchor of readAnchors(pool)) {
    gone((before?.number ?? 0) + 1, anchor.number);
    const wrong =
      wrongWith(anchor, sealer) ?? wrongLink(before, anchor, distrusted) ?? (await wrongHeads(pool, anchor));
    if (wrong) {
      distrusted.add(anchor.number);
      report.finding({
        code: 'anchor.changed',
        place: `anchor ${anchor.number}`,
        message: wrong,
        detail: { anchor: anchor.number, at: anchor.at, position: String(anchor.position) },
      });
    }
    if (!wrong) macCutOver ??= anchor.macCutOver ?? undefined;
    before = anchor;
    anchors += 1;
    if (anchors % 500 === 0) report.progress(`${anchors} anchors`);
  }
  gone((before?.number ?? 0) + 1, (walk?.made ?? 0) + 1);
  return { anchors, newest: before, distrusted, macCutOver };
}

function wrongWith(anchor: Anchor, sealer: Sealer): string | undefined {
  const digest = digestOfAnchor(anchor);
  if (signatureOf(sealer, digest) === anchor.signature && digest === anchor.digest) return undefined;
  return `it was changed, or signed under another master key: its signature is not over what it says (${short(digest)})`;
}

/** Nothing can be said of the link to an anchor that is gone or was changed: that one is named. */
function wrongLink(before: Anchor | undefined, anchor: Anchor, distrusted: ReadonlySet<number>): string | undefined {
  const isNext = anchor.number === (before?.number ?? 0) + 1;
  if (!isNext || (before && distrusted.has(before.number))) return undefined;
  const expected = before?.digest ?? CHAIN_START;
  return anchor.previous === expected ? undefined : `it follows ${short(anchor.previous)}, not ${short(expected)}`;
}

async function wrongHeads(pool: Pool, anchor: Anchor): Promise<string | undefined> {
  let streams = 0;
  const counted = async function* () {
    for await (const head of readAnchoredHeads(pool, anchor.number)) {
      streams += 1;
      yield head;
    }
  };
  if ((await digestOfHeads(counted())) === anchor.headsDigest) return undefined;
  return `it was signed over ${anchor.streams} heads; the ${streams} that stand there are not those`;
}
