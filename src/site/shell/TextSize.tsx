const SIZES = ['标准', '大', '特大'] as const;

/**
 * HD8: links to the server, which remembers the size and leads back to the page that they stand on. The same for every
 * page and size: the stylesheet shows which of them is chosen.
 */
export function TextSize() {
  return (
    <ul className="text-size" aria-label="字号">
      {SIZES.map((name, at) => (
        <li key={name}>
          <a className={`size-${at + 1}`} href={`/view/text-${at + 1}`} rel="nofollow">
            <span aria-hidden="true">A</span>
            <span className="unseen">{name}字号</span>
            <i className="unseen">（当前）</i>
          </a>
        </li>
      ))}
    </ul>
  );
}
