import type { Hit, MarkedText } from '#page/data-shapes.ts';
import { openingOf } from '#rules/file-opening.ts';
import { fileMark, fileSize } from '#rules/file-size.ts';
import { shanghaiDate } from '#rules/shanghai-date.ts';
import { SiteLink } from '#ui/SiteLink.tsx';

export function Results({ items }: { items: readonly Hit[] }) {
  return (
    <ol className="hits" aria-label="搜索结果">
      {items.map((hit) => (
        <li className="hit" key={hit.file ? `${hit.path} ${hit.file.filepath}` : hit.path}>
          {hit.file ? (
            <FileTitle hit={hit} file={hit.file} />
          ) : (
            <SiteLink path={hit.path} className="hit__title">
              <Marked parts={hit.title} />
            </SiteLink>
          )}
          {hit.excerpt.length > 0 && (
            <p className="hit__text">
              <Marked parts={hit.excerpt} />
            </p>
          )}
          <p className="hit__facts">
            {hit.article && (
              <span>
                见于 <SiteLink path={hit.article.path}>{hit.article.title}</SiteLink>
              </span>
            )}
            <SiteLink path={hit.channel.path}>{hit.channel.title}</SiteLink>
            {hit.originalTime && <time dateTime={hit.originalTime}>{shanghaiDate(hit.originalTime)}</time>}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** The file itself, opened as in the article that brings it (FO1–FO5). */
function FileTitle({ hit, file }: { hit: Hit; file: NonNullable<Hit['file']> }) {
  const { kind, href, download } = openingOf(file);
  const title = (
    <>
      <span className="hit__mark">{fileMark(file.filename)}</span>
      <Marked parts={hit.title} />
    </>
  );
  const size = file.size !== null && <small className="hit__size">{fileSize(file.size)}</small>;
  // a file that is missing on the disk is found by its name and links to its article
  if (kind === 'missing')
    return (
      <SiteLink path={hit.path} className="hit__title">
        {title}
      </SiteLink>
    );
  return (
    <>
      <a
        className="hit__title"
        href={href}
        download={download}
        {...(kind !== 'download' && kind !== 'direct' && { target: '_blank', rel: 'noopener' })}
      >
        {title}
      </a>
      {size}
    </>
  );
}

function Marked({ parts }: { parts: readonly MarkedText[] }) {
  return <>{parts.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text))}</>;
}
