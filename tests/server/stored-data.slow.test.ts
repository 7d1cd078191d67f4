import { describe } from 'vitest';
import { storedData } from '../world/stored-data.ts';
import { testStoredData } from '../world/stored-data-tests.ts';

/** The oldest and the newest are tried by stored-data.test.ts. */
const between = storedData().slice(1, -1);

describe.each(between.map((facts) => [facts.commit.slice(0, 7), facts] as const))('[UP1] data of %s', (_, facts) =>
  testStoredData(facts),
);
