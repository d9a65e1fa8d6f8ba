import { createHash, randomUUID } from 'node:crypto';
import type { Fact, FactMetadata } from '@easel/contracts/kernel/event';
import type { EventLog } from '@easel/kernel/log/event-log';
import type { NewFact } from '@easel/kernel/log/new-fact';
import { settings } from '@easel/projections/testing/generations';

const MEMBERS = 5_000;
const AT_ONCE = 128;
const styles = ['auto', 'photorealistic', 'cinematic', 'artistic', 'anime', 'portrait', 'landscape', 'product'];
const worker: FactMetadata['actor'] = { kind: 'system', id: 'imaging' };
const accounts: FactMetadata['actor'] = { kind: 'system', id: 'settle-holds' };

interface Append {
  stream: string;
  facts: NewFact[];
}

/** The log of a busy site, several generations at a time; about seven events each, with their causes. */
export class BusyLog {
  readonly members = Array.from({ length: MEMBERS }, () => randomUUID());
  /** Some of what is in it, to be asked for. */
  readonly generations: string[] = [];
  readonly correlations: string[] = [];
  /** When its first and its last event were appended, in milliseconds since 1970. */
  beganAt = 0;
  endedAt = 0;
  private made = 0;

  constructor(private readonly log: EventLog) {}

  /** Appends until there are as many events or a few more; gives how many there are. */
  async fillTo(events: number): Promise<number> {
    let stored = 0;
    this.beganAt = Date.now();
    const lane = async (): Promise<void> => {
      while (stored < events) {
        for (const { stream, facts } of this.generation()) {
          stored += facts.length;
          await this.log.appendAnywhere(stream, facts);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    this.endedAt = Date.now();
    return stored;
  }

  private generation(): Append[] {
    const turn = this.made++;
    // Some are here every day, most now and then.
    const memberId = this.members[Math.floor(MEMBERS * Math.random() ** 3)] ?? '';
    const [generationId, correlation, variantId] = [randomUUID(), randomUUID(), randomUUID()];
    if (turn % 97 === 0) {
      this.generations.push(generationId);
      this.correlations.push(correlation);
    }
    const member: FactMetadata['actor'] = { kind: 'member', id: memberId };
    const fact = (type: string, data: object, actor: FactMetadata['actor'], cause?: NewFact): NewFact => ({
      id: randomUUID(),
      fact: { type, data: { memberId, ...data } } satisfies Fact,
      metadata: {
        $correlationId: correlation,
        ...(cause && { $causationId: cause.id }),
        actor,
        requestId: correlation,
        schemaVersion: 1,
      },
    });
    const ids = { generationId };
    const at = new Date(Date.UTC(2026, 0, 1) + turn * 1_000).toISOString();
    const sums = { tenths: 100, allowanceTenths: 100, permanentTenths: 0 };
    const held = fact('CreditsHeld', { ...ids, fingerprint: digest(at), ...sums, images: 1, month: '2026-11' }, member);
    const requested = fact(
      'GenerationRequested',
      {
        ...ids,
        prompt: `A quiet harbour at dawn, mist over the water, ${turn}`,
        negativePrompt: '',
        settings: { ...settings, style: styles[turn % styles.length] },
        provider: 'procedural',
        tenths: 100,
        requestedAt: at,
        tier: 'free',
        variantOf: null,
      },
      member,
      held,
    );
    const started = fact(
      'RenderingStarted',
      { ...ids, attempt: 1, worker: `worker-${turn % 4}`, leaseUntil: at },
      worker,
      requested,
    );
    const file = (what: string, width: number) => ({
      blob: digest(`${variantId} ${what}`),
      bytes: 9_000,
      width,
      height: width,
    });
    const drawn = fact(
      'VariantCreated',
      {
        ...ids,
        variantId,
        index: 0,
        attempt: 1,
        format: 'png',
        original: file('original', 2_048),
        preview: file('preview', 1_024),
        thumbnail: file('thumbnail', 384),
        thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A',
        seed: turn,
        provider: 'procedural',
      },
      worker,
      requested,
    );
    const completed = fact('GenerationCompleted', { ...ids, attempt: 1, processingMs: 2_400 }, worker, requested);
    const captured = fact('CreditsCaptured', { ...ids, ...sums }, accounts, completed);
    const appends: Append[] = [
      { stream: `account-${memberId}`, facts: [held] },
      { stream: `generation-${generationId}`, facts: [requested] },
      { stream: `generation-${generationId}`, facts: [started, drawn, completed] },
      { stream: `account-${memberId}`, facts: [captured] },
    ];
    if (turn % 2 === 0) {
      const tracked = fact('ActivityTracked', { ...ids, eventType: 'image_download', at }, member);
      appends.push({ stream: 'activity-2026-11-20', facts: [tracked] });
    }
    if (turn % 3 === 0) {
      appends.push({
        stream: `generation-${generationId}`,
        facts: [fact('MadePublic', { ...ids, publishedAt: at }, member)],
      });
    }
    if (turn % 1_000 === 500) {
      appends.push({ stream: `generation-${generationId}`, facts: [fact('Purged', ids, worker)] });
    }
    return appends;
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
