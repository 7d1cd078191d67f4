import { beforeAll } from 'vitest';
import { loadParts } from '#ui/lazy-part.tsx';

/** Tests draw views as the server does: with every part at hand. */
beforeAll(loadParts);
