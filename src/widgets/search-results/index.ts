import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Search box of the whole site and what it found, by section and date. */
export const searchResults = defineWidget({ name: 'search-results', title: '全站搜索', accepts: 'hits', props });
