import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult, type IConfiguration } from 'dependency-cruiser';
import { afterAll, beforeAll, expect, test } from 'vitest';

const config = createRequire(import.meta.url)('../../../.dependency-cruiser.cjs') as IConfiguration;

let world: string;

interface Manifest {
  main?: string;
  exports?: { '.'?: unknown };
}

const workspaces: Record<string, string> = {
  contracts: 'contracts',
  kernel: 'services/kernel',
  api: 'services/api',
  imaging: 'services/imaging',
  projections: 'projections',
  web: 'web',
  deploy: 'deploy',
};
const vendors = [
  'zod',
  'pg',
  'kysely',
  'nats',
  '@eventstore/db-client',
  'stripe',
  'sharp',
  'nodemailer',
  '@nestjs/core',
  'lru-cache',
  '@duckdb/node-api',
];

/** Every file that a planted import leads to; by themselves they break no rule. */
const files = [
  'contracts/src/brand.ts',
  'contracts/src/catalogue.ts',
  'contracts/src/kernel/event.ts',
  'contracts/src/kernel/http.ts',
  'contracts/src/gallery/events.ts',
  'contracts/src/gallery/http.ts',
  'services/kernel/src/deciding/decider.ts',
  'services/kernel/src/following/process.ts',
  'services/kernel/src/database/database.ts',
  'services/kernel/src/database/query-writer.ts',
  'services/kernel/src/testing/given.ts',
  'services/api/src/account/buy.ts',
  'services/api/src/account/account.lookup.ts',
  'services/api/src/account/account.decider.ts',
  'services/api/src/account/account.feature.ts',
  'services/api/src/account/account.tables.ts',
  'services/api/src/telemetry/record-activity.ts',
  'services/api/src/members/members.lookup.ts',
  'services/imaging/src/derive/sharp.gateway.ts',
  'services/imaging/src/providers/procedural/picture.ts',
  'services/imaging/src/render.ts',
  'services/imaging/src/providers/procedural/brief.ts',
  'services/imaging/src/providers/procedural/lexicon/words.ts',
  'services/imaging/src/providers/procedural/drawing/path.ts',
  'services/imaging/src/providers/procedural/scenery/land.ts',
  'services/imaging/src/providers/procedural/composers/sea/deep.ts',
  'projections/src/kernel/projector.ts',
  'projections/src/gallery/gallery.queries.ts',
  'projections/src/gallery/gallery.tables.ts',
  'web/src/app/routes.ts',
  'web/src/features/cart/cart.ts',
  'web/src/features/gallery/page.ts',
  'web/src/lib/api.ts',
  'admin/src/app/resources.ts',
  'admin/src/features/messages/list.ts',
  'deploy/local/main.ts',
  'deploy/local/testing/setup.ts',
];

beforeAll(() => {
  world = realpathSync(mkdtempSync(join(tmpdir(), 'easel-imports-')));
  for (const path of files) write(path, 'export const here = 1;');
  for (const name of vendors) {
    const manifest = readFileSync(new URL(`../../../node_modules/${name}/package.json`, import.meta.url), 'utf8');
    write(`node_modules/${name}/package.json`, manifest);
    for (const entry of entriesOf(JSON.parse(manifest) as Manifest)) write(`node_modules/${name}/${entry}`, '');
  }
  mkdirSync(join(world, 'node_modules/@easel'), { recursive: true });
  for (const [name, folder] of Object.entries(workspaces)) {
    const src = name === 'deploy' ? '.' : './src';
    const exports = { './*': { source: `${src}/*.ts`, default: './dist/*.js' } };
    write(`${folder}/package.json`, JSON.stringify({ name: `@easel/${name}`, type: 'module', exports }));
    symlinkSync(join(world, folder), join(world, 'node_modules/@easel', name));
  }
});
afterAll(() => rmSync(world, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(world, path)), { recursive: true });
  writeFileSync(join(world, path), text);
}

/**
 * Files by which a package is reached, where it really has them: several stand in a `dist`, as what is built here does.
 */
function entriesOf({ main = 'index.js', exports }: Manifest): string[] {
  const leaves = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : Object.values(typeof value === 'object' && value !== null ? value : {}).flatMap(leaves);
  const entries = exports ? leaves(exports['.'] ?? exports) : [main];
  return entries.filter((entry) => /\.\w+$/.test(entry));
}

