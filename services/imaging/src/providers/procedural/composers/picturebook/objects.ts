import { blob, both, box, hoop, line, oval, poly, star, thing, turned, type Part } from './part.ts';

const DARK = '#26241f';
const GOLD = '#dcae45';
const WOOD = '#8a5a34';

const perfume = thing(
  'studio',
  '#e9b7a0',
  0.66,
  box(40, 4, 20, 22, GOLD, 3, 'drum'),
  box(44, 25, 12, 8, '#c9973a', 1, 'drum'),
  box(18, 32, 64, 66, '#f4e9e4', 8, 'soft'),
  box(23, 44, 54, 49, 'main', 5, 'soft'),
  box(26, 36, 7, 54, '#ffffff', 3, 'flat'),
  box(35, 56, 30, 22, '#fbf6ee', 1, 'flat'),
  box(39, 62, 22, 1.8, GOLD, 0, 'flat'),
  box(43, 67, 14, 1.4, '#8a7a5a', 0, 'flat'),
  box(41, 71, 18, 1.4, '#8a7a5a', 0, 'flat'),
);

const bottle = thing(
  'studio',
  '#7a4a24',
  0.76,
  box(42, 2, 16, 22, DARK, 3, 'drum'),
  box(40, 22, 20, 6, '#3a3630', 1, 'drum'),
  blob('40,28! 60,28! 70,38 72,48 72,94 66,98 34,98 28,94 28,48 30,38', 'main', 'drum'),
  box(28, 54, 44, 32, '#f7f1e4', 0, 'drum'),
  box(36, 62, 28, 2.4, '#4a5a44', 0, 'flat'),
  box(40, 68, 20, 1.6, '#8a8a7a', 0, 'flat'),
  box(40, 72, 20, 1.6, '#8a8a7a', 0, 'flat'),
  ...turned(-30, 82, 88, blob('74,96 80,80 90,76 88,88', '#6fa04c'), blob('70,98 84,94 94,98 84,102', '#8abf5e')),
);

const sneakers = thing(
  'studio',
  '#f4f2ee',
  0.82,
  blob('6,92 4,70 8,50 22,46 32,52 46,54 54,66 72,74 90,78 96,88 95,92!', 'main'),
  blob('8,50 22,46 32,52 34,62 20,66 6,66', 'deep'),
  blob('54,66 72,74 90,78 94,86 70,84 56,78', 'pale'),
  ...[
    [44, 68],
    [51, 70],
    [58, 73],
  ]
    .map(([x, y]) => line(`${x! - 8},${y! - 10} ${x! + 2},${y! - 14}`, 1.8, '#2f6fc0'))
    .flat(),
  ...line('20,80 36,68 46,82', 3, '#c8322f'),
  ...line('28,84 42,72', 2, '#c8322f'),
  blob('3,88 30,87 60,88 97,87 98,94 90,98 10,98 3,94', '#fbfaf6'),
  box(4, 93.4, 93, 1.8, '#c9c4b8', 0, 'flat'),
  oval(17, 47, 9, 3.6, DARK, 'flat'),
);

const watchFace: Part[] = [
  oval(50, 50, 28, 28, GOLD, 'shine'),
  oval(50, 50, 24, 24, '#fbf8f0', 'flat'),
  ...Array.from({ length: 12 }, (_, n) =>
    turned(n * 30, 50, 50, box(49.2, 28, 1.6, n % 3 === 0 ? 5 : 3, DARK, 0, 'flat')),
  ).flat(),
  ...line('50,50 50,34', 1.8, DARK),
  ...line('50,50 62,56', 1.8, DARK),
  ...line('50,50 44,66', 0.7, '#c8322f'),
  oval(50, 50, 1.9, 1.9, DARK),
];
const watch = thing(
  'studio',
  '#5a3a26',
  0.84,
  box(37, 0, 26, 30, 'main', 4, 'drum'),
  box(37, 70, 26, 30, 'main', 4, 'drum'),
  ...[84, 90, 95].map((y) => oval(50, y, 1.2, 1.2, DARK, 'flat')),
  ...both(...line('40,2 40,26', 0.6, 'pale')),
  box(77, 47, 5, 6, GOLD, 1),
  ...watchFace,
);

