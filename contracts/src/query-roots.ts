/** First words of query keys: what the clients read, and so all that a command can make stale. */
export type QueryRoot =
  // The member app's.
  | 'balance'
  | 'checkout'
  | 'curator'
  | 'dashboard'
  | 'data-export'
  | 'erasure'
  | 'favorites'
  | 'generation'
  | 'generations'
  | 'me'
  | 'people'
  | 'plan'
  | 'presets'
  | 'prices'
  | 'public-gallery'
  | 'purchases'
  | 'quote'
  | 'sessions'
  | 'statement'
  | 'trial'
  // The console's: its resources, and what stands beside them.
  | 'audits'
  | 'filters'
  | 'messages'
  | 'operators'
  | 'projections';
