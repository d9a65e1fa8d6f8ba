import { startChild, type Child, type ChildOptions } from './child-process.ts';

export type Listening = Child & { readonly port: number };

/** A child that tells its port in the one line `{"ready":true,"port":N}`. */
export async function startListening(options: ChildOptions): Promise<Listening> {
  let port = 0;
  const child = await startChild({
    ...options,
    ready: (line) => {
      const announced = portWhenReady(line);
      port = announced ?? port;
      return announced !== undefined;
    },
  });
  return { ...child, port };
}

function portWhenReady(line: string): number | undefined {
  if (!line.startsWith('{"ready":true')) return undefined;
  const { port } = JSON.parse(line) as { port?: unknown };
  return typeof port === 'number' ? port : undefined;
}