const clock = thing(
  'table',
  '#c8322f',
  0.7,
  ...both(
    ...line('30,88 22,98', 4.4, '#6b747c'),
    oval(27, 14, 13, 10, '#c9ced4', 'shine'),
    ...line('34,22 40,30', 2, '#6b747c'),
  ),
  box(47, 4, 6, 14, '#6b747c', 2),
  oval(50, 56, 38, 38, 'main', 'round'),
  oval(50, 56, 31, 31, '#fbf8f0', 'flat'),
  ...Array.from({ length: 12 }, (_, n) =>
    turned(n * 30, 50, 56, box(49, 28, 2, n % 3 === 0 ? 6 : 4, DARK, 0, 'flat')),
  ).flat(),
  ...line('50,56 36,44', 2.6, DARK),
  ...line('50,56 62,38', 2, DARK),
  oval(50, 56, 2.6, 2.6, DARK),
);

const strings = (from: number, to: number, top: number, bottom: number, count: number): Part[] =>
  Array.from({ length: count }, (_, n) =>
    box(from + ((to - from) * n) / (count - 1), top, 0.35, bottom - top, '#e9e4da', 0, 'flat'),
  );
const guitar = thing(
  'room',
  '#c9843a',
  0.94,
  ...turned(
    10,
    50,
    60,
    poly('44,-8 56,-8 54,10 46,10', '#5a3a22'),
    ...[-5, 0, 5].map((y) => both(oval(42.6, y, 2, 1.4, '#e9e4da'))).flat(),
    box(46.6, 8, 6.8, 48, '#4a2f1c', 0, 'drum'),
    ...[14, 20, 26, 32, 38, 44].map((y) => box(46.6, y, 6.8, 0.7, '#d9dde0', 0, 'flat')),
    blob('50,46 62,48 67,56 64,64 70,74 74,86 66,98 50,101 34,98 26,86 30,74 36,64 33,56 38,48', '#6b3f1c'),
    blob('50,47.6 61,49.6 65,56 62,64 68,75 72,86 65,96.6 50,99.4 35,96.6 28,86 32,75 38,64 35,56 39,49.6', 'main'),
    oval(50, 68, 8.6, 8.6, '#3a2414'),
    hoop(50, 68, 10, 1.2, '#e9d8b0'),
    box(47, 54, 6, 6, '#4a2f1c', 0, 'flat'),
    box(40, 86, 20, 3, '#3a2414', 1),
    ...strings(47.6, 52, -4, 87, 6),
  ),
);

const violin = thing(
  'room',
  '#a8562a',
  0.9,
  ...line('84,4 92,96', 1.6, '#6b4426'),
  ...line('86.4,6 93.6,94', 0.6, '#efe9dc'),
  ...turned(
    6,
    46,
    60,
    oval(46, -3, 4, 4, '#7a3a1c'),
    box(43.4, -2, 5.2, 52, DARK, 1, 'drum'),
    ...[2, 6].map((y) => [oval(40.6, y, 2.4, 1.1, DARK), oval(51.4, y + 2, 2.4, 1.1, DARK)]).flat(),
    blob(
      '46,36 58,38 64,46 60,55! 58,60 60,66! 66,74 66,88 56,98 46,100 36,98 26,88 26,74 32,66! 34,60 32,55! 28,46 34,38',
      'main',
      'shine',
    ),
    box(43.4, 34, 5.2, 34, DARK, 1, 'drum'),
    ...[38, 54]
      .map((x) => line(`${x + (x > 46 ? 1 : -1)},64 ${x},69 ${x + (x > 46 ? 1.4 : -1.4)},75`, 1.2, DARK))
      .flat(),
    box(39, 77, 14, 2.6, '#e0c08a', 0.6),
    poly('43,80 49,80 48,95 44,95', DARK),
    ...strings(44.4, 47.6, 0, 82, 4),
  ),
);

