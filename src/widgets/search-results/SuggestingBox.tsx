import { writeQuery } from '#rules/addresses/site-address.ts';
import { SearchBox } from '#ui/SearchBox.tsx';
import type { SearchBoxProps } from '#ui/SearchBox.tsx';
import { useSuggesting } from './use-suggesting.tsx';

/** SE6: the box of the site's search, which suggests while somebody types. */
export function SuggestingBox(props: SearchBoxProps) {
  const { field, list } = useSuggesting((words) => props.path + writeQuery({ [props.name]: words }));
  return (
    <SearchBox {...props} input={{ 'aria-keyshortcuts': '/', ...field }}>
      {list}
    </SearchBox>
  );
}
