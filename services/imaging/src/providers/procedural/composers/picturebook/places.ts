import { blob, both, box, line, oval, poly, thing, type Part } from './part.ts';

const DARK = '#2b2622';
const GLOW = '#ffd873';

const battlements = (x: number, y: number, width: number, ink: Part['ink']): Part[] =>
  Array.from({ length: Math.floor(width / 5) }, (_, n) => box(x + n * 5, y - 4, 3, 5, ink, 0));
const tower = (x: number, top: number, width: number, roof: Part['ink']): Part[] => [
  box(x, top, width, 98 - top, 'main', 0, 'drum'),
  box(x - 1.5, top, width + 3, 4, 'deep'),
  ...battlements(x - 1, top, width + 3, 'main'),
  poly(`${x - 2},${top - 3} ${x + width + 2},${top - 3} ${x + width / 2},${top - 24}`, roof, 'drum'),
  ...line(`${x + width / 2},${top - 24} ${x + width / 2},${top - 32}`, 0.7, DARK),
  poly(`${x + width / 2},${top - 32} ${x + width / 2 + 8},${top - 29} ${x + width / 2},${top - 26}`, '#d8a53a'),
  box(x + width / 2 - 1.6, top + 10, 3.2, 8, DARK, 1.5, 'flat'),
];

const castle = thing(
  'land',
  '#b9b0a2',
  0.94,
  ...tower(40, 32, 20, '#8a3434'),
  ...tower(8, 46, 16, '#3f5f8a'),
  ...tower(76, 46, 16, '#3f5f8a'),
  box(20, 62, 60, 37, 'main'),
  ...battlements(20, 62, 60, 'main'),
  ...[28, 68].map((x) => box(x, 70, 4, 8, DARK, 2, 'flat')),
  blob('40,99! 40,82 44,75 50,73 56,75 60,82 60,99!', '#5a3a22', 'flat'),
  ...[44, 50, 56].map((x) => box(x - 0.4, 75, 0.8, 24, DARK, 0, 'flat')),
  ...[80, 87, 94].map((y) => box(40, y, 20, 0.8, DARK, 0, 'flat')),
);

const eiffel = thing(
  'land',
  '#6f5a48',
  1.04,
  ...both(
    blob('18,100! 34,100! 38,82 42,66! 47,66! 47,72 41,72 30,72', 'main', 'flat'),
    poly('18,100 30,100 45,40 48,2 46,2 41,42', 'main', 'flat'),
  ),
  blob('30,100 34,88 42,82 50,80 58,82 66,88 70,100! 66,100! 60,90 50,86 40,90 34,100!', 'main', 'flat'),
  box(30, 70, 40, 4.6, 'deep', 1),
  box(39, 44, 22, 3.6, 'deep', 0.6),
  box(47, 4, 6, 40, 'main', 0, 'flat'),
  box(49.3, -10, 1.4, 14, 'deep', 0),
  box(46, 6, 8, 2.4, 'deep', 0.6),
  poly('41,46 59,46 64,70 36,70', 'main', 'flat'),
  ...[50, 56, 62]
    .map((y) => [
      ...line(`${42 - (y - 46) * 0.2},${y} ${58 + (y - 46) * 0.2},${y + 6}`, 0.9, '#d9c7a8'),
      ...line(`${58 + (y - 46) * 0.2},${y} ${42 - (y - 46) * 0.2},${y + 6}`, 0.9, '#d9c7a8'),
    ])
    .flat(),
  ...[12, 20, 28, 36]
    .map((y) => [
      ...line(`47.4,${y} 52.6,${y + 7}`, 0.7, '#d9c7a8'),
      ...line(`52.6,${y} 47.4,${y + 7}`, 0.7, '#d9c7a8'),
    ])
    .flat(),
  ...both(
    ...[76, 83, 90]
      .map((y) => line(`${41 - (y - 72) * 0.7},${y} ${33 - (y - 76) * 0.62},${y + 5}`, 0.8, '#d9c7a8'))
      .flat(),
  ),
);

