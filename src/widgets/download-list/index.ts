import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Files to open or to save (FO1–FO5). */
export const downloadList = defineWidget({ name: 'download-list', title: '下载列表', accepts: 'files', props });