const piano = thing(
  'room',
  '#1d1e22',
  0.96,
  poly('10,44 22,4 88,12 96,44', 'main'),
  ...line('78,44 74,18', 1.4, GOLD),
  blob('2,44! 98,44! 98,60 60,64 2,64!', 'main', 'soft'),
  blob('6,45! 94,45! 94,50 10,51', '#c9973a', 'flat'),
  box(-2, 58, 64, 4, '#fbf8f0', 0, 'flat'),
  ...Array.from({ length: 15 }, (_, n) => box(1.6 + n * 4.2, 58, 0.5, 4, '#6b747c', 0, 'flat')),
  ...Array.from({ length: 14 }, (_, n) =>
    n % 7 === 2 || n % 7 === 6 ? [] : [box(3.6 + n * 4.2, 57.4, 2, 2.6, DARK, 0, 'flat')],
  ).flat(),
  box(-3, 62, 66, 6, 'main', 1),
  ...[4, 52, 90]
    .map((x) => [poly(`${x},64 ${x + 6},64 ${x + 4.4},96 ${x + 1.6},96`, 'main'), oval(x + 3, 98, 2.2, 2.2, GOLD)])
    .flat(),
  box(8, 82, 30, 5, '#3a2a22', 1),
  ...[10, 33].map((x) => box(x, 86, 2.6, 13, 'main')),
);

const book = thing(
  'table',
  '#9a2a34',
  0.8,
  blob('2,40! 26,34 50,42! 74,34 98,40! 98,92! 74,86 50,95! 26,86 2,92!', 'main'),
  blob('5,36! 28,30 50,38! 50,90! 28,81 5,87!', '#f7f0dc', 'drum'),
  blob('95,36! 72,30 50,38! 50,90! 72,81 95,87!', '#fbf5e6', 'soft'),
  ...line('50,38 50,90', 1, '#b8a884'),
  ...[46, 53, 60, 67, 74].map((y) => both(...line(`12,${y - 2} 28,${y - 5} 45,${y + 1}`, 1.1, '#8a8070'))).flat(),
  poly('64,33 70,32 70,60 67,55 64,60', '#e0a83a'),
);

const camera = thing(
  'table',
  '#2c2d33',
  0.78,
  box(58, 20, 18, 12, '#b8bec4', 2),
  box(16, 24, 14, 8, '#b8bec4', 2),
  box(36, 18, 20, 14, '#b8bec4', 2),
  box(40, 22, 12, 7, '#3a4a5a', 1),
  box(2, 30, 96, 62, 'main', 6),
  box(2, 30, 96, 14, '#c9ced4', 5),
  box(2, 84, 96, 8, '#c9ced4', 4),
  oval(50, 62, 29, 29, '#b8bec4'),
  oval(50, 62, 25, 25, '#15161a'),
  oval(50, 62, 19, 19, '#2f3640'),
  oval(50, 62, 14, 14, '#2a4a7a', 'shine'),
  oval(50, 62, 6, 6, '#15203a', 'flat'),
  oval(44, 55, 4, 3, '#dff0fa', 'flat'),
  oval(86, 38, 3, 3, '#c8322f'),
);

const candle = thing(
  'table',
  '#f4ead2',
  0.8,
  oval(50, 94, 36, 6, '#8a6a3a'),
  oval(50, 92, 34, 5, GOLD),
  hoop(86, 88, 8, 2.6, GOLD),
  blob('36,42! 64,42! 64,92 50,94 36,92', 'main', 'drum'),
  blob('34,42 42,38 58,38 66,42 65,54 60,48 57,58 52,48 46,50 42,62 38,52', '#fff8e6', 'soft'),
  ...line('50,40 50,33', 1.4, DARK),
  oval(50, 24, 17, 22, '#fff2b0', 'flat'),
  blob('50,4 58,18 57,30 50,36 43,30 42,18', '#f6a62c', 'flat'),
  blob('50,14 54,22 54,30 50,34 46,30 46,22', '#fff4c0', 'flat'),
);

const chair = thing(
  'room',
  '#a8703c',
  0.86,
  ...[28, 68].map((x) => box(x, 60, 4.4, 34, 'deep', 1, 'drum')),
  box(22, 2, 5, 62, 'main', 2, 'drum'),
  box(72, 2, 5, 62, 'main', 2, 'drum'),
  box(24, 6, 52, 10, 'main', 3),
  ...[34, 44, 54, 63].map((x) => box(x, 14, 3.6, 42, 'main', 1, 'drum')),
  poly('22,56 78,56 88,66 12,66', '#c98a4c'),
  box(12, 66, 76, 5, 'main', 1),
  box(13, 70, 5.4, 30, 'main', 1, 'drum'),
  box(81, 70, 5.4, 30, 'main', 1, 'drum'),
  box(18, 84, 64, 3, 'deep', 1),
);

