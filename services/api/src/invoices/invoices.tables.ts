export const invoiceTables = [
  // Events of which a mail is in the mail's queue, or has left it.
  'CREATE TABLE vault.posted_receipts (event_id uuid PRIMARY KEY)',
];
