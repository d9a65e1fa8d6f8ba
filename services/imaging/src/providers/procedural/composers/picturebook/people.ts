import { blob, both, box, hoop, line, oval, poly, shifted, star, thing, turned, type Ink, type Part } from './part.ts';

const SKIN = '#e9b68f';
const DARK = '#2a2422';
const WHITE = '#f7f2e8';

interface Dress {
  skin?: Ink;
  top: Ink;
  /** Trousers; absent under a robe or a tail. */
  legs?: Ink;
  shoes?: Ink;
  /** Of the arms, where they are not the top's. */
  sleeves?: Ink;
  arms?: 'down' | 'up' | 'wide' | 'none';
}

const arms = { down: '37,50 30,62 29,73', up: '37,50 24,44 18,30', wide: '38,51 24,56 12,54', none: '' } as const;

const armsOf = (way: keyof typeof arms, sleeve: Ink, skin: Ink): Part[] => {
  if (way === 'none') return [];
  const [x, y] = arms[way].split(' ')[2]!.split(',').map(Number);
  return both(...line(arms[way], 6.4, sleeve, 'soft'), oval(x!, y! + (way === 'up' ? -3 : 2), 3.6, 3.6, skin));
};

/** Body and arms of somebody who stands and looks at us. */
function bodyOf({ skin = SKIN, top, legs, shoes = DARK, sleeves, arms: way = 'down' }: Dress): Part[] {
  return [
    ...(legs === undefined ? [] : both(box(40.5, 72, 8.6, 24, legs, 2, 'drum'), oval(44, 97, 6.4, 3, shoes))),
    ...armsOf(way, sleeves ?? top, skin),
    blob('40,44 50,42.4 60,44 63,56 61,77! 39,77! 37,56', top),
    box(46, 36, 8, 9, skin, 2),
  ];
}

/** A face, without hair. */
const faceOf = (skin: Ink = SKIN): Part[] => [
  oval(50, 26, 13, 14, skin),
  ...both(
    oval(37.6, 27, 2.4, 3.2, skin),
    oval(45, 27, 1.6, 2.1, DARK, 'flat'),
    oval(41.6, 32, 2.6, 1.7, '#e79a86', 'flat'),
    ...line('42.6,22.6 46.6,22.2', 0.9, DARK),
  ),
  ...line('46,33.4 50,35 54,33.4', 1, '#9a4a3c'),
];

const capOf = (ink: Ink): Part => blob('36,27 37,16 44,10 56,10 63,16 64,27 60,19 50,17.4 40,19', ink);
const robeOf = (ink: Ink, hem = 98): Part => blob(`41,44 59,44 66,66 74,${hem}! 26,${hem}! 34,66`, ink);
const beardOf = (ink: Ink, tip: number): Part => blob(`37,28 42,34 50,36 58,34 63,28 62,42 50,${tip} 38,42`, ink);
const moustacheOf = (ink: Ink): Part => blob('50,31.6 57,32 60,35.4 50,35 40,35.4 43,32', ink);

const wizard = thing(
  'room',
  '#3f4aa8',
  0.84,
  ...line('80,30 78,98', 2.6, '#7a5232'),
  oval(80, 26, 5.4, 5.4, '#7fe0f0', 'shine'),
  robeOf('main'),
  ...armsOf('down', 'main', SKIN),
  ...line('62,52 72,54 78,56', 7, 'main', 'soft'),
  oval(79, 56, 3.6, 3.6, SKIN),
  star(44, 76, 3, '#f2cf4a'),
  star(58, 86, 2.6, '#f2cf4a'),
  star(38, 88, 2.2, '#f2cf4a'),
  ...faceOf(),
  beardOf('#eeeae2', 70),
  moustacheOf('#ffffff'),
  poly('50,-16 67,19 33,19', 'main'),
  oval(50, 18.6, 24, 4.4, 'deep'),
  star(50, 6, 3.6, '#f2cf4a'),
  star(44, 13, 2, '#f2cf4a'),
);

