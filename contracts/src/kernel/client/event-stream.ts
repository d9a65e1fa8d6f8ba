/** One server-sent event. */
export interface StreamEvent {
  event: string | undefined;
  data: string;
  id: string | undefined;
}

/** More of one event is no event of ours. */
const MOST_CHARACTERS = 1_000_000;

/**
 * Reads server-sent events (HTML standard, "Parsing an event stream") out of text that arrives in any pieces: feed them
 * to what this gives. It throws a RangeError for an event without end.
 */
export function eventReader(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let rest = '';
  let event = '';
  let data: string[] = [];
  let id: string | undefined;
  let held = 0;

  const take = (line: string): void => {
    if (line === '') {
      if (data.length > 0) onEvent({ event: event || undefined, data: data.join('\n'), id });
      [event, data, id, held] = ['', [], undefined, 0];
      return;
    }
    const [, name = line, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'data') {
      data.push(value);
      held += value.length;
    }
  };

  return (text) => {
    // A return at the end may be the first half of a line's end.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
    if (rest.length + held > MOST_CHARACTERS) throw new RangeError('an event of the stream does not end');
  };
}
