import { isRefusal } from '@easel/contracts/kernel/client/api-error';
import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays one; what was not heard is asked once more.
      retry: (failures, error) => failures < 1 && !isRefusal(error),
    },
  },
});
