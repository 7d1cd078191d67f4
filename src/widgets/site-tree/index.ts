import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Links in their tree: the map of the site for readers. */
export const siteTree = defineWidget({ name: 'site-tree', title: '网站地图', accepts: 'links', props });
