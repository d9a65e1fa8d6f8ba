import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { allowanceTenths, utcMonth } from '@easel/contracts/account/policy';
import type { GenerationFact, StoredImage } from '@easel/contracts/generation/events';
import { dashboardHttp } from '@easel/contracts/dashboard/http';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { generationHttp } from '@easel/contracts/generation/http';
import type { InvoiceFact } from '@easel/contracts/invoices/events';
import { invoiceNumber } from '@easel/contracts/invoices/policy';
import { invoicesStream } from '@easel/contracts/invoices/stream';
import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import { verifyChain } from '@easel/kernel/proof/hash-chain';
import { invoicedCents } from '../../tools/audit/invoice-check.ts';
import { expectOk, type Member, type People } from './people.ts';
import { isPng } from './png.ts';
import type { Product } from './product.ts';
import { accountFacts, generationFacts, paymentFacts, Records, streamsOf, type StoredEvent } from './records.ts';
import { until } from './until.ts';

const SETTLE_MS = 120_000;

/** What an audit counted, when it found nothing to complain of. */
export interface Audited {
  events: number;
  holds: number;
  captured: number;
  released: number;
  completed: number;
  failed: number;
  cancelled: number;
  images: number;
  /** Renders that were begun. */
  claims: number;
}

/** `broken` never mends; `unsettled` is work that the product still has before it. */
interface Findings {
  broken: string[];
  unsettled: string[];
  audited: Audited;
}

/**
 * Compares everything a product has written down: log against chains, holds, balances, files, keys and read models.
 * Waits until nothing is unsettled; throws with all that is wrong, at once where it cannot mend. `goingOn`: processes
 * whose timers are due again and again, as that which asks the print service for parcels.
 */
export async function audit(
  product: Product,
  people: People,
  { settleMs = SETTLE_MS, goingOn = [] }: { settleMs?: number; goingOn?: readonly string[] } = {},
): Promise<Audited> {
  let last: Findings | undefined;
  return until(
    async () => {
      last = await Records.of(product, (records) => inspect(records, people, goingOn));
      if (last.broken.length > 0) return last;
      return last.unsettled.length === 0 && last;
    },
    {
      deadlineMs: settleMs,
      everyMs: 200,
      why: () => `(everything settled)\n${last?.unsettled.join('\n')}\n${product.output}`,
    },
  ).then(({ broken, audited }) => {
    if (broken.length > 0) throw new Error(`The audit found:\n${broken.join('\n')}`);
    return audited;
  });
}

async function inspect(records: Records, people: People, goingOn: readonly string[]): Promise<Findings> {
  const streams = await records.streams();
  const findings: Findings = {
    broken: [],
    unsettled: [],
    audited: {
      events: 0,
      holds: 0,
      captured: 0,
      released: 0,
      completed: 0,
      failed: 0,
      cancelled: 0,
      images: 0,
      claims: 0,
    },
  };
  for (const events of streams.values()) findings.audited.events += events.length;
  inspectLog(streams, findings);
  inspectMembers(streams, people, findings);
  for (const [stream, events] of streamsOf(streams, 'account')) {
    await inspectAccount(records, stream, events, streams, findings);
  }
  for (const [stream, events] of streamsOf(streams, 'generation')) {
    await inspectGeneration(records, stream, events, findings);
  }
  inspectImages(streams, findings);
  inspectInvoices(streams, findings);
  inspectOutcomes(streams, people, findings);
  await inspectTables(records, streams, findings, goingOn);
  // Asked of the product last: by then it has had the most time to read what is in the log.
  for (const member of people.members) await inspectAnswers(people, member, streams, findings);
  return findings;
}

/** No event twice, no position twice, no revision left out. */
function inspectLog(streams: ReadonlyMap<string, StoredEvent[]>, { broken }: Findings): void {
  const places = new Map<string, string>();
  for (const [stream, events] of streams) {
    for (const [index, { id, type, revision }] of events.entries()) {
      const place = `${stream}@${revision} (${type})`;
      const before = places.get(id);
      if (before !== undefined) broken.push(`event ${id} is stored twice: ${before} and ${place}`);
      places.set(id, place);
      if (revision !== index) broken.push(`${stream} has revision ${revision} where ${index} belongs`);
    }
  }
}

