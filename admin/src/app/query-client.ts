import { QueryClient } from '@tanstack/react-query';
import { HttpError } from 'react-admin';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays one; what was not heard is asked once more.
      retry: (failures, error) =>
        failures < 1 && !(error instanceof HttpError && error.status >= 400 && error.status < 500),
    },
  },
});
