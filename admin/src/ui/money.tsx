const credits = new Intl.NumberFormat('en', { minimumFractionDigits: 0, maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const count = new Intl.NumberFormat('en');

const signed = (text: string, amount: number) => (amount > 0 ? `+${text}` : text);

/** '12.5 credits'; `move`: with its sign. */
export function Credits({ amount, move = false }: { amount: number; move?: boolean }) {
  const text = `${credits.format(amount)} ${Math.abs(amount) === 1 ? 'credit' : 'credits'}`;
  return <span className="numbers">{move ? signed(text, amount) : text}</span>;
}

/** '$1.50'; `move`: with its sign. */
export function Dollars({ amount, move = false }: { amount: number; move?: boolean }) {
  const text = dollars.format(amount);
  return <span className="numbers">{move ? signed(text, amount) : text}</span>;
}

export const formatCount = (value: number): string => count.format(value);
export const formatDollars = (amount: number): string => dollars.format(amount);
