import { describe } from 'vitest';
import { storedData } from '../world/stored-data.ts';
import { testStoredData } from '../world/stored-data-tests.ts';

const stores = storedData();

/** The stores between them are tried by stored-data.slow.test.ts. */
const oldestAndNewest = [stores[0]!, stores.at(-1)!];

describe.each(oldestAndNewest.map((facts) => [facts.commit.slice(0, 7), facts] as const))(
  '[UP1] data of %s',
  (_, facts) => testStoredData(facts),
);