function inspectMembers(streams: ReadonlyMap<string, StoredEvent[]>, people: People, { broken }: Findings): void {
  for (const { id } of people.members) {
    const registered = streams.get(`member-${id}`)?.filter(({ type }) => type === 'MemberRegistered').length ?? 0;
    if (registered !== 1) broken.push(`member ${id} was registered ${registered} times`);
  }
}

/** Chain whole; each hold ended once, by the end of its generation; nothing captured or released that was not held. */
async function inspectAccount(
  records: Records,
  stream: string,
  events: readonly StoredEvent[],
  streams: ReadonlyMap<string, StoredEvent[]>,
  { broken, unsettled, audited }: Findings,
): Promise<void> {
  const chain = await verifyChain(records.log.readStored(stream, { maxCount: events.length }));
  if ('why' in chain) broken.push(`${stream} is no whole chain at revision ${chain.revision}: ${chain.why}`);
  else if (chain.length !== events.length) broken.push(`${stream} reads ${chain.length} facts, $all ${events.length}`);

  const open = new Map<string, number>();
  const ended = new Set<string>();
  const keys = new Set<string>();
  for (const fact of accountFacts(events)) {
    switch (fact.type) {
      case 'CreditsGranted':
        if (keys.has(fact.data.key)) broken.push(`${stream} grants ${fact.data.key} twice`);
        keys.add(fact.data.key);
        break;
      case 'CreditsExpired':
      case 'CreditsRevoked':
      case 'DebtRepaid':
      case 'PlanPaid':
      case 'PlanRefunded':
      case 'PlanDisputed':
      case 'SubscriptionChanged':
      case 'WalletToppedUp':
      case 'WalletRefunded':
      case 'WalletDisputed':
      case 'ImagePurchased':
      case 'PrintsPurchased':
      case 'DownloadGranted':
      case 'PurchaseCoverChanged':
      case 'EarningsSettled':
      case 'ChallengeShareGranted':
      case 'EarningsRevoked':
      case 'BadDebtBooked':
      case 'EarningsReturned':
      case 'PayoutRequested':
      case 'PayoutConfirmed':
      case 'PayoutSettled':
        break;
      case 'CreditsHeld': {
        const { generationId, tenths } = fact.data;
        if (open.has(generationId) || ended.has(generationId)) broken.push(`${stream} holds ${generationId} twice`);
        open.set(generationId, tenths);
        audited.holds += 1;
        break;
      }
      case 'CreditsCaptured':
      case 'CreditsReleased': {
        const { generationId, tenths } = fact.data;
        if (open.get(generationId) !== tenths)
          broken.push(`${stream}: ${fact.type} of ${generationId} meets no such hold`);
        open.delete(generationId);
        ended.add(generationId);
        const wanted = fact.type === 'CreditsCaptured' ? 'GenerationCompleted' : undefined;
        const end = streams.get(`generation-${generationId}`)?.find(({ type }) => ENDS.has(type))?.type;
        if (end === undefined || (end === 'GenerationCompleted') !== (wanted !== undefined)) {
          broken.push(`${stream}: ${fact.type} of ${generationId}, which ended by ${end}`);
        }
        audited[fact.type === 'CreditsCaptured' ? 'captured' : 'released'] += 1;
        break;
      }
    }
  }
  for (const generationId of open.keys()) unsettled.push(`${stream} still holds for ${generationId}`);
}

const ENDS: ReadonlySet<string> = new Set<GenerationFact['type']>([
  'GenerationCompleted',
  'GenerationFailed',
  'GenerationCancelled',
]);
const AFTER_THE_END: ReadonlySet<string> = new Set<GenerationFact['type']>([
  'VariantAttached',
  'Saved',
  'MadePublic',
  'MadePrivate',
  'Deleted',
  'Restored',
  'GenerationAdopted',
  'Purged',
  'RemixDetached',
  'EntryTagged',
  'EntryUntagged',
]);

type DataOf<Type extends GenerationFact['type']> = Extract<GenerationFact, { type: Type }>['data'];
type VariantCreated = DataOf<'VariantCreated'>;
type VariantAttached = DataOf<'VariantAttached'>;

