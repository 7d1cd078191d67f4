import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Articles as pictures with a title below. */
export const imageGrid = defineWidget({ name: 'image-grid', title: '图片列表', accepts: 'articles', props });
