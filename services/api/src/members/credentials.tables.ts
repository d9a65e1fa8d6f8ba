import { canonicalEmail, canonicalUsername } from '@easel/contracts/members/policy';
import { memberProblems } from '@easel/contracts/members/http';
import { Refused } from '@easel/contracts/kernel/problem';
import { Sealer } from '@easel/kernel/sealing';
import { POOL } from '@easel/kernel/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { passwordMatches } from '../passwords.ts';

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

/** The one door to `vault.credentials`. */
@Injectable()
export class Credentials {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly sealer: Sealer,
  ) {}

  /** False where this member's row stands already. Throws 409 where another has the address or the user name. */
  async reserve(
    client: PoolClient,
    {
      memberId,
      email,
      username,
      passwordHash,
    }: { memberId: string; email: string; username: string; passwordHash: string },
  ): Promise<boolean> {
    try {
      const { rowCount } = await client.query(
        `INSERT INTO vault.credentials (member_id, email_digest, username_digest, password_hash)
         VALUES ($1, $2, $3, $4) ON CONFLICT (member_id) DO NOTHING`,
        [memberId, this.emailDigest(email), this.sealer.digest('username', canonicalUsername(username)), passwordHash],
      );
      return rowCount === 1;
    } catch (error) {
      if (error instanceof DatabaseError && error.constraint === 'credentials_email') {
        throw new Refused(memberProblems.emailTaken, {
          errors: [{ path: 'email', message: memberProblems.emailTaken.message }],
        });
      }
      if (error instanceof DatabaseError && error.constraint === 'credentials_username') {
        const { message } = memberProblems.usernameTaken;
        throw new Refused(memberProblems.usernameTaken, { errors: [{ path: 'username', message }] });
      }
      throw error;
    }
  }

  /** The member whose address and password these are; it takes as long where there is no such address. */
  async matches(email: string, password: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ memberId: string; passwordHash: string }>({
      name: 'credentials-by-email',
      text: `SELECT member_id AS "memberId", password_hash AS "passwordHash" FROM vault.credentials WHERE email_digest = $1`,
      values: [this.emailDigest(email)],
    });
    return (await passwordMatches(rows[0]?.passwordHash, password)) ? rows[0]?.memberId : undefined;
  }

  private emailDigest(email: string): string {
    return this.sealer.digest('email', canonicalEmail(email));
  }
}
