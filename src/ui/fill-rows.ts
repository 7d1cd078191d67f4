/**
 * Classes of a list whose cells stand in rows without a hole (`.fill` in ui.css). There are three columns, or two where
 * only they divide the cells; four in the bands of the home page. A last row that cannot be full stretches.
 * @param count of the cells
 */
export function fillRows(count: number): string {
  const columns = count % 3 === 0 || count % 2 === 1 ? 3 : 2;
  return `fill fill--${columns}${count % 4 === 0 ? ' fill--four' : ''}`;
}
