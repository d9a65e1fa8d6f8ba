import { status } from '@grpc/grpc-js';
import { StoreError } from '../errors.ts';
import { type GroupConfig, sourceName } from './settings.ts';

type Name = Pick<GroupConfig, 'stream' | 'group'>;

const refusal = (code: status, exception: string, details: string, { stream, group }: Name, reason?: string) =>
  new StoreError(code, details, {
    exception,
    'stream-name': sourceName(stream),
    'group-name': group,
    ...(reason === undefined ? {} : { reason }),
  });

// In the client's own words, which it says itself where an older server is asked.
export const doesNotExist = (name: Name) =>
  refusal(
    status.NOT_FOUND,
    'persistent-subscription-does-not-exist',
    `Subscription group ${name.group} on stream ${sourceName(name.stream)} does not exist.`,
    name,
  );

export const exists = (name: Name) =>
  refusal(
    status.ALREADY_EXISTS,
    'persistent-subscription-exists',
    `there is a group ${name.group} on ${sourceName(name.stream)} already`,
    name,
  );

export const failed = (name: Name, reason: string) =>
  refusal(status.INTERNAL, 'persistent-subscription-failed', reason, name, reason);

export const dropped = (name: Name, reason: string) =>
  refusal(status.CANCELLED, 'persistent-subscription-dropped', reason, name);

export const maximumSubscribersReached = (name: Name) =>
  refusal(
    status.FAILED_PRECONDITION,
    'maximum-subscribers-reached',
    `the group ${name.group} has all the subscribers it admits`,
    name,
  );