/** Ends once and stays ended; complete means all images of one attempt, with their files. */
async function inspectGeneration(
  records: Records,
  stream: string,
  events: readonly StoredEvent[],
  { broken, unsettled, audited }: Findings,
): Promise<void> {
  const facts = generationFacts(events);
  audited.claims += facts.filter(({ type }) => type === 'RenderingStarted').length;
  const endings = facts.filter(({ type }) => ENDS.has(type));
  if (endings.length === 0) unsettled.push(`${stream} has not ended`);
  if (endings.length > 1) broken.push(`${stream} ended ${endings.length} times`);
  const [end] = endings;
  if (!end) return;
  const late = facts.slice(facts.indexOf(end) + 1).filter(({ type }) => !AFTER_THE_END.has(type));
  if (late.length > 0) broken.push(`${stream} goes on after its end: ${late.map(({ type }) => type).join(', ')}`);
  if (end.type === 'GenerationFailed') audited.failed += 1;
  if (end.type === 'GenerationCancelled') audited.cancelled += 1;
  if (end.type !== 'GenerationCompleted') return;

  audited.completed += 1;
  const requested = facts.find((fact) => fact.type === 'GenerationRequested');
  const images = variantsOf(facts).filter(({ attempt }) => attempt === end.data.attempt);
  const indexes = images.map(({ index }) => index).toSorted((a, b) => a - b);
  const wanted = Array.from({ length: requested?.data.settings.count ?? 0 }, (_, index) => index);
  if (indexes.join() !== wanted.join())
    broken.push(`${stream} completed with images ${indexes.join()} of ${wanted.join()}`);
  audited.images += images.length;
  for (const image of images) {
    for (const file of ['original', 'preview', 'thumbnail'] as const) {
      const wrong = await wrongFile(records, image[file], file === 'original' ? image.format : 'webp');
      if (wrong !== undefined) broken.push(`${stream}: the ${file} of image ${image.index} ${wrong}`);
    }
  }
}

const attachedTo = (facts: readonly GenerationFact[]): VariantAttached[] =>
  facts.filter((fact) => fact.type === 'VariantAttached').map(({ data }) => data);

const variantsOf = (facts: readonly GenerationFact[]): VariantCreated[] =>
  facts.filter((fact) => fact.type === 'VariantCreated').map(({ data }) => data);

/** A public name belongs to one image, no request was given the same picture twice, and what was promised came once. */
function inspectImages(streams: ReadonlyMap<string, StoredEvent[]>, { broken, unsettled }: Findings): void {
  const names = new Set<string>();
  for (const [stream, events] of streamsOf(streams, 'generation')) {
    const blobs = new Set<string>();
    for (const { variantId, attempt, index, original } of variantsOf(generationFacts(events))) {
      if (names.has(variantId)) broken.push(`${stream}: image ${variantId} was created twice`);
      names.add(variantId);
      const place = `${attempt} ${original.blob}`;
      if (blobs.has(place)) broken.push(`${stream}: image ${index} of attempt ${attempt} is the picture of another`);
      blobs.add(place);
    }
    for (const { variantId } of attachedTo(generationFacts(events))) {
      if (names.has(variantId)) broken.push(`${stream}: image ${variantId} was attached twice`);
      names.add(variantId);
    }
    inspectPromise(stream, generationFacts(events), streams, { broken, unsettled });
  }
}

/** A variant that was asked for later stands, once complete, once in the generation that it was asked for. */
function inspectPromise(
  stream: string,
  facts: readonly GenerationFact[],
  streams: ReadonlyMap<string, StoredEvent[]>,
  { broken, unsettled }: Pick<Findings, 'broken' | 'unsettled'>,
): void {
  const variantOf = facts.find((fact) => fact.type === 'GenerationRequested')?.data.variantOf;
  if (!variantOf) return;
  const source = stream.slice('generation-'.length);
  const parent = generationFacts(streams.get(`generation-${variantOf.generationId}`) ?? []);
  const attached = attachedTo(parent).filter((one) => one.source === source);
  if (!facts.some(({ type }) => type === 'GenerationCompleted')) {
    if (attached.length > 0) broken.push(`${stream} was attached and is not complete`);
    return;
  }
  if (attached.length === 0) unsettled.push(`${stream} is not attached yet`);
  if (attached.length > 1) broken.push(`${stream} was attached ${attached.length} times`);
  const [image] = variantsOf(facts).slice(-1);
  for (const { variantId, original } of attached) {
    if (variantId !== variantOf.variantId)
      broken.push(`${stream} was promised as ${variantOf.variantId}, is ${variantId}`);
    if (original.blob !== image?.original.blob) broken.push(`${stream} was attached with another picture`);
  }
}

