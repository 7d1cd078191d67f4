/** Order among siblings: by class order, ties by id (CH2). */
export interface Ordered {
  channelId: string;
  classOrder: number;
}

export const bySiblingOrder = (one: Ordered, other: Ordered): number =>
  one.classOrder - other.classOrder || (one.channelId < other.channelId ? -1 : 1);

const STEP = 10;

/**
 * Class orders that put a channel at this place among others: its own, and of the others those that have to give way,
 * which are none where there is room.
 * @param others in their order, without the channel itself
 */
export function ordersFor(others: readonly Ordered[], channelId: string, place: number): Map<string, number> {
  const before = others[place - 1];
  const after = others[place];
  if (!after) return new Map([[channelId, (before?.classOrder ?? 0) + STEP]]);
  const least = before?.classOrder ?? Math.min(0, after.classOrder - STEP);
  if (after.classOrder - least >= 2) return new Map([[channelId, Math.floor((least + after.classOrder) / 2)]]);
  const orders = new Map([[channelId, least + 1]]);
  let last = least + 1;
  for (const one of others.slice(place)) {
    if (one.classOrder > last) break;
    last += 1;
    orders.set(one.channelId, last);
  }
  return orders;
}
