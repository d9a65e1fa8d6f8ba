import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router';
import { knownPositions } from '../lib/positions.ts';
import { createQueryClient } from '../lib/queries.ts';
import { token } from '../lib/token.ts';
import { PrefetchContext } from '../ui/page-link.tsx';
import { toast, ToastOutlet } from '../ui/toast.tsx';
import { Boundary } from './boundaries.tsx';
import { Deals } from './deals.tsx';
import { Navigation } from './navigation.tsx';
import { prefetchPage } from './pages.ts';
import { AppRoutes } from './routes.tsx';

export function App() {
  const [client] = useState(createQueryClient);

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
        <BrowserRouter>
          <Boundary>
            <Navigation />
            <Deals>
              <AppRoutes />
            </Deals>
          </Boundary>
        </BrowserRouter>
        <ToastOutlet />
      </PrefetchContext>
    </QueryClientProvider>
  );
}
