import { afterAll } from 'vitest';
import { endPrograms } from './children.ts';

/** After each file: this one runs before it, so its hook is the last. */
afterAll(endPrograms);
