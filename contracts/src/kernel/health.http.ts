import { route } from './http.ts';

/** Not under /api: for those who run the servers. */
export const healthHttp = {
  /** 200 while the process lives. */
  live: route({ method: 'GET', path: '/health/live', side: 'command', access: 'anyone' }),
  /** 200 once it can serve; else 503, with what is missing. */
  ready: route({ method: 'GET', path: '/health/ready', side: 'command', access: 'anyone' }),
  /** Prometheus text, for whoever sends METRICS_TOKEN as bearer. */
  metrics: route({ method: 'GET', path: '/metrics', side: 'command', access: 'secret' }),
};