const lamp = thing(
  'table',
  '#2f8f7a',
  0.84,
  poly('24,46 52,32 96,98 14,98', '#fff3b8', 'flat'),
  oval(72, 95, 22, 4.6, 'deep'),
  oval(72, 93, 20, 3.8, 'main'),
  ...line('72,92 84,58', 3, '#6b747c', 'soft'),
  ...line('84,58 50,24', 3, '#6b747c', 'soft'),
  oval(84, 58, 4, 4, 'deep'),
  ...turned(
    -26,
    44,
    28,
    poly('36,12 52,12 64,42 24,42', 'main'),
    oval(44, 42, 20, 4.4, '#fff6cc', 'flat'),
    box(39, 5, 10, 8, 'deep', 2),
  ),
  oval(50, 24, 3, 3, 'deep'),
);

const headphones = thing(
  'studio',
  '#2c2d33',
  0.78,
  ...line('14,66 12,44 22,20 50,8 78,20 88,44 86,66', 8, 'main', 'soft'),
  ...line('24,24 38,14 50,12 62,14 76,24', 4, 'pale'),
  ...both(
    box(4, 54, 17, 38, 'main', 8, 'drum'),
    box(17, 56, 13, 34, '#5a5e68', 6, 'drum'),
    box(7, 62, 5, 22, 'pale', 2.4, 'flat'),
  ),
);

const vase = thing(
  'table',
  '#d9d0bc',
  0.86,
  ...[
    [50, 14, -2],
    [34, 20, -16],
    [66, 18, 16],
    [24, 34, -26],
    [76, 34, 26],
  ]
    .map(([x, y]) => line(`50,60 ${(50 + x!) / 2},${(56 + y!) / 2} ${x},${y}`, 1.3, '#5f7a3c'))
    .flat(),
  ...[
    [50, 10, '#e8869a'],
    [34, 18, '#f2c24a'],
    [66, 16, '#c8504c'],
    [22, 34, '#b57edc'],
    [78, 34, '#f2a26a'],
  ]
    .map(([x, y, ink]) => [
      ...[0, 60, 120, 180, 240, 300]
        .map((a) => turned(a, Number(x), Number(y), oval(Number(x), Number(y) - 6, 4, 6, ink as '#ffffff')))
        .flat(),
      oval(Number(x), Number(y), 3.4, 3.4, '#7a4a24'),
    ])
    .flat(),
  ...[
    [40, 44],
    [60, 42],
  ]
    .map(([x, y]) => turned(x! < 50 ? -40 : 40, x!, y!, oval(x!, y!, 4, 9, '#6f9a4c')))
    .flat(),
  blob('42,50! 58,50! 57,58 70,68 76,80 68,94 60,99! 40,99! 32,94 24,80 30,68 43,58', 'main', 'drum'),
  oval(50, 50, 9, 2, 'deep', 'flat'),
  blob('26,76 50,80 74,76 75,84 50,88 25,84', '#3f6fa8', 'drum'),
);

const chest = thing(
  'room',
  '#8a5226',
  0.82,
  blob('8,40! 10,18 24,6 76,6 90,18 92,40!', 'deep'),
  ...both(box(16, 8, 6, 32, GOLD)),
  box(8, 38, 84, 10, '#3a2414', 0, 'flat'),
  ...[
    [20, 44],
    [32, 38],
    [44, 42],
    [56, 36],
    [68, 42],
    [80, 44],
    [38, 46],
    [50, 46],
    [62, 47],
    [26, 48],
    [74, 48],
  ]
    .map(([x, y]) => [oval(x!, y!, 7, 5.4, '#f2c438', 'shine'), hoop(x!, y!, 4, 0.8, '#b8862a')])
    .flat(),
  poly('44,28 50,22 56,28 50,38', '#5fd0e0', 'shine'),
  oval(70, 36, 4.4, 4.4, '#e0304a', 'shine'),
  ...line('18,44 26,54 36,58 44,52', 1.8, '#fbf8f0'),
  box(6, 50, 88, 48, 'main', 2),
  ...[62, 74, 86].map((y) => box(6, y, 88, 1, '#5a3416', 0, 'flat')),
  ...both(box(14, 50, 8, 48, GOLD)),
  box(6, 50, 88, 6, GOLD, 1),
  box(41, 52, 18, 20, GOLD, 2),
  oval(50, 60, 3, 3, DARK, 'flat'),
  box(48.8, 60, 2.4, 7, DARK, 0, 'flat'),
);

