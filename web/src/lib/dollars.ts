const dollar = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });

/** '$12.50', '-$3.00'. */
export const formatDollars = (dollars: number): string => dollar.format(dollars);
