import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

/** What went wrong, in our words; beneath them what a machine says of it, as it does. */
export function DetailedAlert({ message, detail }: { message: string; detail: string }) {
  return (
    <Alert severity="error" role="alert" sx={{ '& .MuiAlert-message': { minWidth: 0 } }}>
      {message}
      {detail !== '' && (
        <Box component="pre" tabIndex={0} sx={{ m: 0, mt: 1, fontSize: 13, overflowX: 'auto', whiteSpace: 'pre' }}>
          {detail}
        </Box>
      )}
    </Alert>
  );
}
