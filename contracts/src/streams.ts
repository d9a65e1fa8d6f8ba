import { accountStream } from './account/stream.ts';
import { auditStream } from './audit/stream.ts';
import { curatorStream } from './curators/stream.ts';
import { earningsStream } from './earnings/stream.ts';
import { favoritesStream } from './favorites/stream.ts';
import { generationStream } from './generation/stream.ts';
import { installationStream } from './installation/stream.ts';
import { exportStream } from './kernel/exports.stream.ts';
import { memberStream } from './members/stream.ts';
import { messageStream } from './messages/stream.ts';
import { projectionStream } from './operations/stream.ts';
import { operatorsStream } from './operators/stream.ts';
import { checkoutStream, pricesStream } from './settings/stream.ts';
import { activityStream } from './telemetry/stream.ts';

/** Every category of the log. */
const streams = [
  memberStream,
  accountStream,
  earningsStream,
  curatorStream,
  pricesStream,
  checkoutStream,
  generationStream,
  favoritesStream,
  activityStream,
  messageStream,
  operatorsStream,
  projectionStream,
  auditStream,
  exportStream,
  installationStream,
];

/** Those that count money: their streams are hash chains. */
export const chainedCategories: readonly string[] = streams
  .filter(({ chained }) => chained)
  .map(({ category }) => category);

/** Those whose streams' ids are a member's. */
export const membersCategories: readonly string[] = streams
  .filter((one) => 'subject' in one && one.subject === 'member')
  .map(({ category }) => category);
