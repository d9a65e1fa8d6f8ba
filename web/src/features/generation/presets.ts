import { membersHttp } from '@easel/contracts/members/http';
import { useQuery } from '@tanstack/react-query';
import { routeQuery, useCommand } from '../../lib/queries.ts';

const presetsQuery = routeQuery(['presets'], membersHttp.presets, {});

/** The member's presets, read when somebody looks. */
export const usePresets = () => useQuery(presetsQuery);
export const useSavePreset = () => useCommand(membersHttp.savePreset);
export const useDeletePreset = () => useCommand(membersHttp.deletePreset);