const cabin = thing(
  'land',
  '#8a5a34',
  0.84,
  ...[
    [70, 6, 8],
    [76, -4, 10],
    [70, -14, 7],
  ].map(([x, y, r]) => oval(x!, y!, r!, r! * 0.7, '#e9ebee')),
  box(66, 12, 10, 26, '#8a8480'),
  poly('50,8 98,54 2,54', '#5a3a2a'),
  poly('50,2 100,50 96,56 50,13 4,56 0,50', '#f4f7fa'),
  box(12, 50, 76, 48, 'main'),
  ...[50, 58, 66, 74, 82, 90]
    .map((y) => [
      box(12, y + 6.4, 76, 1.4, '#5a3820', 0, 'flat'),
      oval(12, y + 3.4, 3, 3.6, '#b07a48'),
      oval(88, y + 3.4, 3, 3.6, '#b07a48'),
    ])
    .flat(),
  poly('20,50 80,50 50,22', 'main'),
  oval(50, 38, 5.4, 5.4, GLOW, 'flat'),
  box(42, 66, 16, 32, '#4a2c1a', 1),
  oval(55, 82, 1.2, 1.2, '#d8a53a'),
  ...both(
    box(19, 64, 17, 16, '#4a2c1a'),
    box(20.6, 65.6, 13.8, 12.8, GLOW, 0, 'flat'),
    box(27, 65, 1.2, 14, '#4a2c1a', 0, 'flat'),
    box(20, 71.4, 15, 1.2, '#4a2c1a', 0, 'flat'),
  ),
);

const roofOf = (y: number, half: number): Part[] => [
  blob(
    `${50 - half},${y + 8}! ${50 - half * 0.62},${y + 2} ${50 - half * 0.3},${y - 7} 50,${y - 8} ${50 + half * 0.3},${y - 7} ${50 + half * 0.62},${y + 2} ${50 + half},${y + 8}! 50,${y + 7}`,
    '#33404a',
  ),
  ...line(`${50 - half * 0.95},${y + 8} 50,${y + 7} ${50 + half * 0.95},${y + 8}`, 1, '#d8a53a'),
];
const temple = thing(
  'land',
  '#c8402f',
  0.98,
  ...line('50,-14 50,4', 1.4, '#d8a53a'),
  ...[-10, -6, -2].map((y) => oval(50, y, 2.4, 1, '#d8a53a')),
  box(40, 10, 20, 14, 'main'),
  ...roofOf(10, 30),
  box(35, 32, 30, 16, 'main'),
  ...roofOf(32, 37),
  box(30, 56, 40, 18, 'main'),
  ...roofOf(56, 44),
  box(25, 80, 50, 14, 'main'),
  ...roofOf(79, 50),
  ...[
    [40, 18],
    [35, 40],
    [30, 64],
  ]
    .map(([x, y]) => both(box(x! + 3, y!, 4, 6, '#fbe6b8', 0, 'flat')))
    .flat(),
  box(44, 86, 12, 10, '#4a2018', 0, 'flat'),
  box(14, 94, 72, 5, '#9a948a', 1),
);

const barn = thing(
  'land',
  '#b3322c',
  0.88,
  box(78, 26, 16, 72, '#b8bec4', 0, 'drum'),
  oval(86, 26, 8, 8, '#8f979e'),
  poly('10,56 18,30 46,14 74,30 82,56', '#5a4a44'),
  poly('14,58 21,33 46,19 71,33 78,58 78,98 14,98', 'main'),
  ...[22, 30, 38, 54, 62, 70].map((x) => box(x, 36, 0.8, 62, 'deep', 0, 'flat')),
  box(38, 30, 16, 14, '#f7f2e8'),
  box(40, 32, 12, 10, DARK, 0, 'flat'),
  box(28, 62, 36, 36, '#f7f2e8'),
  box(30.4, 64.4, 14.4, 33.6, 'main'),
  box(47.4, 64.4, 14.4, 33.6, 'main'),
  ...line('31,65 44,97', 1.8, '#f7f2e8'),
  ...line('44,65 31,97', 1.8, '#f7f2e8'),
  ...line('48,65 61,97', 1.8, '#f7f2e8'),
  ...line('61,65 48,97', 1.8, '#f7f2e8'),
);

