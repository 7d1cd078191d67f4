import { useContext } from 'react';
import { ReadingContext, ShownAt } from '../screens/reading-context.ts';

/** To the elder-friendly version and back: a link to the server, which remembers it and leads back here. */
export function ModeLink({ className }: { className?: string }) {
  const { elder } = useContext(ReadingContext);
  const at = useContext(ShownAt);
  return (
    <a
      className={className}
      href={`/view/${elder ? 'standard' : 'elder'}${at && `?back=${encodeURIComponent(at)}`}`}
      rel="nofollow"
    >
      {elder ? '返回标准版' : '长辈版'}
    </a>
  );
}
