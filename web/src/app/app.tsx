import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { knownPositions } from '../lib/positions.ts';
import { token } from '../lib/token.ts';
import { PrefetchContext } from '../ui/page-link.tsx';
import { toast, ToastOutlet } from '../ui/toast.tsx';
import { Boundary } from './boundaries.tsx';
import { Deals } from './deals.tsx';
import { Navigation } from './navigation.tsx';
import { prefetchPage } from './pages.ts';
import { AppRoutes } from './routes.tsx';

interface AppProps {
  /** What is known already. */
  client: QueryClient;
  /** Puts the app at its address: the browser's, or the one that a server renders. */
  at: (app: ReactNode) => ReactNode;
  /** Called once the first page is there and answers. */
  onReady?: () => void;
}

export function App({ client, at, onReady }: AppProps) {
  // What one member saw is gone before the next can look, in this tab and in the others.
  useEffect(() => {
    const stopListening = token.subscribe((ending) => {
      if (ending === null) return;
      client.clear();
      knownPositions.forget();
      if (ending === 'expired') toast.error('Authentication expired');
    });
    const stopFollowing = token.followOtherTabs();
    return () => {
      stopListening();
      stopFollowing();
    };
  }, [client]);

  return (
    <QueryClientProvider client={client}>
      <PrefetchContext value={prefetchPage}>
        {at(
          <Boundary>
            <Navigation />
            <Deals>
              <AppRoutes onReady={onReady} />
            </Deals>
          </Boundary>,
        )}
        <ToastOutlet />
      </PrefetchContext>
    </QueryClientProvider>
  );
}