const ring = thing(
  'studio',
  '#bfe6f4',
  0.74,
  { ...hoop(50, 66, 33, 7, GOLD), look: 'shine' },
  poly('36,32 64,32 58,42 42,42', GOLD),
  poly('28,16 38,4 62,4 72,16 50,38', 'main', 'soft'),
  poly('28,16 40,16 50,38', '#8fd0e8', 'flat'),
  poly('60,16 72,16 50,38', '#a8dff2', 'flat'),
  poly('40,16 60,16 50,38', '#dff6fd', 'flat'),
  poly('38,4 50,4 40,16 28,16', '#e9fbff', 'flat'),
  poly('50,4 60,16 40,16', '#ffffff', 'flat'),
  poly('62,4 72,16 60,16 50,4', '#cfeefa', 'flat'),
  ...[
    [18, 8],
    [84, 14],
    [80, 38],
  ].map(([x, y]) => star(x!, y!, 5, '#ffffff', 4, 0.22)),
);

const sword = thing(
  'land',
  '#c9d2d8',
  0.9,
  blob('14,99 18,84 34,76 60,74 80,80 88,99!', '#7a7c80'),
  blob('24,90 40,82 56,86 50,96 30,98', '#94969a'),
  poly('46,28 54,28 54,80 46,80', 'main'),
  poly('50,28 54,28 54,80 50,80', '#8f9aa2', 'flat'),
  box(49, 30, 2, 48, '#e9eff2', 0, 'flat'),
  box(28, 22, 44, 6, GOLD, 3),
  ...both(oval(28, 25, 4, 4, GOLD)),
  box(46.4, 2, 7.2, 21, '#6b2a24', 1, 'drum'),
  ...[6, 11, 16].map((y) => box(46.4, y, 7.2, 1.4, GOLD, 0, 'flat')),
  oval(50, -1, 5.4, 5.4, GOLD, 'shine'),
  blob('36,78 50,76 64,78 62,84 50,86 38,84', '#66686c'),
);

const crystalBall = thing(
  'table',
  '#8a6ad0',
  0.76,
  blob('20,99! 26,88 32,80! 68,80! 74,88 80,99!', '#7a4a24'),
  box(30, 78, 40, 5, GOLD, 2),
  oval(50, 44, 39, 39, 'main', 'shine'),
  blob('24,52 36,40 50,50 64,38 76,50 68,70 50,78 32,70', '#c9a8f0', 'soft'),
  blob('34,58 48,52 60,62 50,70 40,68', '#f0d8fa', 'soft'),
  oval(37, 26, 9, 6, '#f7f2ff', 'flat'),
  ...[
    [62, 30],
    [56, 46],
    [40, 48],
    [68, 54],
  ].map(([x, y]) => star(x!, y!, 3, '#fffbe0', 4, 0.3)),
);

const umbrella = thing(
  'road',
  '#c8262b',
  0.86,
  ...line('50,10 50,88 46,97 38,96 37,88', 2.8, WOOD, 'soft'),
  ...line('50,12 50,2', 2, DARK),
  blob(
    '2,52! 8,30 26,14 50,9 74,14 92,30 98,52! 90,46 82,52! 74,45 66,52! 58,45 50,52! 42,45 34,52! 26,45 18,52! 10,46',
    'main',
    'soft',
  ),
  ...[
    [34, 52],
    [66, 52],
  ]
    .map(([x, y]) => line(`50,10 ${x! < 50 ? 38 : 62},28 ${x},${y}`, 0.8, 'deep'))
    .flat(),
  ...both(...line('50,10 26,26 18,52', 0.8, 'deep')),
  ...[
    [8, 62],
    [22, 72],
    [74, 70],
    [90, 62],
    [64, 84],
    [14, 88],
    [84, 90],
  ]
    .map(([x, y]) => line(`${x},${y} ${x! - 2},${y! + 8}`, 1, '#a8cfe6'))
    .flat(),
);

