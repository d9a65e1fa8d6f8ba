/** As much of the load generator as is used here; the package has no types of its own. */
declare module 'autocannon' {
  interface AskedFor {
    path: string;
    headers: Record<string, string>;
    /** Called before each. */
    setupRequest?: (asked: AskedFor) => AskedFor;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    requests: AskedFor[];
    /** A second, over all connections; as many as are answered where it is absent. */
    overallRate?: number;
  }

  interface Result {
    /** A second. */
    requests: { average: number };
    /** Milliseconds. */
    latency: { p99: number };
    non2xx: number;
    errors: number;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
