/** How operators sign in; who they are and what they may do stands in the log. */
export const operatorTables = [
  `CREATE TABLE vault.operator_credentials (
     operator_id uuid PRIMARY KEY,
     password_hash text NOT NULL
   )`,
];
