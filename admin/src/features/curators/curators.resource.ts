import { curatorsConsoleHttp } from '@easel/contracts/curators/console.http';
import Museum from '@mui/icons-material/MuseumOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../../app/resource.ts';

/** Members who sell as curators, or did, with what they sold. */
export const curators: ConsoleResource = {
  name: 'curators',
  label: 'Curators',
  icon: Museum,
  list: lazy(() => import('./curator-list.tsx')),
  access: { list: curatorsConsoleHttp.list },
};
