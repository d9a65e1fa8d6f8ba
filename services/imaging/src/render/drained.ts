/** The worker is shutting down: what is not finished by now is left to another. */
export class Drained extends Error {
  override readonly name = 'Drained';
}
