import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { providersFile } from '@easel/contracts/providers/file';
import { z } from 'zod';
import { startListening, type Listening } from '../../local/listening.ts';
import type { FaultKind, Place, Protocol } from '../../stand-ins/providers/faults.ts';

const KEY = 'the key of the providers';
/** This module runs from its sources in tests, and built in benchmarks. */
const built = import.meta.url.endsWith('.ts') ? '../../dist/' : '../../';
const program = fileURLToPath(new URL(`${built}stand-ins/providers/main.js`, import.meta.url));

const charges = z.object({
  charges: z.array(z.object({ protocol: z.string(), prompt: z.string(), pictures: z.number() })),
});
const counts = z.record(z.string(), z.record(z.string(), z.number()));

/** Of each provider: calls at the same time, and how long one picture may take. */
interface Limits {
  readonly concurrent: number;
  readonly timeoutSeconds: number;
}

/** Stand-in providers that outlive the product: what they were asked for is theirs to tell, whoever was killed. */
export class ProvidersBeside {
  private constructor(
    private readonly child: Listening,
    private readonly folder: string,
    private readonly limits: Limits,
  ) {}

  static async start(limits: Limits = { concurrent: 24, timeoutSeconds: 6 }): Promise<ProvidersBeside> {
    const folder = mkdtempSync(join(tmpdir(), `easel-providers-${process.pid}-`));
    const child = await startListening({
      name: 'stand-in providers',
      program: process.execPath,
      args: [program],
      answers: true,
      env: {
        ...process.env,
        PROVIDERS_STANDIN_PORT: '0',
        PROVIDERS_STANDIN_KEY: KEY,
        PROVIDERS_STANDIN_WEBHOOK_SECRET: KEY,
        PROVIDERS_STANDIN_DELAY_MS: '200',
        PROVIDERS_STANDIN_DRAW_PX: '64',
        PROVIDERS_STANDIN_LOG_LEVEL: 'error',
      },
      log: join(folder, 'providers.log'),
      warn: () => undefined,
    });
    return new ProvidersBeside(child, folder, limits);
  }

  /** Settings of a product whose providers are these: `openai`, `sd-server`, `flux` and `mystic`. */
  get env(): Record<string, string> {
    const path = join(this.folder, 'providers.json');
    writeFileSync(path, JSON.stringify(this.file));
    return { PROVIDERS: path, STANDIN_KEY: KEY, STANDIN_WEBHOOK_SECRET: KEY };
  }

  private get file(): z.input<typeof providersFile> {
    const common = { keyFrom: 'STANDIN_KEY', cost: { picture: 0.01 }, ...this.limits };
    // Each preview would be drawn by the same processor as the picture.
    const images = { ...common, protocol: 'openai-images', model: 'gpt-image-1', previews: false } as const;
    return {
      providers: [
        { ...images, name: 'openai', label: 'Images', server: 'openai', baseUrl: `${this.url}/openai/v1` },
        { ...images, name: 'sd-server', label: 'SD', server: 'sd-server', baseUrl: `${this.url}/sd/v1` },
        { ...common, name: 'flux', label: 'FLUX', protocol: 'flux', model: 'flux-2-pro', baseUrl: `${this.url}/flux` },
        {
          ...common,
          name: 'mystic',
          label: 'Mystic',
          protocol: 'mystic',
          baseUrl: `${this.url}/mystic`,
          webhookSecretFrom: 'STANDIN_WEBHOOK_SECRET',
        },
      ],
    };
  }

  private get url(): string {
    return `http://127.0.0.1:${this.child.port}`;
  }

  async fault(protocol: Protocol, at: Place, kind: FaultKind, times = 1): Promise<void> {
    await this.control('POST', 'faults', { protocol, at, kind, times });
  }

  async clear(): Promise<void> {
    await this.control('POST', 'clear', {});
  }

  async settings(protocol: Protocol, change: { delayMs?: number; retryAfterSeconds?: number }): Promise<void> {
    await this.control('POST', 'settings', { protocol, ...change });
  }

  /** How many pictures were charged, by prompt. */
  async charged(protocol: Protocol): Promise<ReadonlyMap<string, number>> {
    const all = charges.parse(await this.control('GET', 'charges')).charges;
    const byPrompt = new Map<string, number>();
    for (const { prompt, pictures, ...one } of all) {
      if (one.protocol === protocol) byPrompt.set(prompt, (byPrompt.get(prompt) ?? 0) + pictures);
    }
    return byPrompt;
  }

  async counts(protocol: Protocol): Promise<Readonly<Record<string, number>>> {
    return counts.parse(await this.control('GET', 'counts'))[protocol] ?? {};
  }

  async remove(): Promise<void> {
    await this.child.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async control(method: 'GET' | 'POST', what: string, body?: object): Promise<unknown> {
    const reply = await fetch(`${this.url}/_control/${what}`, {
      method,
      headers: { authorization: `Bearer ${KEY}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`the providers answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  }
}
