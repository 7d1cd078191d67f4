import { useContext } from 'react';
import { verbatim } from '#ui/script/active-script.ts';
import { ReadingContext, ShownAt } from '../screens/reading-context.ts';

/** Each in its own script, whichever the page is in. */
const SCRIPTS = {
  simplified: { name: '简体', lang: 'zh-Hans' },
  traditional: { name: '繁體', lang: 'zh-Hant' },
} as const;

/** HD5: links to the server, which remembers the choice and leads back here, and to the English site. */
export function Languages({ english }: { english: string | undefined }) {
  const { traditional } = useContext(ReadingContext);
  const at = useContext(ShownAt);
  const current = traditional ? 'traditional' : 'simplified';
  return (
    <ul className="lang">
      {(['simplified', 'traditional'] as const).map((script) => (
        <li key={script}>
          <a
            href={`/view/${script}${at && `?back=${encodeURIComponent(at)}`}`}
            lang={SCRIPTS[script].lang}
            aria-current={script === current ? 'true' : undefined}
            rel="nofollow"
          >
            {verbatim(SCRIPTS[script].name)}
          </a>
        </li>
      ))}
      {english && (
        <li>
          <a href={english} lang="en" target="_blank" rel="noopener external">
            English
          </a>
        </li>
      )}
    </ul>
  );
}

/** The header's: folded, so that it takes no more room than its longest word. */
export function LanguageMenu({ english }: { english: string | undefined }) {
  const { traditional } = useContext(ReadingContext);
  const { name } = SCRIPTS[traditional ? 'traditional' : 'simplified'];
  return (
    <details className="fold language">
      <summary aria-label={`语言：${verbatim(name)}`}>{verbatim(name)}</summary>
      <Languages english={english} />
    </details>
  );
}
