/** WR5: what every answer under the base says once decrypted and parsed. */
export interface Envelope {
  code: string;
  msg: string;
  data: unknown;
  /** ISO 8601, only where this site stands in for a service that is away: when this last good answer was given (WR7) */
  asOf?: string;
}

/** The answer arrived but is not what was agreed: not JSON, no envelope, or data of another form (ER2). */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** WR5: success is code 0 or "0" and nothing else: not "00", not false, not an absent code. */
export function isSuccess(envelope: { code: unknown }): boolean {
  return envelope.code === 0 || envelope.code === '0';
}

/**
 * Turns a parsed answer into an envelope. Services send the code as text or as a whole number, and leave out msg or
 * data when there is nothing to say. The rest of the product sees text, '' and null.
 * @throws Unreadable
 */
export function readEnvelope(answer: unknown): Envelope {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new Unreadable('the answer is not an object');
  const { code, msg, data, asOf } = answer as Record<string, unknown>;
  const codeIsWord = typeof code === 'string' && code !== '';
  if (!codeIsWord && !Number.isInteger(code)) throw new Unreadable('the answer has no code');
  if (msg !== undefined && msg !== null && typeof msg !== 'string')
    throw new Unreadable('msg of the answer is not text');
  return { code: String(code), msg: msg ?? '', data: data ?? null, ...(typeof asOf === 'string' && { asOf }) };
}

/** @throws Unreadable when `text` is not JSON or holds no envelope */
export function parseEnvelope(text: string, parse: (text: string) => unknown = JSON.parse): Envelope {
  let answer: unknown;
  try {
    answer = parse(text);
  } catch {
    throw new Unreadable('the answer is not JSON');
  }
  return readEnvelope(answer);
}
