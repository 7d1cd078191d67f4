import type { ConsoleFeature } from '../../console-feature.ts';

export const sharedPreviewsConsole: ConsoleFeature = {
  editionParts: [
    { beside: 'page', load: () => import('./SharePreview.tsx').then((file) => file.SharePreview) },
    { beside: 'history', load: () => import('./OutsideAnswers.tsx').then((file) => file.OutsideAnswers) },
  ],
};
