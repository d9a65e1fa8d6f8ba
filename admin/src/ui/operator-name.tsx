import { useGetManyAggregate } from 'react-admin';

/** A colleague by name; those of one page are asked for together. */
export function OperatorName({ id }: { id: string }) {
  const { data } = useGetManyAggregate<{ id: string; name: string }>('operators', { ids: [id] });
  const [operator] = data ?? [];
  return <span title={id}>{operator?.name ?? 'Operator'}</span>;
}
