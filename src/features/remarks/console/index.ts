import type { ConsoleFeature } from '../../console-feature.ts';

const panel = () => import('./RemarksPanel.tsx').then((file) => file.RemarksPanel);

export const remarksConsole: ConsoleFeature = {
  editionParts: [
    { beside: 'difference', load: () => import('./RemarksPanel.tsx').then((file) => file.RemarksBeside) },
    { beside: 'content', load: panel },
    { beside: 'form', load: panel },
  ],
  placeParts: [
    {
      mark: () => import('./RemarkMark.tsx').then((file) => file.RemarkMark),
      below: () => import('./RemarksBelow.tsx').then((file) => file.RemarksBelow),
    },
  ],
  tabCounts: [
    { tab: 'difference', load: () => import('./RemarksPanel.tsx').then((file) => file.OpenRemarks) },
    { tab: 'content', load: () => import('./RemarksPanel.tsx').then((file) => file.OpenRemarks) },
  ],
};