const sail = (degrees: number): Part[] => {
  const angle = (degrees / 180) * Math.PI;
  const at = (x: number, y: number): string =>
    `${50 + x * Math.cos(angle) - y * Math.sin(angle)},${34 + x * Math.sin(angle) + y * Math.cos(angle)}`;
  return [
    poly(`${at(0, -6)} ${at(9, -6)} ${at(9, -46)} ${at(0, -46)}`, '#f7f0dc', 'flat'),
    ...[-14, -22, -30, -38].map((y) => line(`${at(0, y)} ${at(9, y)}`, 0.7, '#8a6a48')).flat(),
    ...line(`${at(0, 0)} ${at(0, -48)}`, 1.8, '#6b4426'),
  ];
};
const windmill = thing(
  'land',
  '#d9cdb8',
  1,
  blob('36,36! 64,36! 74,98! 26,98!', 'main', 'drum'),
  blob('33,37! 38,22 50,15 62,22 67,37!', '#6b3f2a'),
  box(44, 78, 12, 20, '#6b3f2a', 3),
  ...[
    [44, 54],
    [53, 66],
  ].map(([x, y]) => box(x!, y!, 6, 8, DARK, 1, 'flat')),
  box(25, 68, 50, 2.4, '#6b4426'),
  ...sail(38),
  ...sail(128),
  ...sail(218),
  ...sail(308),
  oval(50, 34, 3, 3, '#4a2f1c'),
  ...Array.from({ length: 12 }, (_, n) => [
    ...line(`${-16 + n * 12},99 ${-16 + n * 12},92`, 1, '#4f8a3c'),
    blob(
      `${-16 + n * 12},86 ${-13 + n * 12},90 ${-16 + n * 12},94 ${-19 + n * 12},90`,
      (['#d8303a', '#f2c22c', '#e8869a'] as const)[n % 3]!,
    ),
  ]).flat(),
);

const pyramids = thing(
  'land',
  '#e0b468',
  1.06,
  blob('-70,104 -60,94 0,92 60,94 120,92 170,96 170,140! -70,140!', '#e6c486', 'flat'),
  poly('78,60 106,96 58,96', 'deep'),
  poly('78,60 84,96 58,96', 'main', 'flat'),
  poly('16,54 46,96 -14,96', 'main', 'flat'),
  poly('16,54 46,96 24,96', 'deep', 'flat'),
  poly('48,22 96,98 0,98', 'main', 'flat'),
  poly('48,22 96,98 62,98', 'deep', 'flat'),
  ...[36, 50, 64, 78, 90]
    .map((y) => line(`${48 - (y - 22) * 0.63},${y} ${48 + (y - 22) * 0.184},${y}`, 0.5, '#b98a48'))
    .flat(),
  blob(
    '84,99! 85,92 88,88 92,90 95,86 98,90 100,92 104,84 107,85 105,92 102,94 101,99! 99.6,99! 99,95 92,95 91,99!',
    '#6b4a30',
  ),
);

const church = thing(
  'land',
  '#d9d2c4',
  1,
  poly('50,2 62,34 38,34', '#4a5a6a'),
  box(38, 34, 24, 64, 'main', 0, 'drum'),
  ...line('50,2 50,-12', 1.2, '#c9a24a'),
  ...line('45,-7 55,-7', 1.2, '#c9a24a'),
  oval(50, 46, 6, 6, '#3f6fa8', 'shine'),
  ...both(
    poly('10,62 24,44 38,62', '#4a5a6a'),
    box(12, 62, 26, 36, 'main'),
    ...[18, 29].map((x) => blob(`${x - 3},90! ${x - 3},74 ${x},68 ${x + 3},74 ${x + 3},90!`, '#5f8ac0', 'shine')),
    poly('10,62 16,62 13,40', '#4a5a6a'),
  ),
  blob('44,98! 44,80 50,70 56,80 56,98!', '#5a3a22', 'flat'),
  blob('46,66! 46,58 50,53 54,58 54,66!', '#c8504c', 'shine'),
);

const volcano = thing(
  'land',
  '#54443e',
  1.06,
  ...[
    [50, 8, 20],
    [34, -2, 18],
    [66, -6, 20],
    [48, -20, 22],
    [28, -20, 14],
    [74, -24, 16],
  ].map(([x, y, r]) => oval(x!, y!, r!, r! * 0.8, '#6b6462')),
  ...[
    [42, 4],
    [58, 2],
    [50, -8],
  ]
    .map(([x, y]) => line(`50,32 ${x},${y}`, 2.6, '#ff9a2c'))
    .flat(),
  ...[
    [34, 0],
    [66, -4],
    [26, 14],
    [74, 12],
    [54, -16],
  ].map(([x, y]) => oval(x!, y!, 2, 2, '#ffb63a', 'flat')),
  blob('-20,100! 10,80 30,48 40,32! 60,32! 70,48 90,80 120,100!', 'main', 'soft'),
  blob('38,33! 46,30 54,30 62,33! 58,38 42,38', '#ffc04a', 'flat'),
  blob('44,35 50,38 56,35 58,52 66,70 62,88 58,70 52,60 50,80 46,96 42,74 46,56', '#f2581c', 'flat'),
  blob('47,37 52,38 54,54 51,66 48,54', '#ffb63a', 'flat'),
  blob('36,42 40,40 36,62 26,82 30,60', '#f2581c', 'flat'),
);

