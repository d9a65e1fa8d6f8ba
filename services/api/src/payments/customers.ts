/** Who is who at the card service. A `place` is one of its books: its test mode, its live mode, the stand-in. */
export abstract class Customers {
  abstract of(memberId: string, place: string): Promise<string | undefined>;

  /** Answers who it is: another process may have been first. */
  abstract keep(memberId: string, place: string, customerId: string): Promise<string>;

  abstract forget(memberId: string, place: string): Promise<void>;
}
