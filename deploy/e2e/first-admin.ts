export interface Operator {
  email: string;
  password: string;
}

/** The first operator of the product that the stories run on. */
export const firstAdmin: Operator = {
  email: process.env.E2E_ADMIN_EMAIL ?? 'admin@easel.local',
  password: process.env.E2E_ADMIN_PASSWORD ?? 'the first operator',
};
