import type { Feature } from '../define-feature.ts';

/** The check of the whole record each day and on demand, and its result in the console (RC4). */
export const checks: Feature = {
  menu: [{ beside: '/audit', to: '/record-check', name: '记录核对', act: 'record.read' }],
  helped: [['/record-check', 'people']],
};
