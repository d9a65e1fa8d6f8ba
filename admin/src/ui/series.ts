export interface Series {
  /** Names the points. */
  along: string;
  series: readonly string[];
  points: readonly Readonly<Record<string, string | number | null>>[];
  /** When each point is, in milliseconds, where they go along time; they are in its order then. */
  times?: readonly number[];
}

/** Matches a month, a day or an instant as reports and answers write it, in UTC. */
const TIME = /^\d{4}-\d\d(-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?Z?)?)?$/;

function timeOf(name: string | number | null | undefined): number | undefined {
  if (typeof name !== 'string' || !TIME.test(name)) return undefined;
  const hasHour = name.length > 10;
  const ms = Date.parse(hasHour ? `${name.replace(' ', 'T').replace('Z', '')}Z` : name);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Puts points that are named by times in their order, with as much room between them as there is time. */
export function alongTime(series: Series): Series {
  const timed = series.points.map((point) => ({ point, time: timeOf(point[series.along]) }));
  if (timed.length === 0 || timed.some(({ time }) => time === undefined)) return series;
  const sorted = timed.toSorted((one, other) => Number(one.time) - Number(other.time));
  return { ...series, points: sorted.map(({ point }) => point), times: sorted.map(({ time }) => Number(time)) };
}
