import Box from '@mui/material/Box';

/** A value as JSON: text and nothing else, whatever is in it. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  return (
    <Box
      component="pre"
      role="region"
      aria-label={label}
      tabIndex={0}
      sx={{
        m: 0,
        p: 2,
        maxHeight: 480,
        overflow: 'auto',
        borderRadius: 1,
        bgcolor: 'action.selected',
        fontSize: 13,
        lineHeight: 1.5,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {JSON.stringify(value, null, 2)}
    </Box>
  );
}
