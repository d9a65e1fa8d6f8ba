const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** '12.5 %', which no line breaks; nothing is a share of none. */
export const shareText = (part: number, whole: number): string =>
  whole === 0 ? '–' : percent.format(part / whole).replace('%', '\u00a0%');
