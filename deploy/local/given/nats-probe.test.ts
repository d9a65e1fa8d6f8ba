import { expect, test } from 'vitest';
import { startFakeNats } from '../testing/fake-nats.ts';
import { busFault, givenNats } from './nats-probe.ts';

test('servers of one NATS are looked at one by one', async () => {
  const nats = await startFakeNats({ password: 'w0rd' });
  try {
    const probe = (...hosts: string[]) => givenNats(hosts.map((host) => `nats://${host}`).join()).probe();
    expect(await probe(`ada:w0rd@${nats.host}`)).toEqual({ kind: 'ready', warnings: [] });
    expect(await probe('ada:w0rd@127.0.0.1:1', nats.host)).toEqual({
      kind: 'ready',
      warnings: ['127.0.0.1:1: nothing listens there'],
    });
    expect(await probe('127.0.0.1:1')).toEqual({ kind: 'away', why: 'nothing listens there' });
    const why = `NATS at ${nats.host} refuses the account or token in NATS_URL, or asks for one: correct it`;
    expect(await probe(`ada:other@${nats.host}`)).toEqual({ kind: 'refused', why });
    expect(await probe(nats.host)).toEqual({ kind: 'refused', why });
  } finally {
    await nats.close();
  }
});

test('its name and its check hold no account', () => {
  const { name, check } = givenNats('nats://ada:w0rd@a:1,b');
  expect([name, check]).toEqual(['NATS at a:1, b', 'nc -vz a 1; nc -vz b 4222']);
});

test('TLS that is not there, or not trusted, is no matter of waiting', () => {
  const coded = (code: string): Error => Object.assign(new Error(code), { code });
  expect(busFault(coded('SERVER_OPT_NA'), 'NATS at a')).toMatchObject({ kind: 'refused' });
  expect(busFault(coded('SELF_SIGNED_CERT_IN_CHAIN'), 'NATS at a')).toMatchObject({ kind: 'refused' });
  expect(busFault(coded('TIMEOUT'), 'NATS at a')).toMatchObject({ kind: 'away' });
});
