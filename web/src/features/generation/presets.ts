import { presetsHttp } from '@easel/contracts/members/presets.http';
import { useQuery } from '@tanstack/react-query';
import { routeQuery, useCommand } from '../../lib/queries.ts';

const presetsQuery = routeQuery(['presets'], presetsHttp.list, {});

/** The member's presets, read when somebody looks. */
export const usePresets = () => useQuery(presetsQuery);
export const useSavePreset = () => useCommand(presetsHttp.save);
export const useDeletePreset = () => useCommand(presetsHttp.remove);
