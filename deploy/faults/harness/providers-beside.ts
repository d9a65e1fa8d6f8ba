import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { providersFile } from '@easel/contracts/providers/file';
import type { z } from 'zod';
import { startListening, type Listening } from '../../local/listening.ts';
import { ControlClient } from '../../stand-ins/providers/control-client.ts';
import type { Protocol } from '../../stand-ins/providers/faults.ts';

const KEY = 'the key of the providers';
/** This module runs from its sources in tests, and built in benchmarks. */
const built = import.meta.url.endsWith('.ts') ? '../../dist/' : '../../';
const program = fileURLToPath(new URL(`${built}stand-ins/providers/main.js`, import.meta.url));

/** Of each provider: calls at the same time, and how long one picture may take. */
interface Limits {
  readonly concurrent: number;
  readonly timeoutSeconds: number;
}

/** Stand-in providers that outlive the product: what they were asked for is theirs to tell, whoever was killed. */
export class ProvidersBeside {
  readonly control: ControlClient;
  private readonly url: string;

  private constructor(
    private readonly child: Listening,
    private readonly folder: string,
    private readonly limits: Limits,
  ) {
    this.url = `http://127.0.0.1:${child.port}`;
    this.control = new ControlClient(this.url, KEY);
  }

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

  /** How many pictures were charged, by prompt. */
  async charged(protocol: Protocol): Promise<ReadonlyMap<string, number>> {
    const byPrompt = new Map<string, number>();
    for (const { prompt, pictures, ...one } of await this.control.charges()) {
      if (one.protocol === protocol) byPrompt.set(prompt, (byPrompt.get(prompt) ?? 0) + pictures);
    }
    return byPrompt;
  }

  async remove(): Promise<void> {
    await this.child.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