/** What is wrong with a stored file: that it is not there, is not what its name says, or no picture of its size. */
async function wrongFile(
  { blobs }: Records,
  { blob, bytes, width, height }: StoredImage,
  format: 'png' | 'jpg' | 'webp',
): Promise<string | undefined> {
  if (!(await blobs.has(blob))) return `is missing (${blob})`;
  const content = await buffer((await blobs.open(blob)).stream);
  if (content.length !== bytes) return `has ${content.length} bytes of ${bytes}`;
  if (createHash('sha256').update(content).digest('hex') !== blob) return 'is not what its name says';
  if (format === 'png') return isPng(content, { width, height }) ? undefined : `is no whole PNG of ${width}x${height}`;
  return startsAs(format, content) ? undefined : `is no ${format}`;
}

function startsAs(format: 'jpg' | 'webp', content: Buffer): boolean {
  const start = content.subarray(0, 12).toString('latin1');
  return format === 'jpg' ? start.startsWith('\xff\xd8\xff') : start.startsWith('RIFF') && start.endsWith('WEBP');
}

/** Every payment has one invoice and every refund one credit note, of its sum; the numbers of a year have no gaps. */
function inspectInvoices(
  streams: ReadonlyMap<string, StoredEvent[]>,
  { broken, unsettled }: Pick<Findings, 'broken' | 'unsettled'>,
): void {
  const issued = new Map<string, number>();
  for (const [stream, events] of streamsOf(streams, 'invoices')) {
    for (const [index, { data, metadata }] of events.entries()) {
      const { number, cents } = data as InvoiceFact['data'];
      const wanted = invoiceNumber(invoicesStream.idOf(stream), index + 1);
      if (number !== wanted) broken.push(`${stream} has ${number} where ${wanted} belongs`);
      const cause = String(metadata['$causationId']);
      if (issued.has(cause)) broken.push(`${stream} has two documents of event ${cause}`);
      issued.set(cause, cents);
    }
  }
  for (const [stream, events] of [...streamsOf(streams, 'account'), ...streamsOf(streams, 'order')]) {
    for (const [index, fact] of paymentFacts(events).entries()) {
      const sum = invoicedCents(fact);
      if (sum === undefined) continue;
      const cents = issued.get(events[index]?.id ?? '');
      if (cents === undefined) unsettled.push(`${stream}@${index} has no invoice or credit note yet`);
      else if (cents !== sum) broken.push(`${stream}@${index} has an invoice or credit note of another sum`);
    }
  }
}

/** Each key that was accepted holds once; a key that was refused holds nothing. */
function inspectOutcomes(streams: ReadonlyMap<string, StoredEvent[]>, people: People, { broken }: Findings): void {
  for (const { id } of people.members) {
    const held = accountFacts(streams.get(`account-${id}`) ?? []).filter(({ type }) => type === 'CreditsHeld').length;
    const own = people.outcomes.filter(({ memberId }) => memberId === id);
    const charged = new Set(own.filter(({ kind }) => kind !== 'refused').map(({ key }) => key));
    if (held !== charged.size) broken.push(`member ${id}: ${charged.size} keys were accepted, ${held} held`);
    for (const outcome of own) {
      if (outcome.kind === 'refused' || outcome.generationId === undefined) continue;
      if (streams.has(`generation-${outcome.generationId}`)) continue;
      broken.push(`generation ${outcome.generationId} was acknowledged and is not in the log`);
    }
  }
}