const witch = thing(
  'sky',
  '#2b2433',
  0.84,
  ...line('4,84 96,68', 2.6, '#8a5a34'),
  ...[-8, -4, 0, 4, 8].map((d) => line(`8,83 -8,${86 + d}`, 2.4, '#c9973a')).flat(),
  blob('42,44 58,44 66,64 78,78 60,86 30,86 36,64', 'main'),
  ...line('60,50 72,62 80,70', 6, 'main', 'soft'),
  oval(81, 71, 3.4, 3.4, SKIN),
  ...line('56,82 66,90 74,92', 5, '#6a3a8a', 'soft'),
  blob('72,88 82,90 86,94 72,96', DARK),
  blob('34,16 40,12 60,12 66,16 70,44 60,48 62,28 38,28 40,48 30,44', '#d9762a'),
  ...faceOf('#b8cc92'),
  poly('50,27 57,31 50,32', '#a3b87e'),
  blob('50,-18! 60,-8 57,0 67,18! 33,18! 41,2', 'main'),
  oval(50, 17.6, 27, 4.6, 'main'),
  box(38, 10, 24, 5, '#7a3fa0', 0, 'flat'),
  box(47, 9.6, 6, 6, '#f2cf4a', 0, 'flat'),
);

const pirate = thing(
  'sea',
  '#9a2a2a',
  0.84,
  ...bodyOf({ top: WHITE, legs: DARK, sleeves: 'main' }),
  ...both(blob('38,44 46,43 44,62 43,80 35,82 36,56', 'main')),
  box(38, 70, 24, 4.4, DARK, 0),
  box(47, 69.4, 6, 5.6, '#e0b03a', 1),
  ...turned(24, 76, 66, box(75, 40, 3, 32, '#cfd6da', 1), box(71, 70, 11, 3, '#e0b03a', 1)),
  ...faceOf(),
  beardOf(DARK, 48),
  moustacheOf(DARK),
  poly('51,23 60,23 60,31 53,31', DARK, 'flat'),
  ...line('38,18 62,27', 1, DARK),
  blob('24,20 34,8 50,2 66,8 76,20 66,18 50,14 34,18', DARK),
  ...line('25,20 34,15 50,12 66,15 75,20', 1.4, '#e0b03a'),
  oval(50, 7, 3.4, 3.2, WHITE),
  box(48, 9, 4, 2.4, WHITE, 0.6),
  ...both(oval(48.8, 6.8, 0.9, 1, DARK, 'flat')),
);

const viking = thing(
  'land',
  '#7a5a3c',
  0.84,
  ...bodyOf({ top: 'main', legs: '#5a4a40', sleeves: '#8a7a6a' }),
  blob('34,46 44,43 56,43 66,46 66,54 56,57 44,57 34,54', '#a8917a'),
  box(38, 68, 24, 4, DARK, 0),
  oval(24, 68, 16, 16, '#b3322c'),
  hoop(24, 68, 16, 3, '#c9a24a'),
  oval(24, 68, 4.6, 4.6, '#c9a24a'),
  box(23, 54, 2, 28, '#e9dcc0', 0, 'flat'),
  box(10, 67, 28, 2, '#e9dcc0', 0, 'flat'),
  ...line('78,34 76,96', 2.6, '#6b4426'),
  blob('79,32 92,30 96,42 91,52 79,48', '#b8c0c6'),
  ...faceOf(),
  beardOf('#c9772c', 58),
  moustacheOf('#d98a3c'),
  ...[46, 50, 54].map((x) => [oval(x, 52, 2.6, 4, '#c9772c'), oval(x, 59, 2.2, 3.6, '#b5662a')]).flat(),
  blob('36,22 38,10 50,3 62,10 64,22', '#9aa3aa'),
  box(35, 19, 30, 4, '#c9a24a', 1),
  box(48.6, 4, 2.8, 18, '#c9a24a', 0),
  ...both(blob('37,16 26,14 18,4 16,-6! 26,0 33,6 38,8', '#efe4c8')),
);

