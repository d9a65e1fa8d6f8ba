import { AccessDenied } from './errors.ts';
import { isMetastream, ownerOf } from './event.ts';

/** All; whatever is not the system's; nothing. */
export type Rights = 'all' | 'ordinary' | 'none';

/** Who calls, and what that opens. */
export class Caller {
  /** The account's, or undefined for whoever brings no credentials. */
  readonly name: string | undefined;
  readonly #rights: Rights;

  constructor(name: string | undefined, rights: Rights) {
    this.name = name;
    this.#rights = rights;
  }

  /** @throws AccessDenied where the caller may nothing at all */
  enter(): void {
    if (this.#rights === 'none') throw new AccessDenied('credentials are needed');
  }

  /**
   * Of a stream, its metadata and its groups; null is $all.
   *
   * @throws AccessDenied where they are not the caller's to touch
   */
  use(stream: string | null): void {
    this.enter();
    if (this.#rights === 'ordinary' && isSystems(stream)) {
      throw new AccessDenied(`${stream ?? '$all'} is for admins`);
    }
  }
}

/** A metastream is its stream's: `$$orders` an ordinary one, `$$$settings` the system's. */
function isSystems(stream: string | null): boolean {
  if (stream === null) return true;
  return (isMetastream(stream) ? ownerOf(stream) : stream).startsWith('$');
}
