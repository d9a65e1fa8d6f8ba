/**
 * Keeps one warning of Node's from the top of every program's output and log: that TLS is told a server's name which is
 * an IP address (DEP0123). gRPC tells whatever stands in an address and lets nobody choose; certificates are checked
 * against it either way.
 */
const emitWarning = process.emitWarning.bind(process) as (...args: unknown[]) => void;

process.emitWarning = (...args: unknown[]): void => {
  if (!args.includes('DEP0123')) emitWarning(...args);
};

export {};