const chess = thing(
  'table',
  '#f0e6d0',
  0.84,
  poly('12,82 88,82 100,99 0,99', '#5a3a22'),
  ...Array.from({ length: 24 }, (_, n) => {
    const [column, row] = [n % 8, Math.floor(n / 8)];
    if ((column + row) % 2 === 0) return [];
    const at = (c: number, r: number): string => `${12 - r * 4 + ((76 + r * 8) * c) / 8},${82 + r * 5.6}`;
    return [
      poly(
        `${at(column, row)} ${at(column + 1, row)} ${at(column + 1, row + 1)} ${at(column, row + 1)}`,
        '#f0dcb4',
        'flat',
      ),
    ];
  }).flat(),
  blob('16,88! 20,80 26,74 26,62 22,56! 42,56! 38,62 38,74 44,80 48,88!', 'main', 'drum'),
  blob('20,56! 16,34 30,36! 32,30! 34,36! 48,34 44,56!', 'main', 'drum'),
  box(30.8, 16, 2.8, 15, 'main', 0.6),
  box(27, 20, 10.4, 2.8, 'main', 0.6),
  blob(
    '54,92! 56,84 62,80 60,66 68,54 62,52 56,58 50,54! 58,38 66,28 66,20! 74,26 84,38 86,54 82,70 84,80 90,84 92,92!',
    '#3a2c28',
    'soft',
  ),
  oval(67, 37, 1.7, 1.7, '#f0e6d0', 'flat'),
  ...line('80,34 84,46 82,60', 1.4, '#6b544c'),
);

const gift = thing(
  'table',
  '#3f8f6a',
  0.72,
  box(10, 44, 80, 54, 'main', 1),
  box(6, 34, 88, 14, 'main', 1),
  box(6, 46, 88, 3, 'deep', 0, 'flat'),
  box(43, 34, 14, 64, '#d8303a', 0, 'drum'),
  ...both(
    blob('50,33! 34,34 20,28 20,14 32,10 44,20', '#d8303a'),
    blob('47,30 36,30 27,26 28,19 34,17 42,23', '#9a1c26'),
    blob('48,34 38,40 34,52 40,48 46,50 50,38', '#d8303a'),
  ),
  oval(50, 32, 6, 5.4, '#e8505a'),
);

const hourglass = thing(
  'table',
  '#e0b45c',
  0.8,
  box(20, 0, 60, 8, WOOD, 2, 'drum'),
  box(20, 92, 60, 8, WOOD, 2, 'drum'),
  ...both(box(23, 6, 4.4, 88, '#6b4426', 1, 'drum')),
  blob('30,8! 70,8! 70,24 60,40 52,50 60,60 70,76 70,92! 30,92! 30,76 40,60 48,50 40,40 30,24', '#dcecf2', 'drum'),
  blob('33,26 50,30 67,26 58,40 51,49 49,49 42,40', 'main', 'soft'),
  box(49.3, 48, 1.4, 34, 'main', 0, 'flat'),
  blob('32,91! 36,82 50,72 64,82 68,91!', 'main', 'soft'),
  ...line('36,14 35,26', 2, '#ffffff'),
);

const origami = thing(
  'table',
  '#e0584a',
  0.84,
  poly('50,62 30,8 58,54', 'deep', 'flat'),
  poly('46,70 2,52 30,78', 'pale', 'flat'),
  poly('2,52 22,60 30,78', 'main', 'flat'),
  poly('34,62 62,56 70,80 40,98', 'main', 'soft'),
  poly('34,62 50,66 40,98', 'pale', 'flat'),
  poly('58,62 70,80 88,34 82,28', 'main', 'soft'),
  poly('88,34 82,28 99,40', 'deep', 'flat'),
  poly('44,60 62,58 78,4 56,30', 'pale', 'soft'),
  poly('62,58 78,4 70,48', 'main', 'flat'),
);

const heart = thing(
  'studio',
  '#d8263a',
  0.74,
  blob('50,96! 18,66 4,44 6,22 22,8 38,10 50,26! 62,10 78,8 94,22 96,44 82,66', 'main', 'shine'),
  blob('16,30 24,18 34,18 26,24 20,36', '#ffd0d4', 'flat'),
);

