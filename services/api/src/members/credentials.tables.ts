/** How members sign in. No names stand here: addresses and user names are keyed digests, what they were is in the log. */
export const credentialTables = [
  `CREATE TABLE vault.credentials (
     member_id uuid PRIMARY KEY,
     email_digest text NOT NULL CONSTRAINT credentials_email UNIQUE,
     username_digest text NOT NULL CONSTRAINT credentials_username UNIQUE,
     password_hash text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now()
   )`,
];