const superhero = thing(
  'sky',
  '#2f5fc0',
  0.84,
  blob('36,44 64,44 76,70 86,96 64,88 50,94 36,88 14,96 24,70', '#c8252c'),
  ...bodyOf({ top: 'main', legs: 'main', shoes: '#c8252c', arms: 'none' }),
  ...both(
    ...line('38,50 28,58 37,70', 6.6, 'main', 'soft'),
    oval(38, 71, 3.8, 3.8, '#c8252c'),
    box(40.5, 84, 8.6, 12, '#c8252c', 2, 'drum'),
  ),
  poly('42,47 58,47 60,53 50,64 40,53', '#f2c22c'),
  star(50, 54, 5.4, '#c8252c'),
  box(39, 72, 22, 4.4, '#f2c22c', 1),
  blob('40,76 60,76 54,84 46,84', '#c8252c'),
  ...faceOf(),
  capOf(DARK),
  blob('37,23 44,22 50,25 56,22 63,23 61,31 54,31 50,28 46,31 39,31', '#c8252c', 'flat'),
  ...both(oval(44.6, 27, 2.2, 1.9, '#ffffff', 'flat'), oval(45, 27, 1, 1.2, DARK, 'flat')),
);

const chef = thing(
  'room',
  '#f7f4ee',
  0.84,
  ...bodyOf({ top: 'main', legs: '#4a5560' }),
  ...[50, 57, 64].map((y) => both(oval(46, y, 1.1, 1.1, DARK, 'flat'))).flat(),
  blob('42,44 50,47 58,44 58,48 50,51 42,48', '#c8322f'),
  ...line('70,74 82,66', 2.6, '#4a4a4e'),
  oval(87, 62, 10, 4.4, '#3a3b40'),
  oval(87, 61, 8, 3, '#f2c23c', 'flat'),
  ...faceOf(),
  moustacheOf('#5a3a24'),
  capOf('#5a3a24'),
  box(37, 6, 26, 12, 'main', 1),
  oval(37, 2, 10, 9, 'main'),
  oval(63, 2, 10, 9, 'main'),
  oval(50, -4, 13, 11, 'main'),
  ...[43, 50, 57].map((x) => line(`${x},8 ${x},16`, 0.8, '#d9d4c8')).flat(),
);

const clown = thing(
  'room',
  '#e0483c',
  0.84,
  ...line('71,72 80,40 82,26', 0.7, DARK),
  blob('82,26 72,16 73,4 82,-2 91,4 92,16', 'main', 'shine'),
  poly('80,28 84,28 82,25', 'deep'),
  ...bodyOf({ skin: '#fbf3ea', top: '#f2c22c', legs: '#3f7fd0', shoes: '#c8322f', sleeves: '#3f7fd0' }),
  ...both(oval(40, 97.4, 10, 3.4, '#c8322f')),
  ...[50, 59, 68].map((y) => oval(50, y, 2.6, 2.6, '#e0483c')),
  ...[-14, -7, 0, 7, 14].map((d) => oval(50 + d, 43 + Math.abs(d) * 0.1, 5, 4, d % 2 === 0 ? '#ffffff' : '#7fc25a')),
  ...both(oval(35, 20, 9, 9, '#ee7a2b'), oval(33, 30, 7, 7, '#ee7a2b'), oval(41, 12, 7, 7, '#ee7a2b')),
  ...faceOf('#fbf3ea'),
  blob('40,32 50,34 60,32 58,38 50,41 42,38', '#c8322f'),
  ...line('44,36 50,37.6 56,36', 1, '#ffffff'),
  oval(50, 29, 4, 4, '#e0302a', 'shine'),
  ...both(poly('45,20 46.6,27 45,33 43.4,27', '#3f7fd0', 'flat'), oval(45, 27, 1.6, 2.1, DARK, 'flat')),
  poly('42,12 58,12 50,-10', '#3f7fd0'),
  oval(50, -10, 3.4, 3.4, '#f2c22c'),
);

