/** The same positions as they have to come: rising, each once. */
export const inOrder = <Position extends bigint | number>(positions: readonly Position[]): Position[] =>
  [...new Set(positions)].sort((one, other) => (one < other ? -1 : 1));
