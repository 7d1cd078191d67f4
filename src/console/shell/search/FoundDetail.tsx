import { Button } from 'antd';
import type { FoundThing } from '#wire/search-answers.ts';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { FoundState } from './FoundState.tsx';
import { Marked } from '../../parts/Marked.tsx';

/** The chosen hit beside the list, as far as it helps to tell it from others. */
export function FoundDetail({ thing: { title, place, state, details, to, sitePath } }: { thing: FoundThing }) {
  return (
    <section className="search-detail" aria-label="选中的一处">
      <p className="quiet">{place}</p>
      <h2>
        <Marked text={title} /> <FoundState state={state} />
      </h2>
      <dl
        className={
          details.some(({ text }) => text.reduce((sum, part) => sum + part.text.length, 0) > 60) ? 'long' : undefined
        }
      >
        {details.map(({ label, text }, at) => (
          <div key={at}>
            <dt>{label}</dt>
            <dd>
              <Marked text={text} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="search-detail-acts">
        <LinkButton to={to}>打开</LinkButton>
        {sitePath !== '' && (
          <Button href={sitePath} target="_blank" rel="noopener">
            在网站上看
          </Button>
        )}
      </div>
    </section>
  );
}
