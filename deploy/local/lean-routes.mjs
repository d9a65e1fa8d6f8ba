import { minifySync, parseSync, Visitor } from 'rolldown/utils';

/** What servers read of a route and browsers do not. */
export const SERVERS_ONLY = new Set(['also', 'side', 'params', 'query', 'body', 'errors', 'limit', 'form', 'acts']);

/**
 * Leaves out of the contract's routes what only servers read, and with it the schemas of what is sent; of replies and
 * live events it says that there are some, as the app trusts their shapes (`web/src/lib/api.ts`). With what reads
 * schemas this is 15 kB of every page. A page that checks what it sends imports that schema by its own name.
 */
export const leanRoutes = {
  name: 'lean-routes',
  apply: 'build',
  transform: {
    filter: { id: /\/contracts\/src\/.*\.ts$/ },
    handler: leanContract,
  },
};

/** Returns the code of a contract, in JavaScript, without what browsers do not read of its routes. */
export function leanContract(code) {
  let before;
  let lean = removable(withoutServersOnly(code));
  // What an unused declaration was made from may be unused in turn.
  for (let passes = 0; lean !== before && passes < 5; passes++) {
    before = lean;
    lean = withoutStatements(withoutUnused(lean));
  }
  return removable(lean, ['CallExpression', 'ObjectExpression']);
}

function withoutServersOnly(code) {
  const edits = [];
  new Visitor({
    CallExpression({ callee, arguments: [definition] }) {
      if (definition?.type !== 'ObjectExpression') return;
      if (callee.name === 'route') edits.push(...routeEdits(definition));
      if (callee.name === 'liveShapes') edits.push(...definition.properties.flatMap(withoutShape));
    },
  }).visit(programOf(code));
  return edited(code, edits);
}

const routeEdits = ({ properties, end }) =>
  properties.flatMap((property, index) => {
    const { key, start } = property;
    if (SERVERS_ONLY.has(key?.name)) return [[start, properties[index + 1]?.start ?? end - 1, '']];
    return key?.name === 'reply' ? withoutShape(property) : [];
  });

const withoutShape = ({ key, start, end }) => [[start, end, `${key.name}: true`]];

/**
 * Marks what calls build as removable where it is unused: a contract declares and does nothing else. Of objects only
 * at the end, as the minifier would leave their parts.
 */
function removable(code, types = ['CallExpression']) {
  const declarations = programOf(code).body.flatMap(
    (statement) => (statement.declaration ?? statement).declarations ?? [],
  );
  const calls = declarations.flatMap(({ init }) => (types.includes(init?.type) ? init : []));
  const edits = calls.flatMap(({ start, end }) => [
    [start, start, '/* @__PURE__ */ (() => ('],
    [end, end, '))()'],
  ]);
  return edited(code, edits);
}

/** Has a contract import no other whose schemas it does not use any more: pages would load that one, too. */
const withoutUnused = (code) =>
  minifySync('contract.js', code, { module: true, mangle: false, codegen: { removeWhitespace: false } }).code.replace(
    /^import "[^"]+";$/gm,
    '',
  );

/** Drops what the minifier leaves of an unused declaration, the calls in it: a contract has no other statements. */
function withoutStatements(code) {
  const statements = programOf(code).body.filter(({ type }) => type === 'ExpressionStatement');
  return edited(
    code,
    statements.map(({ start, end }) => [start, end, '']),
  );
}

const programOf = (code) => parseSync('contract.js', code).program;

/** Replaces what stands from an offset to another. */
const edited = (code, edits) =>
  edits
    .toSorted(([one], [other]) => other - one)
    .reduce((text, [from, to, instead]) => text.slice(0, from) + instead + text.slice(to), code);
