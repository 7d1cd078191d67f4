import type { CallFailed } from './outcomes.ts';

/**
 * Recognises it by name, because the server and the bundle of the pages it renders each have a copy of the class. Apart
 * from the catalogue, which comes with the first call: a page that is only read needs none of its words.
 */
export function isCallFailed(failure: unknown): failure is CallFailed {
  return failure instanceof Error && failure.name === 'CallFailed';
}
