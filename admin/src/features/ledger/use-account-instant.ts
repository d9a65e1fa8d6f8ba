import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { atOf, hashOf } from './addresses.ts';

/** The instant that an account is looked at, kept in the address; undefined is now. */
export function useAccountInstant(): [string | undefined, (at: string | undefined) => void] {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const named = atOf(hash);
  const [at, setAt] = useState(named);
  const [seen, setSeen] = useState(hash);
  if (hash !== seen) {
    setSeen(hash);
    if (named !== undefined) setAt(named);
  }

  // A list that is walked or narrowed writes its address anew, without the hash.
  useEffect(() => {
    if (at !== undefined && hash === '') void navigate({ search, hash: hashOf(at) }, { replace: true });
  }, [at, hash, search, navigate]);

  return [
    at,
    (next) => {
      setAt(next);
      void navigate({ search, hash: hashOf(next) }, { replace: true });
    },
  ];
}
