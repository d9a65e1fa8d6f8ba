/** What charts have in common. */
export const axis = {
  tick: { fontSize: 12, fill: 'var(--ink-quiet)' },
  stroke: 'var(--line-strong)',
  tickLine: false,
} as const;

export const tooltip = {
  separator: ': ',
  isAnimationActive: false,
  cursor: { fill: 'var(--surface-2)' },
  contentStyle: {
    background: 'var(--surface-2)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)',
    color: 'var(--ink)',
    fontSize: 'var(--text-14)',
  },
  itemStyle: { color: 'var(--ink)' },
} as const;
