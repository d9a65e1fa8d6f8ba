/** A name as SQL takes it, whatever is in it. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** A text as SQL takes it, whatever is in it. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Whether an error says that a file of a database is gone or damaged. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error &&
  /^(IO|Serialization|Fatal) Error: .*(corrupt|checksum|could not read|cannot open|not a valid)/is.test(error.message);

/** Nothing is fetched, loaded or put anywhere but where we say. */
export const alone = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  temp_directory: '',
} as const;