const angel = thing(
  'sky',
  '#f7f3ea',
  0.86,
  ...both(
    blob('40,50 24,30 6,24 0,34 6,46! 4,52 10,60! 10,66 20,72! 24,76 36,68', '#ffffff'),
    ...line('36,60 20,50 8,38', 1, '#cfd8e6'),
    ...line('36,64 22,60 12,52', 1, '#cfd8e6'),
    ...line('36,66 26,68', 1, '#cfd8e6'),
  ),
  robeOf('main'),
  ...both(...line('40,50 36,60 46,62', 6, 'pale', 'soft')),
  oval(50, 61, 5, 4, SKIN),
  ...line('42,70 58,70', 2, '#e6c34a'),
  ...faceOf(),
  blob('35,34 34,18 42,9 58,9 66,18 65,34 70,40 62,40 62,22 50,17 38,22 38,40 30,40', '#e6b84a'),
  {
    ...hoop(50, 2, 13, 2.6, '#f7d64a'),
    points: hoop(50, 2, 13, 2.6, '#f7d64a').points.map(({ x, y }) => ({ x, y: 2 + (y - 2) * 0.32 })),
  },
);

const vampire = thing(
  'room',
  '#1f1b22',
  0.84,
  blob('38,42 62,42 78,60 88,97 66,92 50,97 34,92 12,97 22,60', '#8a1420'),
  ...bodyOf({ skin: '#e6e2dc', top: WHITE, legs: DARK, arms: 'none' }),
  ...both(blob('38,42 46,44 43,70 40,92 12,98 22,60', 'main'), blob('38,46 30,30 40,36 46,46', 'main')),
  blob('46,46 50,48 54,46 52,58 50,62 48,58', '#b3202c'),
  ...faceOf('#e6e2dc'),
  blob('36,28 37,14 46,8 54,8 63,14 64,28 60,18 50,25! 40,18', DARK),
  ...both(poly('46,34.6 48.4,35 47.2,39', '#ffffff', 'flat'), oval(45, 27, 1.6, 2.1, '#b3202c', 'flat')),
  ...line('44,34 50,35.4 56,34', 1, '#8a1420'),
  ...line('48,42 47.6,44', 0.8, '#b3202c'),
);

const ballerina = thing(
  'room',
  '#f2a6c0',
  0.88,
  ...line('48,62 48,80 48,99', 4.6, SKIN, 'soft'),
  ...line('52,62 64,72 52,84', 4.6, SKIN, 'soft'),
  box(46, 92, 4.4, 8, 'main', 1),
  ...line('50,84 54,85', 3.6, 'main'),
  ...both(...line('42,46 28,32 34,10 46,2', 4, SKIN, 'soft')),
  blob('50,54 72,54 88,62 76,68 62,67 50,70 38,67 24,68 12,62 28,54', 'main'),
  ...[-26, -16, -6, 6, 16, 26].map((d) => line(`50,56 ${50 + d},66`, 0.9, 'deep')).flat(),
  blob('43,42 57,42 55,50 56,57 44,57 45,50', 'deep'),
  box(47, 34, 6, 9, SKIN, 2),
  ...shifted(0, 6, 0.78, ...faceOf(), capOf('#5a3422')),
  oval(50, 12, 5.4, 4.6, '#5a3422'),
);

const mermaid = thing(
  'deep',
  '#2fa08c',
  0.9,
  blob('40,56 60,56 64,68 58,80 64,90 78,94 92,84! 94,98 80,104 62,103 48,94 42,80 38,68', 'main'),
  blob('84,92 99,80 98,94 90,97!', 'deep'),
  blob('84,96 98,98 96,112 86,104', 'deep'),
  ...[
    [46, 62],
    [54, 62],
    [50, 68],
    [46, 74],
    [54, 74],
    [52, 82],
    [60, 92],
  ].map(([x, y]) => oval(x!, y!, 3, 1.6, 'pale', 'flat')),
  ...line('38,48 28,58 30,68', 5, SKIN, 'soft'),
  ...line('62,48 74,44 82,36', 5, SKIN, 'soft'),
  blob('41,43 59,43 60,52 58,59 42,59 40,52', SKIN),
  ...both(oval(45.6, 50, 4.4, 4, '#b45fa8')),
  box(47, 36, 6, 8, SKIN, 2),
  blob('34,18 42,8 58,8 66,18 70,40 76,58 66,62 64,44 60,24 40,24 36,44 34,62 24,58 30,40', '#c8452c'),
  ...faceOf(),
  blob('36,28 38,14 50,9 62,14 64,28 58,18 46,16', '#c8452c'),
  star(60, 15, 4, '#f2a24a'),
);