const christmasTree = thing(
  'room',
  '#2f7a44',
  0.9,
  box(44, 84, 12, 14, '#6b4426', 0, 'drum'),
  ...[
    [58, 94, 40],
    [38, 74, 32],
    [20, 54, 24],
    [4, 36, 16],
  ].map(([top, bottom, half]) =>
    blob(
      `50,${top}! ${50 + half!},${bottom! - 4} ${50 + half! * 0.5},${bottom! - 1} 50,${bottom} ${50 - half! * 0.5},${bottom! - 1} ${50 - half!},${bottom! - 4}`,
      'main',
      'drum',
    ),
  ),
  ...line('38,32 50,36 62,28', 1.4, '#f2cf4a'),
  ...line('30,50 50,55 68,46', 1.4, '#f2cf4a'),
  ...line('22,68 50,75 76,64', 1.4, '#f2cf4a'),
  ...line('16,86 50,92 84,82', 1.4, '#f2cf4a'),
  ...[
    [44, 26, 0],
    [56, 42, 1],
    [38, 46, 2],
    [30, 64, 1],
    [52, 64, 0],
    [66, 62, 2],
    [24, 82, 0],
    [44, 84, 2],
    [62, 80, 1],
    [78, 80, 0],
  ].map(([x, y, n]) => oval(x!, y!, 3.4, 3.4, (['#d8303a', '#f2c22c', '#4a8fe0'] as const)[n!]!, 'shine')),
  star(50, 2, 8, '#f7d64a'),
  box(2, 86, 20, 13, '#c8322f', 1),
  box(10.4, 86, 3, 13, '#f2cf4a', 0, 'flat'),
  box(76, 82, 22, 17, '#3f6fc0', 1),
  box(85.4, 82, 3, 17, '#f7f2e8', 0, 'flat'),
);

const pumpkin = thing(
  'room',
  '#ee7a22',
  0.78,
  blob('46,20! 44,8 52,2 58,4 54,12 55,20!', '#5f7a32'),
  ...both(oval(24, 58, 22, 36, 'deep')),
  ...both(oval(36, 57, 22, 39, 'main')),
  oval(50, 57, 19, 40, 'main'),
  ...both(poly('24,52 40,52 33,38', '#3a1608', 'flat'), poly('26.6,50.6 37.4,50.6 32.6,41', '#ffd23a', 'flat')),
  poly('45,62 55,62 50,54', '#ffd23a', 'flat'),
  blob('18,66! 32,72 50,74 68,72 82,66! 76,82 62,90 50,91 38,90 24,82', '#3a1608', 'flat'),
  blob('22,70! 34,75 50,77 66,75 78,70! 73,80 61,87 50,88 39,87 27,80', '#ffd23a', 'flat'),
  ...[34, 58].map((x) => box(x, 74, 7, 6, 'main', 0, 'flat')),
  box(46, 82, 8, 6.4, 'main', 0, 'flat'),
);

const balloonAt = (x: number, y: number, ink: Part['ink']): Part[] => [
  ...line(`${x},${y + 20} ${(x + 50) / 2},${y + 44} 50,100`, 0.7, '#6b6258'),
  poly(`${x - 3},${y + 23} ${x + 3},${y + 23} ${x},${y + 18}`, ink),
  oval(x, y, 16, 20, ink, 'shine'),
];
const balloons = thing(
  'sky',
  '#e0404c',
  0.92,
  ...balloonAt(50, 18, '#f2b92c'),
  ...balloonAt(24, 30, 'main'),
  ...balloonAt(76, 30, '#3f8fd0'),
  ...balloonAt(38, 46, '#6fbf5a'),
  ...balloonAt(64, 48, '#b06ad0'),
);

const key = thing(
  'studio',
  '#d8a53a',
  0.72,
  ...turned(
    -38,
    50,
    50,
    { ...hoop(24, 50, 20, 6, 'main'), look: 'soft' },
    box(42, 46.6, 56, 7, 'main', 2),
    box(80, 52, 6, 14, 'main', 1),
    box(90, 52, 6, 18, 'main', 1),
    oval(24, 50, 4, 4, 'deep'),
  ),
);

