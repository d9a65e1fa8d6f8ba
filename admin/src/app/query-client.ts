import { QueryClient } from '@tanstack/react-query';
import { HttpError } from 'react-admin';

/** Live hints tell when something is to be read anew; without them it is fresh for a moment only. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal stays one; what was not heard is asked once more.
      retry: (failures, error) =>
        failures < 1 && !(error instanceof HttpError && error.status >= 400 && error.status < 500),
    },
  },
});
