import type { ConsoleFeature } from '../../console-feature.ts';

export const checksConsole: ConsoleFeature = {
  screens: [
    {
      path: '/record-check',
      act: 'record.read',
      load: () => import('./RecordCheck.tsx').then((file) => file.RecordCheck),
    },
  ],
  notes: [
    { among: 'alarms', act: 'record.read', load: () => import('./RecordNote.tsx').then((file) => file.RecordNote) },
  ],
};
