/** The ways in which one composer can make a picture, and the words that ask for each. */
export const ways = {
  flow: {
    ribbons:
      'ribbon pattern curve swirl swirling geometry geometric modern design band stripe line brush vintage retro',
    silk: 'silk veil light energy wave motion dynamic neon electric glow glowing music sound dance wind air breath smoke dream dreamy gradient',
    liquid: 'liquid fluid marble marbled ink paint oil gold stone agate geode texture lava molten water smoke',
  },
  pattern: {
    scales: 'seigaiha scale scallop fish mermaid japanese japan fan ocean sea',
    waves: 'wave water ocean sea river ripple curve wavy seventies psychedelic groovy',
    terrazzo: 'terrazzo stone chip confetti speckle marble pebble granite memphis shape',
    stars:
      'moroccan zellige star arabesque girih islamic azulejo mosaic tile tiled morocco persian arabic ceramic mediterranean',
    foliage: 'leaf botanical plant fern tropical jungle floral flower nature forest garden branch berry',
    stripes: 'stripe striped line kilim textile weave woven blanket rug mexican fabric',
    checks: 'check checkerboard checkered gingham plaid tartan grid square polka dot',
    herringbone: 'herringbone chevron zigzag parquet houndstooth arrow wood wooden',
  },
  geometric: {
    grid: 'grid square module quarter swiss mosaic tetris block memphis mondrian',
    orbit:
      'bauhaus constructivist constructivism suprematism suprematist kandinsky circle composition planet balance triangle',
    sunburst: 'deco sunburst ray gatsby gold golden gilded luxury glamour twenties fan sun',
    totem: 'midcentury century mid scandinavian nordic totem fifties sixties atomic collage cutout',
    slices: 'swiss minimal minimalist modernist stripe sphere op optical moon',
    arches: 'arch arches rainbow boho door arcade sunset sun terracotta seventies retro',
  },
  typographic: {
    lockup: 'bold vintage retro letterpress motivational gym sport western circus concert',
    blocks: 'block colour color colorful colourful playful pop fun kids protest',
    serif: 'elegant serif classic poem poetic book literary romantic wedding gentle italic calligraphy love soft quiet',
    grotesque: 'swiss minimal minimalist modern clean grotesque bauhaus helvetica design simple',
    echo: 'repeat echo loud rave music techno brutalist neon electric psychedelic',
  },
  emblem: {
    roundel: 'badge logo circle round patch sticker stamp seal club coin',
    crest: 'crest shield heraldic heraldry insignia royal team university knight',
    sunset: 'sunset retro beach surf summer palm eighties vaporwave synthwave tropical vintage',
    laurel: 'laurel emblem wreath icon minimal elegant winner champion',
  },
} as const;
export type Ways = typeof ways;
