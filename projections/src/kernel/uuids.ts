const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Those of the texts that the database will take for ids. */
export const uuidsOf = (texts: readonly string[]): string[] => texts.filter((text) => UUID.test(text));
