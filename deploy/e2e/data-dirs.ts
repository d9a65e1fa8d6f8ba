const started = new Map<string, string>();

/** Remembers where a product that is started here keeps its data. */
export const keepDataDir = (address: string, dataDir: string): void => void started.set(address, dataDir);

/** Where the product at this address keeps its data, for tools that are given that; of one that runs already it is DATA_DIR. */
export const dataDirOf = (address: string): string | undefined => started.get(address) ?? process.env.DATA_DIR;
