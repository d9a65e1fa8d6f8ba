import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { defineProblems } from '../kernel/problem.ts';
import { PASSWORD_MAX } from '../members/policy.ts';

export const operatorProblems = defineProblems('operators', {
  wrongCredentials: [401, 'Invalid email or password'],
});

const admin = z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.string() });

export const operatorsHttp = {
  login: route({
    method: 'POST',
    path: '/api/admin/login',
    side: 'command',
    access: 'anyone',
    body: z.object({
      email: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
      password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX)),
    }),
    reply: z.object({ success: z.literal(true), token: z.string(), admin }),
    errors: [operatorProblems.wrongCredentials],
    limit: { calls: 20, seconds: 300 },
  }),
  logout: route({
    method: 'POST',
    path: '/api/admin/logout',
    side: 'command',
    access: { operators: ['admin', 'support', 'analyst', 'auditor'] },
    reply: z.object({ success: z.literal(true) }),
  }),
  me: route({
    method: 'GET',
    path: '/api/admin/me',
    side: 'command',
    access: { operators: ['admin', 'support', 'analyst', 'auditor'] },
    reply: z.object({ success: z.literal(true), admin }),
  }),
};