/** Nothing is left to deliver or to perform, and each member who can sign in is in the log. */
async function inspectTables(
  records: Records,
  streams: ReadonlyMap<string, StoredEvent[]>,
  { broken, unsettled }: Findings,
  goingOn: readonly string[],
): Promise<void> {
  const waiting = await records.rows<{ what: string }>(
    `select 'outbox ' || stream as what from vault.outbox
     union all select 'timer ' || process || ' ' || key from vault.timers
       where attempt_at < now() + interval '1 hour' and process <> all($1::text[])`,
    [goingOn],
  );
  unsettled.push(...waiting.map(({ what }) => `${what} is waiting`));
  const people = await records.rows<{ id: string }>('select member_id as id from vault.credentials');
  for (const { id } of people) {
    if (streams.has(`member-${id}`)) continue;
    // The outbox may have delivered it since the log was read.
    const [since] = await Array.fromAsync(records.log.readStored(`member-${id}`, { maxCount: 1 }));
    (since || waiting.some(({ what }) => what.includes(id)) ? unsettled : broken).push(
      `member ${id} can sign in and is not in the log`,
    );
  }
  const parked = await records.rows<{ what: string }>(
    `select projector || ' ' || partition || ' ' || coalesce(error, '') as what from read_operations.parked`,
  );
  broken.push(...parked.map(({ what }) => `parked: ${what}`));
}

/** What the product tells a member is what a replay of the log amounts to. */
async function inspectAnswers(
  { http }: People,
  { id, token }: Member,
  streams: ReadonlyMap<string, StoredEvent[]>,
  { unsettled }: Findings,
): Promise<void> {
  const ask = async (path: string) => expectOk(await http.call('GET', path, { token })).body;
  const answered = {
    balance: await ask('/api/wallet/balance'),
    generations: generationHttp.list.reply.parse(await ask(`${generationHttp.list.path}?limit=1000`)),
    gallery: galleryHttp.own.reply.parse(await ask(`${galleryHttp.own.path}?limit=1000`)),
    figures: dashboardHttp.overview.reply.parse(await ask(dashboardHttp.overview.path)).dashboard.overview,
  };
  const replayed = replayOf(id, streams);
  const answers = {
    balance: answered.balance,
    generations: answered.generations.generations
      .map(
        ({ id: generationId, status, variants }) => `${generationId} ${status} ${variants.map((one) => one.id).join()}`,
      )
      .toSorted(),
    total: answered.generations.pagination.total,
    gallery: answered.gallery.items.map((item) => item.id).toSorted(),
    galleryTotal: answered.gallery.total,
    totalGenerations: answered.figures.totalGenerations,
    completedGenerations: answered.figures.completedGenerations,
    failedGenerations: answered.figures.failedGenerations,
    totalDownloads: answered.figures.totalDownloads,
  };
  for (const [what, answer] of Object.entries(answers)) {
    const expected = JSON.stringify(replayed[what as keyof typeof replayed]);
    // A read model may be behind; one that is wrong stays so until the deadline.
    if (JSON.stringify(answer) !== expected)
      unsettled.push(`member ${id}: ${what} is ${JSON.stringify(answer)}, replayed ${expected}`);
  }
}

function replayOf(memberId: string, streams: ReadonlyMap<string, StoredEvent[]>) {
  const generations = streamsOf(streams, 'generation')
    .map(([stream, events]) => ({ id: stream.slice('generation-'.length), facts: generationFacts(events) }))
    .filter(({ facts: [first] }) => first?.type === 'GenerationRequested' && first.data.memberId === memberId)
    .map(({ id, facts }) => ({ id, ...standing(facts) }));
  const listed = generations.filter(({ deleted, isPart }) => !deleted && !isPart);
  const shown = listed.filter(({ status }) => status === 'completed');
  const downloads = streamsOf(streams, 'activity').flatMap(([, events]) =>
    events.filter(({ type, data }) => type === 'ActivityTracked' && data['memberId'] === memberId),
  );
  return {
    balance: balanceOf(streams.get(`account-${memberId}`) ?? []),
    generations: listed.map(({ id, status, names }) => `${id} ${status} ${names.join()}`).toSorted(),
    total: listed.length,
    gallery: shown.map(({ id }) => id).toSorted(),
    galleryTotal: shown.length,
    totalGenerations: generations.filter(({ status, isPart, purged }) => status === 'completed' && !isPart && !purged)
      .length,
    completedGenerations: generations.filter(({ status }) => status === 'completed').length,
    failedGenerations: generations.filter(({ status }) => status === 'failed').length,
    totalDownloads: downloads.length,
  };
}

