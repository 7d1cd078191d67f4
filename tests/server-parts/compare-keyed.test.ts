import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareKeyed, heldByKey, type Pair } from '#server/store/rows/compare-keyed.ts';

interface Row {
  key: string;
  value: number;
}

const rows = fc.uniqueArray(fc.record({ key: fc.constantFrom(...'abcdefgh'), value: fc.nat(3) }), {
  selector: ({ key }) => key,
});

const held = (list: readonly Row[]): Promise<Map<string, Row>> => heldByKey([list], (row) => [row.key, row]);

async function pairsOf(before: readonly Row[], parts: Iterable<Row[]> | AsyncIterable<Row[]>) {
  const pairs: Pair<Row, Row>[] = [];
  await compareKeyed(
    await held(before),
    parts,
    ({ key }) => key,
    (pair) => pairs.push(pair),
  );
  return pairs;
}

describe('rows of two sides', () => {
  test('are told once for each key: those that come in their order, then those for which none came', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, fc.nat(8), async (before, after, cut) => {
        const pairs = await pairsOf(before, [after.slice(0, cut), after.slice(cut)]);
        const left = before.filter(({ key }) => !after.some((row) => row.key === key));
        expect(pairs).toEqual([
          ...after.map((came) => {
            const known = before.find(({ key }) => key === came.key);
            return { key: came.key, came, ...(known && { held: known }) };
          }),
          ...left.map((row) => ({ key: row.key, held: row })),
        ]);
      }),
    );
  });

  test('the side that comes is read part by part, each when the one before was told', async () => {
    const order: string[] = [];
    async function* parts(): AsyncGenerator<Row[]> {
      for (const key of ['a', 'b', 'c']) {
        order.push(`reads ${key}`);
        yield [{ key, value: 1 }];
      }
    }
    await compareKeyed(
      new Map(),
      parts(),
      ({ key }) => key,
      ({ key }) => order.push(`tells ${key}`),
    );
    expect(order).toEqual(['reads a', 'tells a', 'reads b', 'tells b', 'reads c', 'tells c']);
  });

  test('others have their turn while many rows are compared', async () => {
    const many = Array.from({ length: 6 }, (_, at) => ({ key: String(at), value: at }));
    let seen = 0;
    let seenAtTurn = -1;
    setImmediate(() => (seenAtTurn = seen));
    await compareKeyed(
      new Map(),
      [many],
      ({ key }: Row) => key,
      () => {
        seen += 1;
        for (const since = performance.now(); performance.now() - since < 4;);
      },
    );
    expect(seenAtTurn).toBeGreaterThan(0);
    expect(seenAtTurn).toBeLessThan(many.length);
  });
});
