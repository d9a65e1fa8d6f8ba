/** Who was the first to verify an address of a mailbox. What the mailbox is called stands nowhere. */
export abstract class ReferralMailboxes {
  /**
   * Whether the mailbox of this address is this member's, who has just shown to read it: the first that comes keeps it.
   */
  abstract claim(memberId: string, email: string): Promise<boolean>;
}
