const count = new Intl.NumberFormat('en');

/** As the server counts them: null while the log is away, and counting ends somewhere. */
export interface EventsBehind {
  lag_events: number | null;
  lag_more: boolean;
}

/** '1 event', 'over 10,000 events', 'unknown' */
export function eventsBehindText({ lag_events, lag_more }: EventsBehind): string {
  if (lag_events === null) return 'unknown';
  return `${lag_more ? 'over ' : ''}${count.format(lag_events)} ${lag_events === 1 ? 'event' : 'events'}`;
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** '0 s', '4.2 s', '12 s', '3 min 5 s', '2 h 7 min', '3 d 4 h'; 'unknown' for null */
export function secondsText(seconds: number | null): string {
  if (seconds === null) return 'unknown';
  if (seconds < 10) return `${count.format(Math.round(seconds * 10) / 10)} s`;
  const whole = Math.floor(seconds);
  if (whole < MINUTE_S) return `${whole} s`;
  if (whole < HOUR_S) return `${Math.floor(whole / MINUTE_S)} min ${whole % MINUTE_S} s`;
  if (whole < DAY_S) return `${Math.floor(whole / HOUR_S)} h ${Math.floor((whole % HOUR_S) / MINUTE_S)} min`;
  return `${count.format(Math.floor(whole / DAY_S))} d ${Math.floor((whole % DAY_S) / HOUR_S)} h`;
}
