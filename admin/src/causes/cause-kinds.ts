import type { CauseKind } from '@easel/contracts/events/policy';
import Cloud from '@mui/icons-material/CloudQueue';
import Fact from '@mui/icons-material/DescriptionOutlined';
import Process from '@mui/icons-material/Autorenew';
import Command from '@mui/icons-material/Terminal';
import Webhook from '@mui/icons-material/Webhook';
import type { SvgIconComponent } from '@mui/icons-material';

interface KindLook {
  word: string;
  icon: SvgIconComponent;
  /** Of the theme's palette, for the outline and the icon. */
  color: string;
  /** Its outline in a drawing, as an SVG path in a box of this size. */
  outline: (width: number, height: number) => string;
}

const rounded = (radius: number) => (w: number, h: number) =>
  `M${radius},0H${w - radius}A${radius},${radius} 0 0 1 ${w},${radius}V${h - radius}A${radius},${radius} 0 0 1 ${w - radius},${h}` +
  `H${radius}A${radius},${radius} 0 0 1 0,${h - radius}V${radius}A${radius},${radius} 0 0 1 ${radius},0Z`;
const SLANT_PX = 12;

/** Each kind is told by a word, an icon and a shape; the colour only helps. */
export const causeLooks: Readonly<Record<CauseKind, KindLook>> = {
  command: { word: 'Command', icon: Command, color: 'info.main', outline: (w, h) => rounded(h / 2)(w, h) },
  webhook: {
    word: 'Webhook',
    icon: Webhook,
    color: 'warning.main',
    outline: (w, h) => `M${SLANT_PX},0H${w - SLANT_PX}L${w},${h / 2}L${w - SLANT_PX},${h}H${SLANT_PX}L0,${h / 2}Z`,
  },
  process: {
    word: 'Process',
    icon: Process,
    color: 'text.secondary',
    outline: (w, h) => `${rounded(2)(w, h)}M7,0V${h}M${w - 7},0V${h}`,
  },
  provider: {
    word: 'Provider',
    icon: Cloud,
    color: 'success.main',
    outline: (w, h) => `M${SLANT_PX},0H${w}L${w - SLANT_PX},${h}H0Z`,
  },
  fact: { word: 'Fact', icon: Fact, color: 'text.primary', outline: rounded(8) },
};
