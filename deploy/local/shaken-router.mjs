import { fileURLToPath } from 'node:url';

export const productionRouter = {
  find: /^react-router$/,
  replacement: fileURLToPath(new URL('../../node_modules/react-router/dist/production/index.mjs', import.meta.url)),
};

/**
 * Makes removable what the router has and nobody here uses: components that are given a name, or made by a call or from
 * another class, and what a link prefetches by the routes of a framework, which we have none of. The bundler would keep
 * all of it: 4 kB of every page.
 */
export const shakenRouter = {
  name: 'shaken-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\/dist\/.*\.mjs$/ },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(/^(var \w+ = )(?=React\d*\.(?:forwardRef|memo)\()/gm, '$1/* @__PURE__ */ ')
        .replace(/^(var \w+ = )(class extends React\d*\.Component \{$.*?^\});$/gms, '$1/* @__PURE__ */ (() => $2)();')
        .replace(/^function PrefetchPageLinks\(.*?^\}$/ms, 'function PrefetchPageLinks() {\n  return null;\n}'),
  },
};