/** The rules that these files break, with what they import. */
async function broken(planted: Record<string, readonly string[]>): Promise<string[]> {
  for (const [path, imports] of Object.entries(planted)) {
    write(
      path,
      `${imports.map((from, i) => `import * as it${i} from '${from}'; console.log(it${i});`).join('\n')}\nexport {};`,
    );
  }
  try {
    const { options, ...ruleSet } = config;
    const { enhancedResolveOptions, ...cruiseOptions } = options ?? {};
    const roots = [...new Set(Object.values(workspaces)), 'admin'];
    const { output } = await cruise(
      roots,
      { ...cruiseOptions, baseDir: world, validate: true, ruleSet },
      enhancedResolveOptions,
    );
    return [...new Set((output as ICruiseResult).summary.violations.map((violation) => violation.rule.name))].sort();
  } finally {
    for (const path of Object.keys(planted)) rmSync(join(world, path));
  }
}

const api = 'services/api/src/gallery';
const procedural = 'services/imaging/src/providers/procedural';

test.each<[string, Record<string, readonly string[]>]>([
  ['no-circles', { 'web/src/lib/a.ts': ['./b.ts'], 'web/src/lib/b.ts': ['./a.ts'] }],
  ['no-barrels', { 'web/src/lib/index.ts': [], 'web/src/lib/a.ts': ['./index.ts'] }],
  ['resolvable', { 'web/src/lib/a.ts': ['./missing.ts'] }],
  ['no-tests-in-production', { [`${api}/publish.ts`]: ['@easel/kernel/testing/given'] }],
  ['contracts-need-zod-alone', { 'contracts/src/gallery/policy.ts': ['zod', 'lru-cache'] }],
  ['contracts-need-zod-alone', { 'contracts/src/gallery/policy.ts': ['node:crypto'] }],
  ['api-stands-alone', { [`${api}/publish.ts`]: ['@easel/projections/kernel/projector'] }],
  ['imaging-stands-alone', { 'services/imaging/src/claim.ts': ['@easel/api/account/buy'] }],
  ['projections-stands-alone', { 'projections/src/pages/pages.controller.ts': ['../../../web/src/app/routes.ts'] }],
  ['browser-stands-alone', { 'web/src/lib/a.ts': ['@easel/imaging/render'] }],
  ['web-and-admin-apart', { 'admin/src/a.ts': ['../../web/src/lib/api.ts'] }],
  ['browser-without-servers', { 'web/src/lib/a.ts': ['@easel/kernel/deciding/decider'] }],
  ['browser-without-events', { 'web/src/features/gallery/a.ts': ['@easel/contracts/gallery/events'] }],
  ['browser-without-events', { 'admin/src/a.ts': ['@easel/contracts/kernel/event'] }],
  ['kernel-below-all', { 'services/kernel/src/a.ts': ['@easel/api/account/account.lookup'] }],
  ['kernel-knows-no-feature', { 'services/kernel/src/a.ts': ['@easel/contracts/gallery/events'] }],
  ['kernel-knows-no-feature', { 'projections/src/kernel/a.ts': ['../gallery/gallery.tables.ts'] }],
  ['nobody-imports-deploy', { 'services/kernel/src/a.ts': ['@easel/deploy/local/main'] }],
  ['only-local-composes', { 'deploy/faults/a.ts': ['@easel/projections/gallery/gallery.queries'] }],
  ['only-local-composes', { 'deploy/stand-ins/stripe/a.ts': ['@easel/imaging/derive/sharp.gateway'] }],
  ['providers-stand-in-draws-alone', { 'deploy/stand-ins/providers/a.ts': ['@easel/imaging/render'] }],
  ['features-meet-in-the-log', { [`${api}/publish.ts`]: ['../account/account.tables.ts'] }],
  ['features-meet-in-the-log', { [`${api}/publish.ts`]: ['../account/buy.ts'] }],
  ['features-meet-in-the-log', { [`${api}/publish.ts`]: ['../account/account.feature.ts'] }],
  ['deciders-are-their-features', { [`${api}/publish.ts`]: ['../account/account.decider.ts'] }],
  ['lookups-are-provided-once', { [`${api}/gallery.feature.ts`]: ['../account/account.lookup.ts'] }],
  ['accounts-know-no-feature', { 'services/api/src/account/a.ts': ['../members/members.lookup.ts'] }],
  ['read-models-stand-alone', { 'projections/src/dashboard/a.ts': ['../gallery/gallery.queries.ts'] }],
  ['pages-read-queries', { 'projections/src/pages/a.ts': ['../gallery/gallery.tables.ts'] }],
  ['only-the-shell-composes-features', { 'web/src/features/members/a.ts': ['../gallery/page.ts'] }],
  ['only-the-shell-composes-features', { 'web/src/features/members/a.ts': ['../../app/routes.ts'] }],
  ['only-the-console-composes-resources', { 'admin/src/features/ledger/a.ts': ['../messages/list.ts'] }],
  ['only-the-console-composes-resources', { 'admin/src/features/ledger/a.ts': ['../../app/resources.ts'] }],
  ['shared-knows-no-feature', { 'web/src/ui/a.ts': ['../features/gallery/page.ts'] }],
  ['shared-knows-no-feature', { 'admin/src/lib/a.ts': ['../features/messages/list.ts'] }],
  ['shared-speaks-of-no-feature', { 'web/src/lib/a.ts': ['@easel/contracts/gallery/http'] }],
  ['shared-speaks-of-no-feature', { 'web/src/ui/a.ts': ['@easel/contracts/catalogue'] }],
  ['composers-stand-alone', { [`${procedural}/composers/city/a.ts`]: ['../sea/deep.ts'] }],
  ['composers-stand-alone', { [`${procedural}/composers/city/a.ts`]: ['../../lexicon/words.ts'] }],
  ['scenery-is-shared', { [`${procedural}/scenery/a.ts`]: ['../composers/sea/deep.ts'] }],
  ['scenery-is-shared', { [`${procedural}/scenery/a.ts`]: ['../lexicon/words.ts'] }],
  ['drawing-knows-no-subject', { [`${procedural}/drawing/a.ts`]: ['../scenery/land.ts'] }],
  ['drawing-knows-no-subject', { [`${procedural}/drawing/a.ts`]: ['../brief.ts'] }],
  ['lexicon-knows-no-composer', { [`${procedural}/lexicon/a.ts`]: ['../composers/sea/deep.ts'] }],
  ['deciders-are-pure', { [`${api}/gallery.decider.ts`]: ['@nestjs/core'] }],
  ['deciders-are-pure', { [`${api}/gallery.decider.ts`]: ['node:crypto'] }],
  ['deciders-are-pure', { [`${api}/gallery.decider.ts`]: ['@easel/kernel/database/database'] }],
  ['reports-are-pure', { 'projections/src/reports/sales.report.ts': ['node:fs'] }],
  ['reports-are-pure', { 'projections/src/reports/sales.report.ts': ['@easel/kernel/database/database'] }],
  ['reports-are-pure', { 'projections/src/reports/sales.report.ts': ['../kernel/projector.ts'] }],
  ['reports-are-pure', { 'projections/src/reports/figures.ts': ['lru-cache'] }],
  ['processes-are-pure', { [`${api}/publish.process.ts`]: ['@easel/kernel/database/database'] }],
  ['processes-are-pure', { [`${api}/publish.process.ts`]: ['./hide.ts'], [`${api}/hide.ts`]: [] }],
  ['processes-are-pure', { [`${api}/publish.process.ts`]: ['../telemetry/record-activity.ts'] }],
  ['log-and-bus-behind-the-kernel', { [`${api}/publish.ts`]: ['@eventstore/db-client'] }],
  ['log-and-bus-behind-the-kernel', { 'services/imaging/src/a.ts': ['nats'] }],
  ['database-behind-the-tables', { [`${api}/publish.ts`]: ['pg'] }],
  [
    'database-behind-the-tables',
    { 'projections/src/gallery/gallery.controller.ts': ['@easel/kernel/database/query-writer'] },
  ],
  ['queries-behind-the-kernel', { [`${api}/gallery.tables.ts`]: ['kysely'] }],
  ['vendors-behind-gateways', { [`${api}/publish.ts`]: ['stripe'] }],
  ['vendors-behind-gateways', { [`${api}/publish.ts`]: ['nodemailer'] }],
  ['vendors-behind-gateways', { 'services/imaging/src/a.ts': ['sharp'] }],
  ['columns-behind-one-room', { 'projections/src/gallery/gallery.controller.ts': ['@duckdb/node-api'] }],
  ['pixels-in-imaging-alone', { [`${api}/sharp.gateway.ts`]: ['sharp'] }],
  ['one-gateway-a-vendor', { [`${api}/a.gateway.ts`]: ['stripe'], [`${api}/b.gateway.ts`]: ['stripe'] }],
  ['one-gateway-a-vendor', { [`${api}/a.gateway.ts`]: ['nodemailer'], [`${api}/b.gateway.ts`]: ['nodemailer'] }],
  [
    'one-gateway-a-vendor',
    { 'services/imaging/src/a.gateway.ts': ['sharp'], 'services/imaging/src/b.gateway.ts': ['sharp'] },
  ],
])('%s catches %j', async (rule, planted) => {
  expect(await broken(planted)).toEqual([rule]);
});

