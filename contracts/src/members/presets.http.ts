import * as z from 'zod/mini';
import { someSettings } from '../generation/bodies.http.ts';
import { route } from '../kernel/http.ts';
import { neededText } from '../kernel/needed.ts';
import { presetProblems } from './problems.ts';

// Apart from the members' other routes, which every page loads: these know the generator's settings.

export const preset = z.object({
  id: z.uuid('Please give the preset an id, a UUID'),
  name: neededText('Please enter a name for the preset').check(z.maxLength(60)),
  settings: someSettings,
});
export type Preset = z.output<typeof preset>;

export const presetsHttp = {
  list: route({
    method: 'GET',
    path: '/api/auth/presets',
    side: 'command',
    access: 'member',
    reply: z.object({ success: z.literal(true), presets: z.array(preset) }),
  }),
  save: route({
    method: 'PUT',
    path: '/api/auth/presets',
    side: 'command',
    access: 'member',
    body: preset,
    reply: z.object({ success: z.literal(true), preset }),
    errors: [presetProblems.tooMany],
    moves: ['presets'],
    limit: { calls: 120, seconds: 3600 },
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/auth/presets/:id',
    side: 'command',
    access: 'member',
    params: z.object({ id: z.uuid() }),
    reply: z.object({ success: z.literal(true) }),
    errors: [presetProblems.unknown],
    moves: ['presets'],
    limit: { calls: 120, seconds: 3600 },
  }),
};
