import { minifySync, parseSync, Visitor } from 'rolldown/utils';

/** What servers read of a route and browsers do not. */
export const SERVERS_ONLY = new Set(['also', 'side', 'params', 'query', 'body', 'errors', 'limit', 'form', 'acts']);

/**
 * Leaves out of the contract's routes what only servers read, and with it the schemas of what is sent: 3 kB of every
 * page. A page that checks what it sends imports that schema by its own name.
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
  return removable(withoutUnused(removable(withoutServersOnly(code))));
}

function withoutServersOnly(code) {
  const edits = [];
  new Visitor({
    CallExpression({ callee, arguments: [definition] }) {
      if (callee.name !== 'route' || definition?.type !== 'ObjectExpression') return;
      const { properties, end } = definition;
      for (const [index, { key, start }] of properties.entries()) {
        if (SERVERS_ONLY.has(key?.name)) edits.push([start, properties[index + 1]?.start ?? end - 1, '']);
      }
    },
  }).visit(programOf(code));
  return edited(code, edits);
}

/** Marks what calls build as removable where nobody uses it: a contract declares and does nothing else. */
function removable(code) {
  const declarations = programOf(code).body.flatMap(
    (statement) => (statement.declaration ?? statement).declarations ?? [],
  );
  const calls = declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? init : []));
  const edits = calls.flatMap(({ start, end }) => [
    [start, start, '/* @__PURE__ */ (() => '],
    [end, end, ')()'],
  ]);
  return edited(code, edits);
}

/** Has a contract import no other whose schemas it does not use any more: pages would load that one, too. */
const withoutUnused = (code) =>
  minifySync('contract.js', code, { module: true, mangle: false, codegen: { removeWhitespace: false } }).code.replace(
    /^import "[^"]+";$/gm,
    '',
  );

const programOf = (code) => parseSync('contract.js', code).program;

/** Replaces what stands from an offset to another. */
const edited = (code, edits) =>
  edits
    .toSorted(([one], [other]) => other - one)
    .reduce((text, [from, to, instead]) => text.slice(0, from) + instead + text.slice(to), code);
