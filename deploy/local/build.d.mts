type Target = 'servers' | 'pages' | 'console';

export function build(names?: readonly Target[]): Promise<void>;
export function compress(): Promise<void>;
export function makePast(days: number): Promise<void>;
