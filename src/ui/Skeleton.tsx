/** Grey lines in the shape of what is coming. Hidden from screen readers: the frame around says that it is loading. */
export function Skeleton({ rows, kind }: { rows: number; kind: 'line' | 'item' | 'row' | 'tile' }) {
  return (
    <div className={`skeleton skeleton--${kind}`} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  );
}
