/** The mark: a square that holds what it guards. */
export function Logo({ name, englishName }: { name: string; englishName: string }) {
  return (
    <span className="logo">
      <svg viewBox="0 0 34 34" width="34" height="34" aria-hidden="true">
        <path className="logo__frame" d="M1 1h32v32H1z" />
        <path className="logo__core" d="m17 8 9 9-9 9-9-9z" />
      </svg>
      <span className={englishName ? 'logo__words--two' : undefined}>
        <b>{name}</b>
        {englishName && <small lang="en">{englishName}</small>}
      </span>
    </span>
  );
}
