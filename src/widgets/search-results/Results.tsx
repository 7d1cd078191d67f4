import type { Hit, Hits, MarkedText } from '#page/data-shapes.ts';
import { openingOf } from '#rules/files/file-opening.ts';
import { fileMark, fileSize } from '#rules/files/file-size.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { RowHit } from './RowHit.tsx';

type ResultsProps = Pick<Hits, 'items' | 'rows' | 'questions' | 'channels'>;

/** SE5: whatever was found in one list, the best first, each with its kind. */
export function Results({ items, rows, questions, channels }: ResultsProps) {
  const entries = [
    ...channels
      .slice(0, MOST_CHANNELS)
      .map((one) => ({ rank: one.rank, entry: <ChannelHit key={one.path} {...one} /> })),
    ...rows.map((one) => ({ rank: one.rank, entry: <RowHit key={one.path} {...one} /> })),
    ...questions.map((one) => ({ rank: one.rank, entry: <QuestionHit key={one.path} {...one} /> })),
    ...items.map((one) => ({
      rank: one.rank,
      entry: <ArticleHit key={one.file ? `${one.path} ${one.file.filepath}` : one.path} hit={one} />,
    })),
  ];
  return (
    <ol className="hits" aria-label="搜索结果">
      {entries.toSorted((a, b) => b.rank - a.rank).map(({ entry }) => entry)}
    </ol>
  );
}

/** limit of the channels that the words name */
const MOST_CHANNELS = 3;

function ChannelHit({ marked, path, excerpt }: Hits['channels'][number]) {
  return (
    <li className="hit">
      <span className="hit__mark">栏目</span>
      <SiteLink path={path} className="hit__title">
        <Marked parts={marked} />
      </SiteLink>
      <Excerpt parts={excerpt} />
    </li>
  );
}

function QuestionHit({ title, excerpt, path, channel }: Hits['questions'][number]) {
  return (
    <li className="hit">
      <span className="hit__mark">问答</span>
      <SiteLink path={path} className="hit__title">
        <Marked parts={title} />
      </SiteLink>
      <Excerpt parts={excerpt} />
      <p className="hit__facts">
        <SiteLink path={channel.path}>{channel.title}</SiteLink>
      </p>
    </li>
  );
}

function ArticleHit({ hit }: { hit: Hit }) {
  return (
    <li className="hit">
      {hit.file ? (
        <FileTitle hit={hit} file={hit.file} />
      ) : (
        <>
          <span className="hit__mark">{hit.kind === 'question' ? '问答' : '文章'}</span>
          <SiteLink path={hit.path} className="hit__title">
            <Marked parts={hit.title} />
          </SiteLink>
        </>
      )}
      <Excerpt parts={hit.excerpt} />
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
  );
}

/** The file itself, opened as in the article that brings it (FO1–FO5). */
function FileTitle({ hit, file }: { hit: Hit; file: NonNullable<Hit['file']> }) {
  const { kind, href, download } = openingOf(file);
  const title = <Marked parts={hit.title} />;
  const mark = <span className="hit__mark">{fileMark(file.filename)}</span>;
  const size = file.size !== null && <small className="hit__size">{fileSize(file.size)}</small>;
  // a file that is missing on the disk is found by its name and links to its article
  if (kind === 'missing')
    return (
      <>
        {mark}
        <SiteLink path={hit.path} className="hit__title">
          {title}
        </SiteLink>
      </>
    );
  return (
    <>
      {mark}
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

function Excerpt({ parts }: { parts: readonly MarkedText[] }) {
  return (
    parts.length > 0 && (
      <p className="hit__text">
        <Marked parts={parts} />
      </p>
    )
  );
}

function Marked({ parts }: { parts: readonly MarkedText[] }) {
  return <>{parts.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text))}</>;
}