test('what the house allows breaks no rule', async () => {
  const allowed = {
    'contracts/src/gallery/policy.ts': ['zod', '../kernel/event.ts'],
    'services/kernel/src/log/event-log.ts': ['@eventstore/db-client', 'nats', 'pg', '@easel/contracts/kernel/event'],
    'services/kernel/src/log/event-log.test.ts': ['../testing/given.ts', '@easel/contracts/gallery/events'],
    [`${api}/gallery.decider.ts`]: ['@easel/contracts/gallery/events', '@easel/kernel/deciding/decider'],
    [`${api}/publish.ts`]: [
      '../account/account.lookup.ts',
      '../telemetry/record-activity.ts',
      './gallery.decider.ts',
      '@easel/kernel/database/database',
    ],
    [`${api}/gallery.tables.ts`]: ['pg', '@easel/kernel/database/query-writer'],
    [`${api}/publish.process.ts`]: ['./publish.ts', './gallery.decider.ts', '@easel/kernel/following/process'],
    [`${api}/stripe.gateway.ts`]: ['stripe'],
    'services/imaging/src/sharp.gateway.ts': ['sharp'],
    [`${procedural}/composers/city/street.ts`]: ['../../brief.ts', '../../drawing/path.ts', '../../scenery/land.ts'],
    [`${procedural}/composers/registry.ts`]: ['./sea/deep.ts', '../lexicon/words.ts'],
    [`${procedural}/scenery/water.ts`]: ['./land.ts', '../drawing/path.ts', '../brief.ts'],
    [`${procedural}/lexicon/reading.ts`]: ['./words.ts', '../drawing/path.ts', '../brief.ts'],
    'projections/src/gallery/gallery.projector.ts': [
      '@easel/kernel/database/query-writer',
      '../kernel/projector.ts',
      './gallery.tables.ts',
    ],
    'projections/src/pages/pages.controller.ts': ['../gallery/gallery.queries.ts'],
    'web/src/app/pages.ts': ['../features/gallery/page.ts', '../lib/api.ts'],
    'web/src/features/gallery/list.ts': [
      './page.ts',
      '../cart/cart.ts',
      '../../lib/api.ts',
      '@easel/contracts/gallery/http',
    ],
    'web/src/lib/live.ts': ['@easel/contracts/kernel/http', '@easel/contracts/brand'],
    'web/src/lib/live.test.ts': ['@easel/contracts/gallery/http'],
    'deploy/local/app.ts': ['@easel/api/account/account.lookup', '@easel/projections/gallery/gallery.queries'],
    'deploy/stand-ins/providers/painter.ts': [
      '@easel/imaging/derive/sharp.gateway',
      '@easel/imaging/providers/procedural/picture',
    ],
    'deploy/bench/append.ts': ['@eventstore/db-client', '@easel/kernel/deciding/decider'],
  };
  expect(await broken(allowed)).toEqual([]);
});

test('no rule goes unproven', async () => {
  const source = await import('node:fs/promises').then((fs) => fs.readFile(new URL(import.meta.url), 'utf8'));
  const unproven = config.forbidden?.map((rule) => rule.name ?? '').filter((name) => !source.includes(`['${name}',`));
  expect(unproven).toEqual([]);
});
