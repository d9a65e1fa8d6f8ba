/** A line of figures for whoever runs the suite. */
export const tell = (what: string, figures: Readonly<Record<string, unknown>>): void =>
  void process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`);
