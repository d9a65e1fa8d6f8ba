import { providersHttp } from '@easel/contracts/providers/http';
import { createFlux } from './flux/flux.provider.ts';
import { createMystic } from './mystic/mystic.provider.ts';
import { createOpenaiImages } from './openai-images/openai-images.provider.ts';
import type { ProviderFactories } from './remote-providers.ts';

/**
 * Returns the factories of all protocols. `siteUrl` is the site's public base URL; without it tasks are only polled.
 */
export const remoteFactories = (siteUrl: string | undefined): Required<ProviderFactories> => ({
  'openai-images': createOpenaiImages,
  flux: createFlux,
  mystic: (settings, { key }) => {
    // Without a secret, the site could not verify webhooks.
    const isHeard = siteUrl !== undefined && settings.webhookSecretFrom !== undefined;
    return createMystic(settings, { key, webhookUrl: isHeard ? webhookUrl(siteUrl, settings.name) : undefined });
  },
});

const webhookUrl = (siteUrl: string, name: string): string =>
  `${siteUrl.replace(/\/+$/, '')}${providersHttp.webhook.path.replace(':name', name)}`;
