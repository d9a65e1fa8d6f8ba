import { providerStream, routingStream } from '@easel/contracts/providers/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { provider } from './provider.decider.ts';
import { ProviderWebhookController } from './provider-webhook.controller.ts';
import { ProvidersController } from './providers.controller.ts';
import { ProvidersLookup } from './providers.lookup.ts';
import { routing } from './routing.decider.ts';
import { SpendingLookup } from './spending.lookup.ts';

export const providersFeature = feature({
  stream: providerStream,
  decider: provider,
  soles: [{ stream: routingStream, decider: routing }],
  routes: [ProvidersController, ProviderWebhookController],
  lookups: [ProvidersLookup, SpendingLookup],
});
