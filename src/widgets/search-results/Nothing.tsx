import type { ViewBlock } from '#page/define-widget.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { verbatim } from '#ui/script/active-script.ts';
import { SiteLink } from '#ui/SiteLink.tsx';

/** Before the first search: what can be found, each as a search that can be tried. */
export function Empty({
  examples = [],
  block,
}: {
  examples?: readonly { title: string; words: readonly string[] }[];
  block: ViewBlock;
}) {
  if (examples.length === 0) return null;
  return (
    <dl className="search__examples">
      {examples.map(({ title, words }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            {words.map((one) => (
              <SiteLink key={one} path={block.href({ q: one })}>
                {one}
              </SiteLink>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Nothing was found: why that may be, and where to look instead. */
export function Nothing({ narrowed, words, block }: { narrowed: boolean; words: string; block: ViewBlock }) {
  if (narrowed) {
    return (
      <EmptyNote title="所选范围内没有结果">
        <p>
          <SiteLink
            path={block.href({ section: '', since: '', kind: '', pageNum: '' })}
            className="button button--plain"
          >
            在全站查找
          </SiteLink>
        </p>
      </EmptyNote>
    );
  }
  const parts = words.split(/\s+/);
  return (
    <EmptyNote title="请换一个词再试">
      <p>请检查文字是否有误，或改用更短的词。扫描件和图片中的文字查不到，请按标题查找。</p>
      {parts.length > 1 && (
        <p className="search__parts">
          各词须同时出现，可以只查其中一个：
          {parts.slice(0, 5).map((part) => (
            <SiteLink key={part} path={block.href({ q: part, pageNum: '' })}>
              {verbatim(part)}
            </SiteLink>
          ))}
        </p>
      )}
    </EmptyNote>
  );
}
