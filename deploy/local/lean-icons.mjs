/**
 * Leaves out of icons the keys by which React follows parts that move, as those of an icon never do: letters at random,
 * which do not pack, a kilobyte of every page.
 */
export const leanIcons = {
  name: 'lean-icons',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/lucide-react\/dist\/esm\/icons\/.*\.mjs$/ },
    handler: (code) => code.replace(/, key: "\w+"/g, '').replace('__iconData.node;\n', ''),
  },
};
