/** ED2: how many editions wait for the person. */
export function WaitingBadge({ of }: { of: number }) {
  return of === 0 ? null : (
    <>
      {' '}
      <span className="menu-count">{of}</span>
      <span className="unseen">份等您处理</span>
    </>
  );
}
