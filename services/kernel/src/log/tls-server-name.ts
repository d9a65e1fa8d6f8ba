/**
 * Keeps one warning of Node's from the top of every program's output and log: that TLS is told a server's name which is
 * an IP address (DEP0123). gRPC tells whatever stands in an address and lets nobody choose; certificates are checked
 * against it either way.
 */
const emitWarning = process.emitWarning.bind(process) as (...told: unknown[]) => void;

process.emitWarning = (...told: unknown[]): void => {
  if (!told.includes('DEP0123')) emitWarning(...told);
};

export {};
