import { auditStream } from '@easel/contracts/audit/stream';
import { features } from '@easel/contracts/features';
import { visitsStream, vitalsStream } from '@easel/contracts/telemetry/stream';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { categoriesOfMembers } from './member-facts.ts';

test('exports every event that says whose it is, but for audits; visits and measured pages are nobody’s', () => {
  const left = features.flatMap(({ facts = {}, streams = [] }) => {
    const saysWhose = Object.values(facts).some(
      ({ data }) => data instanceof z.ZodObject && ('memberId' in data.shape || 'senderId' in data.shape),
    );
    return saysWhose ? streams.map(({ category }) => category).filter((one) => !categoriesOfMembers.has(one)) : [];
  });
  expect(left).toEqual([visitsStream.category, vitalsStream.category, auditStream.category]);
});
