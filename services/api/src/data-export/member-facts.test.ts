import { auditStream } from '@easel/contracts/audit/stream';
import { features } from '@easel/contracts/features';
import { vitalsStream } from '@easel/contracts/telemetry/stream';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { categoriesOfMembers } from './member-facts.ts';

test('whatever says of a fact whose it is stands in an export, but for audits; pages that were measured are nobody’s', () => {
  const left = features.flatMap(({ facts = {}, streams = [] }) => {
    const saysWhose = Object.values(facts).some(
      ({ data }) => data instanceof z.ZodObject && ('memberId' in data.shape || 'senderId' in data.shape),
    );
    return saysWhose ? streams.map(({ category }) => category).filter((one) => !categoriesOfMembers.has(one)) : [];
  });
  expect(left).toEqual([vitalsStream.category, auditStream.category]);
});
