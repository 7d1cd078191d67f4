import { lazy, Suspense, use, useState } from 'react';
import { writeQuery } from '#rules/site-address.ts';
import { SearchBox } from '#ui/SearchBox.tsx';
import type { SearchBoxProps } from '#ui/SearchBox.tsx';
import { Suggesting } from '#ui/suggesting.ts';

/** comes with the first letter that is typed */
const Suggestions = lazy(() => import('#ui/Suggestions.tsx').then((file) => ({ default: file.Suggestions })));

/** SE6: the box of the site's search, which suggests while somebody types. */
export function SuggestingBox(props: SearchBoxProps) {
  const ask = use(Suggesting);
  const [typing, setTyping] = useState<HTMLInputElement>();
  const pathOf = (words: string) => props.path + writeQuery({ [props.name]: words });
  return (
    <SearchBox
      {...props}
      input={{ 'aria-keyshortcuts': '/', ...(ask && { onInput: (event) => setTyping(event.currentTarget) }) }}
    >
      {typing && ask && (
        <Suspense>
          <Suggestions input={typing} ask={ask} pathOf={pathOf} />
        </Suspense>
      )}
    </SearchBox>
  );
}
