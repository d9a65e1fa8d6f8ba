import { alpha, type ThemeOptions } from '@mui/material/styles';
import { type AdminProps, defaultDarkTheme, defaultLightTheme } from 'react-admin';

/** The product's palette, as the member app has it; no other file of the console names a colour. */
interface Palette {
  mode: 'dark' | 'light';
  surface0: string;
  surface1: string;
  surface2: string;
  line: string;
  lineStrong: string;
  ink: string;
  inkQuiet: string;
  accent: string;
  onAccent: string;
  danger: string;
  success: string;
  warning: string;
  info: string;
}

const night: Palette = {
  mode: 'dark',
  surface0: '#0d0d10',
  surface1: '#15151a',
  surface2: '#1f1f27',
  line: '#2c2c36',
  lineStrong: '#74727f',
  ink: '#f3f1ec',
  inkQuiet: '#a5a2ab',
  accent: '#ff5b3a',
  onAccent: '#1a0a05',
  danger: '#ff8597',
  success: '#5fd3a0',
  warning: '#f2c14e',
  info: '#8ab8ff',
};

const day: Palette = {
  mode: 'light',
  surface0: '#faf8f4',
  surface1: '#ffffff',
  surface2: '#f0ede6',
  line: '#dedad1',
  lineStrong: '#8a857b',
  ink: '#1b1a1f',
  inkQuiet: '#625f69',
  accent: '#c93413',
  onAccent: '#ffffff',
  danger: '#ab1238',
  success: '#17714a',
  warning: '#7a5200',
  info: '#1f57a8',
};

const TEXT = "'Inter Variable', system-ui, sans-serif";
const HEADING = "'Bricolage Grotesque Variable', system-ui, sans-serif";

/** As react-admin takes it: no palette may be left undefined. */
type ConsoleTheme = NonNullable<AdminProps['theme']>;

function themeOf(base: ThemeOptions, of: Palette): ConsoleTheme {
  const on = (main: string) => ({ main, contrastText: of.mode === 'dark' ? of.onAccent : '#ffffff' });
  const heading = { fontFamily: HEADING, fontWeight: 600, letterSpacing: '-0.01em' };
  const components: NonNullable<ThemeOptions['components']> = {
    ...base.components,
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: { styleOverrides: { root: { border: `1px solid ${of.line}` } } },
    MuiAppBar: {
      defaultProps: { elevation: 0, color: 'default' },
      styleOverrides: {
        root: {
          backgroundColor: of.surface1,
          backgroundImage: 'none',
          color: of.ink,
          borderBottom: `1px solid ${of.line}`,
        },
      },
    },
    MuiButton: { defaultProps: { disableElevation: true }, styleOverrides: { root: { textTransform: 'none' } } },
    MuiToggleButton: { styleOverrides: { root: { textTransform: 'none' } } },
    MuiTab: { styleOverrides: { root: { textTransform: 'none' } } },
    MuiTextField: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
    MuiFormControl: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
    MuiTableCell: {
      styleOverrides: {
        root: { borderColor: of.line, padding: '6px 12px' },
        head: { color: of.inkQuiet, fontWeight: 500, backgroundColor: of.surface1 },
        paddingCheckbox: { padding: '0 4px' },
      },
    },
    MuiTableRow: {
      styleOverrides: { root: { '&.MuiTableRow-hover:hover': { backgroundColor: alpha(of.ink, 0.04) } } },
    },
    MuiChip: { defaultProps: { size: 'small' }, styleOverrides: { root: { borderRadius: 6 } } },
    MuiCircularProgress: { defaultProps: { 'aria-label': 'Loading' } },
    MuiTooltip: { styleOverrides: { tooltip: { backgroundColor: of.surface2, color: of.ink, fontSize: 12 } } },
    MuiLink: { styleOverrides: { root: { color: of.accent } } },
    RaMenuItemLink: {
      styleOverrides: {
        root: {
          color: of.inkQuiet,
          borderRadius: 8,
          margin: '2px 8px',
          minHeight: 40,
          '& .RaMenuItemLink-icon': { color: 'inherit', minWidth: 34 },
          '&:hover': { color: of.ink },
          '&.RaMenuItemLink-active': { color: of.ink, backgroundColor: of.surface2, fontWeight: 500 },
        },
      },
    },
    // A wide table scrolls in its own place, never the page.
    RaLayout: {
      styleOverrides: {
        root: { minWidth: 0, '& .RaLayout-appFrame': { marginTop: 56 }, '& .RaLayout-content': { minWidth: 0 } },
      },
    },
    RaListToolbar: { styleOverrides: { root: { backgroundColor: 'transparent !important' } } },
    RaTopToolbar: { styleOverrides: { root: { backgroundColor: 'transparent !important' } } },
    RaList: {
      styleOverrides: {
        root: {
          '& .RaList-main': { minWidth: 0, maxWidth: '100%' },
          '& .RaList-content': { overflowX: 'auto' },
        },
      },
    },
  };
  return {
    ...base,
    sidebar: { width: 232, closedWidth: 52 },
    shape: { borderRadius: 10 },
    typography: {
      fontFamily: TEXT,
      fontSize: 14,
      body1: { fontSize: 14 },
      h1: { ...heading, fontSize: 28 },
      h2: { ...heading, fontSize: 20 },
      h3: { ...heading, fontSize: 16 },
      h4: heading,
      h5: { ...heading, fontSize: 20 },
      h6: { ...heading, fontSize: 16 },
    },
    palette: {
      mode: of.mode,
      primary: on(of.accent),
      secondary: on(of.accent),
      error: on(of.danger),
      success: on(of.success),
      warning: on(of.warning),
      info: on(of.info),
      background: { default: of.surface0, paper: of.surface1 },
      text: { primary: of.ink, secondary: of.inkQuiet },
      divider: of.line,
      action: { hover: alpha(of.ink, 0.06), selected: of.surface2 },
    },
    components,
  };
}

export const dark = themeOf(defaultDarkTheme, night);
export const light = themeOf(defaultLightTheme, day);
