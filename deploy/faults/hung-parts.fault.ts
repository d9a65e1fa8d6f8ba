// spec: faults F49, F50
import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { freePort } from '../local/free-port.ts';
import { signal } from '../local/process-table.ts';
import { audit } from './harness/audit.ts';
import { Nats, natsProgram } from './harness/nats.ts';
import { People, type Member } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';

/** Asks for a picture, which is promised at once. */
async function accepted(people: People, member: Member): Promise<string> {
  const outcome = await people.order(member, { async: true });
  if (outcome.kind !== 'accepted') throw new Error(`it ended ${outcome.kind}`);
  return outcome.generationId;
}

/** What readiness says of a part, once that is not well. */
const complaintOf = (product: Product, part: string): Promise<string> =>
  until(async () => {
    const { ready, checks } = await product.readiness();
    return !ready && checks[part] !== 'ok' ? checks[part] : undefined;
  });

describe.runIf(natsProgram !== '')('with NATS for a bus', () => {
  test('49: the bus hangs: pictures are made all the same, and readiness names it', async () => {
    const nats = new Nats(await freePort());
    await nats.start();
    const product = await startProduct({ env: { NATS_URL: `nats://127.0.0.1:${nats.port}` } });
    try {
      const people = new People(product);
      const member = await people.register();
      expect((await product.readiness()).checks).toMatchObject({ bus: 'ok', imaging: 'ok', columns: 'ok' });
      nats.freeze('SIGSTOP');
      tell('the bus hangs', { readiness: await complaintOf(product, 'bus') });
      expect((await people.ended(member, await accepted(people, member))).status).toBe('completed');
      await complaintOf(product, 'bus');
      nats.freeze('SIGCONT');
      await product.ready();
      expect(product.deaths).toBe(0);
      await audit(product, people);
    } finally {
      await product.remove();
      await nats.kill();
      rmSync(nats.store, { recursive: true, force: true });
    }
  }, 240_000);
});

test('50: imaging and the own bus hang: readiness names them, they are replaced, and the picture is made', async () => {
  const product = await startProduct();
  try {
    const people = new People(product);
    const member = await people.register();
    const parts = natsProgram === '' ? (['imaging'] as const) : (['imaging', 'nats'] as const);
    const frozen = parts.map((part) => [part, product.partPid(part)] as const);
    for (const [, pid] of frozen) signal(pid, 'SIGSTOP');
    const id = await accepted(people, member);
    const readiness = await complaintOf(product, 'imaging');
    tell('imaging hangs', { readiness });
    expect(readiness).toContain('Not heard of');
    for (const [part, pid] of frozen) await until(() => product.partPid(part) !== pid);
    expect((await people.ended(member, id)).status).toBe('completed');
    await product.ready();
    expect(product.deaths).toBe(0);
    await audit(product, people);
  } finally {
    await product.remove();
  }
}, 240_000);