const gnome = thing(
  'land',
  '#c8322f',
  0.74,
  ...both(blob('36,90 48,88 49,98 32,98', '#5a3a24')),
  blob('34,56 50,50 66,56 70,90 30,90', '#3f6fb8'),
  box(31, 76, 38, 5, DARK, 0),
  box(46, 75, 8, 7, '#e0b03a', 1),
  ...both(...line('36,60 26,70 28,78', 8, '#3f6fb8', 'soft'), oval(28, 80, 4.4, 4.4, SKIN)),
  oval(50, 44, 17, 15, SKIN),
  blob('31,42 40,52 60,52 69,42 68,66 50,84 32,66', '#f4f1ea'),
  blob('50,50 60,50 66,56 50,56 34,56 40,50', '#ffffff'),
  oval(50, 46, 6, 5, '#e79a86'),
  ...both(oval(42, 40, 2, 2.4, DARK, 'flat')),
  blob('50,-12! 62,10 70,38! 50,32 30,38! 38,10', 'main'),
);

const ninja = thing(
  'room',
  '#26272e',
  0.84,
  ...turned(38, 66, 40, box(64.6, 10, 3, 34, '#3a2a20', 1), box(60, 40, 12, 2.6, '#c9a24a', 1)),
  ...bodyOf({ top: 'main', legs: 'main' }),
  ...line('39,46 61,66', 2, '#4a4b54'),
  ...line('61,46 39,66', 2, '#4a4b54'),
  box(38, 68, 24, 5, '#b3202c', 0),
  oval(50, 26, 14.6, 15.6, 'main'),
  blob('37,24 50,22 63,24 62,31 50,32 38,31', SKIN),
  ...both(oval(45, 27, 1.8, 2, DARK, 'flat'), ...line('41,22.8 47,24.6', 1.4, DARK)),
  box(35, 15, 30, 5, '#b3202c', 1),
  blob('64,16 78,10 74,18 80,22 64,20', '#b3202c'),
);

const samurai = thing(
  'land',
  '#a82a2c',
  0.86,
  ...line('76,96 92,26', 2, '#cfd6da'),
  ...line('73,96 77,82', 3, DARK),
  ...bodyOf({ top: 'main', legs: '#2c2c34' }),
  ...[50, 57, 64, 71].map((y) => box(38, y, 24, 4.6, y % 2 === 0 ? '#2c2c34' : 'main', 1)),
  ...both(
    box(22, 44, 16, 5, '#2c2c34', 1),
    box(21, 50, 16, 5, 'main', 1),
    box(21, 56, 15, 5, '#2c2c34', 1),
    poly('36,76 49,76 46,90 31,90', 'deep'),
  ),
  oval(74, 78, 4, 4, SKIN),
  ...faceOf(),
  blob('38,31 50,29 62,31 60,40 50,43 40,40', '#3a2a2c'),
  ...line('43,36 50,34 57,36', 1.2, '#e9e2d0'),
  blob('33,22 36,10 50,4 64,10 67,22 76,34 64,30 62,20 38,20 36,30 24,34', '#2c2c34'),
  box(34, 17, 32, 4, '#c9a24a', 1),
  ...both(blob('49,14 38,4 34,-14 40,-10 46,2 50,8', '#e0b84a')),
  oval(50, 12, 3.6, 3.6, '#c8322f'),
);

