/**
 * Objects stand as Stripe shows them (`body`), with what it does not show (`extra`) and when something happens to them
 * by itself (`due_ms`). An event and its deliveries are stored with the change that they tell of.
 */
export const CREATE_TABLES = `
  create schema if not exists stripe_standin;
  create table if not exists stripe_standin.objects (
    seq bigint generated always as identity primary key,
    id text collate "C" not null unique,
    object text collate "C" not null,
    body json not null,
    extra json not null,
    due_ms bigint
  );
  create index if not exists objects_kind on stripe_standin.objects (object, seq);
  create index if not exists objects_customer on stripe_standin.objects (object, (body->>'customer'), seq);
  create index if not exists objects_charge on stripe_standin.objects ((body->>'charge')) where body->>'charge' is not null;
  create index if not exists objects_intent
    on stripe_standin.objects ((body->>'payment_intent')) where body->>'payment_intent' is not null;
  create index if not exists objects_subscription
    on stripe_standin.objects ((body->>'subscription')) where body->>'subscription' is not null;
  create index if not exists objects_secret on stripe_standin.objects ((extra->>'secret')) where extra->>'secret' is not null;
  create index if not exists objects_paid_by on stripe_standin.objects ((extra->>'intent')) where extra->>'intent' is not null;
  create index if not exists objects_due on stripe_standin.objects (due_ms) where due_ms is not null;

  create table if not exists stripe_standin.events (
    seq bigint generated always as identity primary key,
    id text collate "C" not null unique,
    type text collate "C" not null,
    created bigint not null,
    body text not null
  );
  create table if not exists stripe_standin.deliveries (
    id bigint generated always as identity primary key,
    event text collate "C" not null references stripe_standin.events (id) on delete cascade,
    state text not null check (state in ('pending', 'held', 'delivered', 'dropped', 'failed')),
    due_ms bigint not null,
    attempts integer not null default 0,
    last_status integer
  );
  create index if not exists deliveries_due on stripe_standin.deliveries (due_ms, id) where state = 'pending';
  create index if not exists deliveries_event on stripe_standin.deliveries (event);

  create table if not exists stripe_standin.replies (
    key text collate "C" primary key,
    fingerprint bytea not null,
    status integer not null,
    body text not null,
    created_ms bigint not null
  );
  create index if not exists replies_age on stripe_standin.replies (created_ms);
  create table if not exists stripe_standin.settings (name text primary key, value json not null);
`;
