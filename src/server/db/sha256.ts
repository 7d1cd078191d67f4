import { createHash } from 'node:crypto';
import { canonicalJson } from '#rules/json/canonical-json.ts';

/** SHA-256 as hexadecimal digits. */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** SHA-256 of a value, in whatever order its members stand. */
export const sha256OfJson = (value: unknown): string => sha256(canonicalJson(value));