const geisha = thing(
  'room',
  '#c23a5c',
  0.88,
  robeOf('main'),
  ...[
    [38, 84],
    [60, 90],
    [56, 76],
    [44, 94],
  ]
    .map(([x, y]) =>
      [0, 72, 144, 216, 288].map((a) => turned(a, x!, y!, oval(x!, y! - 2.2, 1.5, 2, '#f9d7e2', 'flat'))).flat(),
    )
    .flat(),
  ...line('38,48 30,58 42,64', 8, 'main', 'soft'),
  ...line('62,48 74,54 76,44', 8, 'main', 'soft'),
  box(37, 60, 26, 11, '#e0b84a', 1),
  box(37, 64, 26, 2.4, '#3f7f6a', 0, 'flat'),
  poly('44,43 56,43 50,58', '#f7f2e8'),
  ...line('76,48 76,-4', 1.4, '#6b4426'),
  blob('40,8 52,-8 76,-16 98,-6 110,10! 92,6 76,9 58,6', '#e8a03a'),
  ...[52, 64, 76, 88, 100].map((x) => line(`76,-15 ${x},7`, 0.7, '#a8642a')).flat(),
  ...faceOf('#fbf3ec'),
  oval(50, 34.4, 2.4, 1.7, '#c8202f', 'flat'),
  blob('35,28 34,16 40,10 60,10 66,16 65,28 61,18 50,15 39,18', DARK),
  oval(50, 5, 10, 8, DARK),
  ...both(oval(35, 18, 6, 8, DARK)),
  ...line('38,2 64,8', 1.2, '#e0b84a'),
  ...[0, 72, 144, 216, 288].map((a) => turned(a, 40, 9, oval(40, 6, 2, 2.8, '#f08fb0'))).flat(),
);

const surfer = thing(
  'sea',
  '#f2a62c',
  0.9,
  blob('-6,92 10,84 60,86 100,94 108,99 60,100 10,99', 'main'),
  ...line('4,92 96,97', 1.6, '#ffffff'),
  ...line('46,66 40,76 34,86', 6, SKIN, 'soft'),
  ...line('54,66 64,74 66,87', 6, SKIN, 'soft'),
  blob('40,60 60,60 62,74 52,70 40,76', '#2f7fc0'),
  ...line('40,48 26,50 14,44', 5.4, SKIN, 'soft'),
  ...line('60,48 74,44 86,50', 5.4, SKIN, 'soft'),
  blob('41,44 59,44 61,56 58,66 42,66 39,56', SKIN),
  box(46, 36, 8, 9, SKIN, 2),
  ...faceOf(),
  blob('35,30 36,14 48,8 62,12 66,28 62,18 50,19 40,19', '#e6c34a'),
  blob('-20,104 -14,96 0,99 14,96 30,101 46,98 62,102 80,99 98,102 116,97 120,108', '#f4fbff', 'soft'),
);

const boxer = thing(
  'room',
  '#c8252c',
  0.84,
  ...bodyOf({ top: SKIN, legs: SKIN, shoes: DARK, arms: 'none' }),
  blob('38,68 62,68 64,86 51,86 50,80 49,86 36,86', 'main'),
  box(37.4, 67, 25.2, 5, '#f2c22c', 1),
  ...both(oval(45.4, 51, 5, 3.4, '#dba27c', 'flat')),
  ...faceOf(),
  capOf('#3a2a22'),
  ...both(
    ...line('38,50 26,58 30,46', 6.4, SKIN, 'soft'),
    oval(31, 41, 8.4, 9, 'main', 'shine'),
    oval(38, 43, 3, 4, 'deep'),
    box(26, 49, 10, 4, '#ffffff', 1),
  ),
);

