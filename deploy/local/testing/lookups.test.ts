import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const house = fileURLToPath(new URL('../../../', import.meta.url));

/** What a look-up says of itself to whoever imports it: its declarations, without what is private to it. */
function declared(path: string, source: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ESNext,
      allowImportingTsExtensions: true,
    },
  });
  const complaints = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  expect(complaints).toEqual([]);
  return outputText;
}

/** Files of the command side that the declarations name, but for other look-ups, feeds and settings. */
const givenAway = (path: string, source: string): string[] =>
  [...declared(path, source).matchAll(/ from '(\.[^']+)'/g)]
    .flatMap(([, from]) => from ?? [])
    .filter((from) => !/\.(lookup|config|feed)\.ts$/.test(from));

const lookups = globSync('services/api/src/*/*.lookup.ts', { cwd: house });

test('there are look-ups', () => expect(lookups.length).toBeGreaterThan(10));

test.each(lookups)('%s answers with views of its own, not with what deciders fold', (path) => {
  expect(givenAway(path, readFileSync(house + path, 'utf8'))).toEqual([]);
});

test.each([
  ['a decider’s state', 'of(): Promise<Account> { return this.fold(); }', './account.decider.ts'],
  ['it among others', 'of(): Record<string, Account[]> { return {}; }', './account.decider.ts'],
  ['its own way to fold', 'constructor(accounts: Accounts) {}', './accounts.ts'],
])('one that gives away %s is caught', (_, member, from) => {
  const source = `
    import type { Account } from './account.decider.ts';
    import type { Accounts } from './accounts.ts';
    export class AccountLookup { private fold(): Promise<Account> { throw new Error(); } ${member} }`;
  expect(givenAway('account.lookup.ts', source)).toEqual([from]);
});
