import type { FoundThing } from '#wire/search-answers.ts';

import './marked.css';

/** A text with the words of the search marked. */
export const Marked = ({ text }: { text: FoundThing['title'] }) => (
  <>
    {text.map((part, at) =>
      part.hit ? (
        <mark key={at} className="found-mark">
          {part.text}
        </mark>
      ) : (
        part.text
      ),
    )}
  </>
);
