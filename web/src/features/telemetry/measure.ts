import { connections, measuredTexts, type Connection, type Vital } from '@easel/contracts/telemetry/policy';
import {
  onCLS,
  onFCP,
  onINP,
  onLCP,
  onTTFB,
  type AttributionReportOpts,
  type MetricWithAttribution,
} from 'web-vitals/attribution';
import { untoldLanding } from './arrival.ts';
import { longestOf, resourceOf, targetOf } from './names.ts';
import { tell } from './tell.ts';
import { Views, type MeasuredVital } from './views.ts';

/** Measures this document's pages from now on, and back to its beginning. `build`: of the app. Once a document. */
export function measure(build: string): void {
  const views = new Views(build, connection());
  begin(views);

  const options: AttributionReportOpts = { generateTarget: targetOf, reportSoftNavs: true };
  const note = (metric: MetricWithAttribution) => {
    const path = new URL(metric.navigationURL ?? document.location.href).pathname;
    const name = metric.name.toLowerCase() as Vital;
    views.measure(name, vitalOf(metric), path, metric.navigationType);
  };
  onLCP(note, options);
  onINP(note, options);
  onCLS(note, options);
  onFCP(note, options);
  onTTFB(note, options);

  observe('first-input', (entry) => {
    const { processingStart, startTime, target } = entry as PerformanceEventTiming;
    const of = targetOf(target);
    views.answeredFirst({ value: processingStart - startTime, ...(of !== '' && { target: of }) });
  });
  observe('longtask', ({ startTime, duration }) => views.worked(startTime, duration));
  observe('resource', (entry) => {
    const { name, startTime, duration, initiatorType } = entry as PerformanceResourceTiming;
    if (isEndless(name)) return;
    views.waited(startTime, resourceOf(name, document.location.origin), initiatorType || 'other', duration);
  });

  followNavigations(views);
  // What the library has gathered has come by then: it hears of it first. A page that is left is hidden, too, last of
  // all.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tell(views.take(), untoldLanding());
  });
}

/** The page that the document came with; a page that was rendered ahead begins when somebody goes there. */
function begin(views: Views): void {
  const [came] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    activationStart?: number;
  })[];
  const path = came ? new URL(came.name).pathname : document.location.pathname;
  views.begin(path, 'navigate', came?.activationStart ?? 0);
  // Whoever was quick is elsewhere in the app by now.
  if (path !== document.location.pathname) {
    views.begin(document.location.pathname, 'soft-navigation', performance.now());
  }
}

/** A page within the app is a view of its own, and so is one that is brought back. */
function followNavigations(views: Views): void {
  let path = document.location.pathname;
  window.navigation?.addEventListener('currententrychange', () => {
    const { pathname } = document.location;
    if (pathname === path) return;
    path = pathname;
    views.begin(path, 'soft-navigation', performance.now());
  });
  window.addEventListener('pageshow', ({ persisted, timeStamp }) => {
    if (persisted) views.begin(document.location.pathname, 'back-forward-cache', timeStamp);
  });
}

function vitalOf(metric: MetricWithAttribution): MeasuredVital {
  const [target, cause] = attributionOf(metric);
  // Of an element that is gone the library tells the id.
  const isNamed = target !== undefined && measuredTexts.target.test(target);
  return { value: metric.value, ...(isNamed && { target }), ...(cause && { cause }) };
}

/** The element that it is about, and where most of it went. */
function attributionOf(metric: MetricWithAttribution): [target: string | undefined, cause: string | undefined] {
  switch (metric.name) {
    case 'LCP': {
      const { target, timeToFirstByte, resourceLoadDelay, resourceLoadDuration, elementRenderDelay } =
        metric.attribution;
      const parts = {
        'time-to-first-byte': timeToFirstByte,
        'resource-load-delay': resourceLoadDelay,
        'resource-load-duration': resourceLoadDuration,
        'element-render-delay': elementRenderDelay,
      };
      return [target, longestOf(parts)];
    }
    case 'INP': {
      const { interactionTarget, inputDelay, processingDuration, presentationDelay } = metric.attribution;
      const parts = {
        'input-delay': inputDelay,
        'processing-duration': processingDuration,
        'presentation-delay': presentationDelay,
      };
      return [interactionTarget, longestOf(parts)];
    }
    case 'CLS':
      return [metric.attribution.largestShiftTarget, metric.attribution.loadState];
    case 'FCP': {
      const { timeToFirstByte, firstByteToFCP } = metric.attribution;
      const parts = { 'time-to-first-byte': timeToFirstByte, 'first-byte-to-paint': firstByteToFCP };
      return [undefined, longestOf(parts)];
    }
    case 'TTFB': {
      const { waitingDuration, cacheDuration, dnsDuration, connectionDuration, requestDuration } = metric.attribution;
      const parts = {
        waiting: waitingDuration,
        cache: cacheDuration,
        dns: dnsDuration,
        connection: connectionDuration,
        request: requestDuration,
      };
      return [undefined, longestOf(parts)];
    }
  }
}

/** What a browser does not observe is not told. */
function observe(type: string, take: (entry: PerformanceEntry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) take(entry);
  }).observe({ type, buffered: true });
}

/** It is open for as long as somebody looks. */
const isEndless = (address: string): boolean => new URL(address).pathname === '/api/live';

interface Connected {
  connection?: { effectiveType?: string };
}

function connection(): Connection {
  const told = (navigator as Connected).connection?.effectiveType;
  return connections.find((one) => one === told) ?? 'unknown';
}
