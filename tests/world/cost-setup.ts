import { afterAll, expect } from 'vitest';
import { noteCost, processorSeconds } from './cost.ts';

/** Notes the processor seconds of each test file, loading it included; this file runs before, its hook after all others. */
const began = processorSeconds();

afterAll(() => noteCost(expect.getState().testPath!, processorSeconds() - began));