function standing(facts: readonly GenerationFact[]): {
  status: string;
  names: string[];
  deleted: boolean;
  purged: boolean;
  isPart: boolean;
} {
  const [requested] = facts;
  const isPart = requested?.type === 'GenerationRequested' && Boolean(requested.data.variantOf);
  const end = facts.find(({ type }) => ENDS.has(type));
  const deleted = facts.findLast(({ type }) => type === 'Deleted' || type === 'Restored')?.type === 'Deleted';
  const purged = facts.some(({ type }) => type === 'Purged');
  if (end?.type === 'GenerationCompleted') {
    const images = variantsOf(facts)
      .filter(({ attempt }) => attempt === end.data.attempt)
      .toSorted((a, b) => a.index - b.index);
    const names = [...images, ...attachedTo(facts)].map(({ variantId }) => variantId);
    return { status: 'completed', names, deleted, purged, isPart };
  }
  const status =
    end?.type === 'GenerationFailed' ? 'failed' : end?.type === 'GenerationCancelled' ? 'cancelled' : 'open';
  return { status, names: [], deleted, purged, isPart };
}

/**
 * granted − captured − expired, of which what is held cannot be spent; a month not opened yet has its whole allowance.
 */
function balanceOf(events: readonly StoredEvent[]): { success: true; balance: number; credits: number; held: number } {
  let cents = 0;
  const thisMonth = utcMonth(new Date());
  const isOpened = accountFacts(events).some(
    ({ type, data }) => type === 'CreditsGranted' && data.reason === 'allowance' && data.month === thisMonth,
  );
  let owned = isOpened ? 0 : allowanceTenths('free');
  let held = 0;
  for (const fact of accountFacts(events)) {
    switch (fact.type) {
      case 'CreditsGranted':
        owned += fact.data.tenths;
        break;
      case 'CreditsExpired':
      case 'CreditsRevoked':
        owned -= fact.data.tenths;
        break;
      case 'EarningsSettled':
      case 'EarningsReturned':
        owned += fact.data.tenths;
        cents += fact.data.cents;
        break;
      case 'ChallengeShareGranted':
        cents += fact.data.cents;
        break;
      case 'EarningsRevoked':
      case 'BadDebtBooked':
      case 'PayoutRequested':
        owned -= fact.data.tenths;
        cents -= fact.data.cents;
        break;
      case 'PayoutSettled':
        if (fact.data.outcome === 'paid') break;
        owned += fact.data.tenths;
        cents += fact.data.cents;
        break;
      case 'ImagePurchased':
        owned -= fact.data.tenths;
        if (fact.data.method === 'dollars') cents -= fact.data.cents;
        break;
      case 'WalletToppedUp':
        cents += fact.data.creditedCents;
        break;
      case 'WalletRefunded':
        cents += fact.data.outcome === 'made' ? -fact.data.debitedCents : fact.data.debitedCents;
        break;
      case 'WalletDisputed':
        if (fact.data.outcome === 'frozen') cents -= fact.data.cents;
        if (fact.data.outcome === 'released') cents += fact.data.cents;
        break;
      case 'DebtRepaid':
        if (fact.data.by === 'wallet') owned += fact.data.tenths;
        cents -= fact.data.cents;
        break;
      case 'PayoutConfirmed':
      case 'PlanPaid':
      case 'PlanRefunded':
      case 'PlanDisputed':
      case 'SubscriptionChanged':
      case 'PrintsPurchased':
      case 'DownloadGranted':
      case 'PurchaseCoverChanged':
        break;
      case 'CreditsHeld':
        held += fact.data.tenths;
        break;
      case 'CreditsCaptured':
        owned -= fact.data.tenths;
        held -= fact.data.tenths;
        break;
      case 'CreditsReleased':
        held -= fact.data.tenths;
        break;
    }
  }
  return {
    success: true,
    balance: centsToDollars(cents),
    credits: tenthsToCredits(owned - held),
    held: tenthsToCredits(held),
  };
}