const astronaut = thing(
  'sky',
  '#eef0f2',
  0.86,
  box(30, 40, 40, 34, '#b8bec4', 6),
  ...both(
    box(38, 72, 11, 20, 'main', 4, 'drum'),
    box(36, 90, 14, 9, '#9aa3aa', 4),
    ...line('38,50 24,58 20,70', 10, 'main', 'soft'),
    oval(20, 73, 5.4, 5.4, '#9aa3aa'),
  ),
  box(35, 42, 30, 34, 'main', 8),
  box(40, 54, 20, 11, '#c9ced4', 2),
  ...[44, 49, 54].map((x, n) => oval(x, 58, 1.7, 1.7, (['#e8543f', '#f2c22c', '#5fb85a'] as const)[n]!)),
  box(43, 61, 14, 1.6, '#6b747c', 0, 'flat'),
  box(62, 46, 4, 5, '#c8322f', 0, 'flat'),
  box(36, 72, 28, 4, '#9aa3aa', 1),
  oval(50, 25, 20, 19, 'main'),
  blob('36,17 50,13 64,17 66,27 62,35 50,38 38,35 34,27', '#1f2a44', 'shine'),
  blob('38,18 46,15 44,22 38,26', '#8fb8e6', 'flat'),
  box(41, 41, 18, 4, '#9aa3aa', 2),
);

const rider = thing(
  'land',
  '#8a5632',
  0.9,
  ...line('20,60 10,66 8,84', 6, '#3a2a22', 'soft'),
  ...[28, 62].map((x) => [box(x, 74, 6.4, 24, 'deep', 2, 'drum'), box(x - 0.6, 95, 7.6, 5, DARK, 1)]).flat(),
  blob('18,58 34,54 56,55 72,56 76,66 72,78 54,80 34,79 20,74', 'main'),
  ...[20, 69].map((x) => [box(x, 72, 6.8, 26, 'main', 2, 'drum'), box(x - 0.6, 95, 8, 5, DARK, 1)]).flat(),
  blob('64,62 70,48 76,36 82,28 88,30 98,42 99,48 94,51 86,46 83,56 78,68 70,72', 'main'),
  poly('80,30 81,20 86,29', 'main'),
  ...line('79,30 73,40 68,52', 5, '#3a2a22', 'soft'),
  oval(87.6, 36.4, 1.5, 1.7, DARK, 'flat'),
  oval(96, 47, 0.9, 1.2, DARK, 'flat'),
  ...line('97,48 80,56 58,50', 0.9, '#5a3a22'),
  box(32, 52, 24, 5, '#c8322f', 2),
  box(30, 26, 15, 24, '#b8bec4', 4),
  blob('36,24 54,24 57,40 55,56 37,56 34,40', '#eef0f2'),
  ...line('46,54 56,64 56,78', 9, '#eef0f2', 'soft'),
  box(51, 77, 13, 7, '#9aa3aa', 3),
  ...line('49,32 58,42 64,48', 7, '#eef0f2', 'soft'),
  oval(65, 49, 3.8, 3.8, '#9aa3aa'),
  oval(46, 12, 15, 14.4, '#eef0f2'),
  blob('44,5 56,3 60,11 58,19 48,20 43,14', '#1f2a44', 'shine'),
  box(38, 23, 16, 4, '#9aa3aa', 2),
);

const fisherman = thing(
  'sea',
  '#f2c22c',
  0.84,
  ...line('76,70 94,6', 1.6, '#7a5232'),
  ...line('94,6 97,40 96,66', 0.5, '#e6e6e6'),
  oval(96, 67, 1.6, 2.4, '#c8322f'),
  ...bodyOf({ top: 'main', legs: '#3a4a5a', shoes: '#2c3a34', arms: 'none' }),
  ...line('37,50 30,62 32,72', 6.8, 'main', 'soft'),
  oval(32, 74, 3.6, 3.6, SKIN),
  ...line('63,50 74,58 76,66', 6.8, 'main', 'soft'),
  oval(76, 69, 3.6, 3.6, SKIN),
  ...[50, 58, 66].map((y) => oval(50, y, 1.2, 1.2, '#7a5a1a', 'flat')),
  box(40.5, 80, 19, 17, '#2c3a34', 2),
  ...faceOf(),
  beardOf('#f4f1ea', 52),
  moustacheOf('#ffffff'),
  blob('34,20 38,8 50,3 62,8 66,20', 'main'),
  blob('28,21 40,17 60,17 72,21 74,26 60,21 40,21 26,26', 'deep'),
);

