import { expect, it } from 'vitest';
import { Metrics } from './metrics.ts';

it('shows what was counted, by label, beside the figures of the process', async () => {
  const metrics = new Metrics();
  metrics.httpSeconds.observe({ method: 'GET', route: '/api/gallery', status: 200 }, 0.003);
  metrics.factsAppended.inc({ type: 'ImagePurchased' }, 2);
  metrics.gauge('easel_open_jobs', 'Jobs not ended', () => Promise.resolve(7));
  const text = await metrics.text();
  expect(text).toContain('easel_http_seconds_bucket{le="0.005",method="GET",route="/api/gallery",status="200"} 1');
  expect(text).toContain('easel_facts_appended_total{type="ImagePurchased"} 2');
  expect(text).toContain('easel_open_jobs 7');
  expect(text).toContain('process_cpu_seconds_total');
});

it('shows the lag of each subscription, and none where the log is away or another process runs it', async () => {
  const metrics = new Metrics();
  metrics.watchLag('ledger', () => Promise.resolve({ events: 12, more: false, oldestAt: undefined }));
  metrics.watchLag('gallery', () => Promise.resolve({ events: undefined, more: false, oldestAt: undefined }));
  metrics.watchLag('elsewhere', () => Promise.resolve(undefined));
  const text = await metrics.text();
  expect(text).toContain('easel_subscription_lag_events{subscription="ledger"} 12');
  expect(text).toContain('easel_subscription_lag_events{subscription="gallery"} Nan');
  expect(text).toContain('easel_subscription_lag_events{subscription="elsewhere"} Nan');
});

it('counts for itself where several live in one process', async () => {
  const [one, other] = [new Metrics(), new Metrics()];
  one.factsAppended.inc({ type: 'OrderPlaced' });
  expect(await other.text()).not.toContain('OrderPlaced');
});
