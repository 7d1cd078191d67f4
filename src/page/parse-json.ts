import { findDoubledName } from './doubled-name.ts';
import { placeOf } from './json-fault.ts';

/** A text that is JSON, one object of which has a name twice. */
export class DoubledNameError extends SyntaxError {
  /** RFC 6901, of the value that has the name the second time */
  readonly pointer: string;

  constructor(message: string, pointer: string) {
    super(message);
    this.pointer = pointer;
  }
}

/**
 * PS8: JSON.parse for files that people write: a name that stands twice in one object is refused, of which JSON.parse takes
 * the last without a word. A byte order mark is passed over.
 * @throws SyntaxError where it is no JSON; DoubledNameError with line and column of the second name
 */
export function parseJson(written: string): unknown {
  const text = written.replace(/^\uFEFF/, '');
  const value: unknown = JSON.parse(text);
  const doubled = findDoubledName(text);
  if (doubled)
    throw new DoubledNameError(
      `"${doubled.name.slice(0, 60)}" stands twice in one object, the second time ${placeOf(text, doubled.at)}; take one of them out`,
      doubled.pointer,
    );
  return value;
}
