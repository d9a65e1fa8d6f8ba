import { fileURLToPath } from 'node:url';

export const productionRouter = {
  find: /^react-router$/,
  replacement: fileURLToPath(new URL('../../node_modules/react-router/dist/production/index.mjs', import.meta.url)),
};

/**
 * What the router has and nobody here uses is kept by two habits of it: components that are told their name, and made
 * by a call. Without the names, and with the calls known to do nothing else, it is left out: 3 kB of every page.
 */
export const shakenRouter = {
  name: 'shaken-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\/dist\/.*\.mjs$/ },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(/^(var \w+ = )(?=React\d*\.(?:forwardRef|memo)\()/gm, '$1/* @__PURE__ */ '),
  },
};
