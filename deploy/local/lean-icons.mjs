/**
 * Removes the React keys from the parts of lucide's icons. Keys matter only for lists that change, which these never
 * do, and being random letters they do not compress: about one kilobyte per page.
 */
export const leanIcons = {
  name: 'lean-icons',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/lucide-react\/dist\/esm\/icons\/.*\.mjs$/ },
    handler: (code) => code.replace(/, key: "\w+"/g, '').replace('__iconData.node;\n', ''),
  },
};
