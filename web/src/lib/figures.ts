const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export const formatNumber = (value: number): string => number.format(value);

/** '12.5 credits', '1 credit'. */
export const formatCredits = (credits: number): string =>
  `${number.format(credits)} ${credits === 1 ? 'credit' : 'credits'}`;

/** '2.3 s'; 'under 0.1 s' for less. */
export const secondsText = (ms: number): string => (ms < 100 ? 'under 0.1 s' : `${(ms / 1000).toFixed(1)} s`);

/** '1 image', '4 images'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : many}`;

/** `1K`; what a visitor’s picture is made in, `512 px`. */
export const resolutionName = (resolution: string): string =>
  resolution.endsWith('px') ? resolution.replace('px', ' px') : resolution.toUpperCase();

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