const bows = ['#e0483c', '#f28a2c', '#f6cf3a', '#5fb85a', '#3f8fd0', '#7a55c0'] as const;
const rainbow = thing(
  'land',
  '#ffffff',
  1.1,
  ...bows.map((ink, n): Part => {
    const [outer, inner] = [58 - n * 4.6, 53.4 - n * 4.6];
    const arc = (r: number, way: 1 | -1) =>
      Array.from({ length: 41 }, (_, i) => {
        const a = Math.PI + ((way === 1 ? i : 40 - i) / 40) * Math.PI;
        return { x: 50 + Math.cos(a) * r, y: 88 + Math.sin(a) * r };
      });
    return { points: [...arc(outer, 1), ...arc(inner, -1)], ink, look: 'flat' };
  }),
  ...both(oval(-2, 88, 16, 9, 'main'), oval(14, 90, 14, 8, 'main'), oval(6, 82, 12, 9, 'main')),
);

const waterfall = thing(
  'land',
  '#5f6a58',
  1.1,
  blob('-30,100! -28,30 -10,14 16,10 34,16 36,24! 64,24! 66,14 86,8 110,16 130,34 130,100!', 'main'),
  ...both(
    blob('-20,40 -4,30 10,46 6,80 -10,90', 'deep'),
    blob('18,30 30,26 32,60 26,84 18,70', 'pale'),
    oval(10, 10, 16, 7, '#4f8a3c'),
    oval(-10, 16, 14, 7, '#3f7a34'),
    oval(28, 15, 9, 5, '#5f9a48'),
  ),
  blob('36,22! 50,20 64,22! 66,60 68,94! 32,94! 34,60', '#d6ecf6', 'drum'),
  ...[40, 46, 52, 58]
    .map((x, n) => line(`${x},24 ${x + (n % 2) - 0.5},58 ${x - (n % 2)},92`, 1.6, n % 2 === 0 ? '#ffffff' : '#a8d0e6'))
    .flat(),
  oval(50, 98, 76, 10, '#6fb4d0', 'flat'),
  ...[
    [34, 94, 10],
    [46, 96, 12],
    [58, 95, 12],
    [68, 95, 9],
    [50, 90, 14],
  ].map(([x, y, r]) => oval(x!, y!, r!, r! * 0.46, '#f4fbff')),
  ...both(oval(0, 99, 14, 7, '#4a5048'), oval(20, 103, 10, 5, '#6a7068')),
);

const storm = thing(
  'land',
  '#4a5060',
  1.02,
  ...[
    [18, 20, 24],
    [44, 10, 28],
    [72, 16, 26],
    [94, 24, 18],
    [4, 28, 16],
    [54, 26, 30],
  ].map(([x, y, r], n) => oval(x!, y!, r!, r! * 0.74, n % 2 === 0 ? 'main' : 'deep')),
  poly('54,34 38,66 50,66 40,98 70,56 56,56 66,34', '#fff0a0', 'flat'),
  poly('20,40 12,60 18,60 12,80 28,54 21,54 26,40', '#ffe27a', 'flat'),
  poly('86,40 80,56 85,56 80,74 94,50 88,50 91,40', '#ffe27a', 'flat'),
  ...[4, 30, 36, 72, 78, 98, 64, 8]
    .map((x, n) => line(`${x},${50 + (n % 3) * 8} ${x - 3},${62 + (n % 3) * 8}`, 0.9, '#a8c4dc'))
    .flat(),
);

export const places = {
  castle,
  'eiffel tower': eiffel,
  cabin,
  temple,
  barn,
  windmill,
  pyramids,
  church,
  volcano,
  rainbow,
  waterfall,
  storm,
};
