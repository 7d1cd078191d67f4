import { expect, test } from 'vitest';
import { drawingTurn } from '#server/pages/drawing-turn.ts';

test('[OL2] pages whose data arrive together are drawn in a turn of the event loop each, in their order', async () => {
  let turn = 0;
  let counting = true;
  const count = (): void => {
    turn += 1;
    if (counting) setImmediate(count);
  };
  count();
  const drawn = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (name) => {
      await drawingTurn();
      return [name, turn] as const;
    }),
  );
  counting = false;
  expect(drawn.map(([name]) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(new Set(drawn.map(([, at]) => at)).size).toBe(4);
});