const couple = thing(
  'land',
  '#c8404c',
  0.9,
  ...shifted(
    -17,
    0,
    1,
    ...bodyOf({ top: '#3a4a6a', legs: '#2c3446', arms: 'none' }),
    ...line('37,50 30,62 30,73', 6.4, '#3a4a6a', 'soft'),
    oval(30, 75, 3.4, 3.4, SKIN),
    ...faceOf(),
    capOf('#4a2f22'),
  ),
  ...shifted(
    17,
    4,
    0.96,
    robeOf('main', 88),
    ...both(box(43, 86, 5, 11, SKIN, 1), oval(44.6, 98, 5, 2.4, '#7a2230')),
    ...line('63,50 70,62 70,72', 5.6, SKIN, 'soft'),
    blob('34,22 42,9 58,9 66,22 70,46 62,48 62,24 38,24 38,48 30,46', '#8a4a26'),
    ...faceOf(),
    blob('36,27 38,13 50,9 62,13 64,27 56,18 46,19', '#8a4a26'),
  ),
  ...line('47,51 50,64 54,53', 5.4, SKIN, 'soft'),
  blob('50,2 44,-6 37,-3 38,6 50,17 62,6 63,-3 56,-6', '#e0304a', 'shine'),
);

const family = thing(
  'land',
  '#3f7fb8',
  0.96,
  ...shifted(-29, 0, 1, ...bodyOf({ top: 'main', legs: '#33404e' }), ...faceOf(), capOf('#3a2a22')),
  ...shifted(
    -3,
    3,
    0.94,
    robeOf('#c8504c', 86),
    ...both(box(43, 84, 5, 12, SKIN, 1), oval(44.6, 98, 5, 2.4, '#7a2230')),
    ...line('37,50 29,62 29,72', 5.4, SKIN, 'soft'),
    ...line('63,50 71,62 71,72', 5.4, SKIN, 'soft'),
    blob('34,22 42,9 58,9 66,22 69,42 62,44 62,24 38,24 38,44 31,42', '#9a5a2c'),
    ...faceOf(),
  ),
  ...shifted(21, 19, 0.62, ...bodyOf({ top: '#f2c22c', legs: '#4a6a9a' }), ...faceOf(), capOf('#6b4426')),
  ...shifted(
    41,
    23,
    0.54,
    robeOf('#f08fb0', 88),
    ...both(box(43, 86, 5, 11, SKIN, 1)),
    ...line('37,50 29,62', 5.4, SKIN, 'soft'),
    ...line('63,50 71,62', 5.4, SKIN, 'soft'),
    ...both(oval(34, 24, 5, 8, '#e6c34a')),
    ...faceOf(),
    capOf('#e6c34a'),
  ),
);

const baby = thing(
  'room',
  '#bcd9f0',
  0.68,
  blob('6,72 94,72 88,94 78,98 22,98 12,94', '#c99a5c'),
  ...[78, 86].map((y) => line(`8,${y} 92,${y}`, 1.4, '#9a6a34')).flat(),
  ...[20, 34, 48, 62, 76].map((x) => line(`${x},74 ${x + 2},97`, 1.2, '#9a6a34')).flat(),
  oval(50, 72, 43, 7, '#f7f2e8'),
  blob('18,72 26,56 50,50 74,56 82,72', 'main'),
  oval(50, 38, 21, 20, SKIN),
  blob('29,36 34,20 50,15 66,20 71,36 60,26 40,26', 'main'),
  oval(50, 14, 4, 4, '#ffffff'),
  ...both(...line('40,40 44,42 47,40', 1.3, DARK), oval(38, 46, 4, 2.8, '#e79a86', 'flat')),
  oval(50, 49, 5, 4.4, '#f2c22c'),
  hoop(50, 50, 3, 1, '#e08a2c'),
);

export const people = {
  wizard,
  witch,
  pirate,
  viking,
  superhero,
  chef,
  clown,
  angel,
  vampire,
  ballerina,
  mermaid,
  gnome,
  ninja,
  samurai,
  geisha,
  surfer,
  boxer,
  astronaut,
  'astronaut on a horse': rider,
  fisherman,
  couple,
  family,
  baby,
};
