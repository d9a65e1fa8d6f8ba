import { ordersHttp } from '@easel/contracts/orders/http';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { download } from '../../lib/api.ts';

const SIDE_PX = 48;

/** A thumbnail of what was ordered, fetched with the operator's token; an empty place where there is none. */
export function OrderPicture({ orderId: id, itemId: item }: { orderId: string; itemId: string }) {
  const { data: file } = useQuery({
    queryKey: ['order-picture', id, item],
    queryFn: async ({ signal }) => (await download(ordersHttp.picture, { params: { id, item } }, { signal })).blob,
    staleTime: Infinity,
    retry: false,
  });
  return (
    <Box
      sx={{ width: SIDE_PX, height: SIDE_PX, flexShrink: 0, borderRadius: 1, overflow: 'hidden', bgcolor: 'divider' }}
    >
      {file && <Picture file={file} />}
    </Box>
  );
}

function Picture({ file }: { file: Blob }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(file);
      return () => URL.revokeObjectURL(image.src);
    },
    [file],
  );
  return <Box component="img" ref={show} alt="" sx={{ width: 1, height: 1, objectFit: 'cover', display: 'block' }} />;
}