const crown = thing(
  'studio',
  '#e0b03a',
  0.76,
  blob('10,92! 4,34! 26,60 36,20! 50,56 64,20! 74,60 96,34! 90,92!', 'main', 'drum'),
  box(9, 82, 82, 14, 'deep', 3, 'drum'),
  ...[24, 50, 76].map((x, n) => oval(x, 89, 4.6, 4.6, (['#d8263a', '#2f6fc0', '#2fa060'] as const)[n]!, 'shine')),
  ...[
    [4, 32],
    [36, 17],
    [64, 17],
    [96, 32],
  ].map(([x, y]) => oval(x!, y!, 5, 5, '#f7e6b0', 'shine')),
  ...both(oval(32, 68, 4, 6, '#d8263a', 'shine')),
  oval(50, 68, 4, 6, '#2f6fc0', 'shine'),
);

const lightBulb = thing(
  'studio',
  '#ffe27a',
  0.74,
  oval(50, 36, 48, 46, '#fff3b8', 'flat'),
  blob('50,2 70,8 82,26 80,44 66,58 62,70! 38,70! 34,58 20,44 18,26 30,8', 'main', 'shine'),
  ...line('40,68 42,44 46,36 50,44 54,36 58,44 60,68', 1.6, '#e08a2c'),
  ...[72, 79, 86].map((y) => box(37, y, 26, 6, '#b8bec4', 2.4, 'drum')),
  poly('42,92 58,92 54,99 46,99', '#4a4e56'),
);

const glasses = thing(
  'studio',
  '#26272c',
  0.86,
  ...line('8,50 20,46', 4, 'main'),
  ...line('92,50 80,46', 4, 'main'),
  ...line('42,50 50,46 58,50', 4, 'main'),
  ...both(
    blob('8,46 26,42 44,47 44,60 36,74 22,76 10,68', 'main'),
    blob('12,49 26,46 41,50 40,60 34,70 23,72 14,66', '#3a5a78', 'shine'),
    poly('18,64 28,48 33,48 23,68', '#8fb8d8', 'flat'),
  ),
);

const television = thing(
  'room',
  '#a8642f',
  0.8,
  ...line('50,22 34,2', 1.6, '#6b747c'),
  ...line('50,22 66,2', 1.6, '#6b747c'),
  box(6, 20, 88, 62, 'main', 7),
  box(13, 27, 60, 48, '#2c3038', 9),
  box(16, 30, 54, 42, '#8fb8c4', 8, 'shine'),
  ...[36, 50].map((y) => oval(83, y, 5, 5, '#e9dcc0')),
  ...[60, 64, 68].map((y) => box(78, y, 10, 1.6, '#5a3416', 0, 'flat')),
  ...both(...line('24,82 18,98', 3, '#5a3416')),
);

const kite = thing(
  'sky',
  '#e0483c',
  0.9,
  ...line('50,66 56,76 48,86 56,96 50,104', 0.9, '#6b6258'),
  ...[
    [54, 76],
    [51, 86],
    [53, 96],
  ]
    .map(([x, y]) => [
      poly(`${x! - 6},${y! - 3} ${x},${y} ${x! - 6},${y! + 3}`, '#f2c22c'),
      poly(`${x! + 6},${y! - 3} ${x},${y} ${x! + 6},${y! + 3}`, '#3f8fd0'),
    ])
    .flat(),
  poly('50,0 78,28 50,66', 'main'),
  poly('50,0 22,28 50,66', '#f2c22c'),
  poly('22,28 50,28 50,66', '#3f8fd0'),
  poly('78,28 50,28 50,66', '#6fbf5a'),
  ...line('50,0 50,66', 1, '#5a4630'),
  ...line('22,28 78,28', 1, '#5a4630'),
);

export const objects = {
  'perfume bottle': perfume,
  bottle,
  sneakers,
  watch,
  clock,
  guitar,
  violin,
  piano,
  book,
  camera,
  candle,
  chair,
  lamp,
  headphones,
  vase,
  'treasure chest': chest,
  'diamond ring': ring,
  sword,
  'crystal ball': crystalBall,
  umbrella,
  chess,
  gift,
  hourglass,
  'origami crane': origami,
  heart,
  'christmas tree': christmasTree,
  pumpkin,
  balloons,
  key,
  crown,
  'light bulb': lightBulb,
  glasses,
  television,
  kite,
};
