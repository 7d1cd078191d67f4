import { createContext } from 'react';

/** What differs where an editor stands within another screen. */
interface EditorPlace {
  /** where a saved edition is looked at, below /console */
  savedAt: (editionId: number) => string;
  /** the preview stands beside the fields from the beginning, where there is one */
  showsPreview: boolean;
}

/** By default a screen of its own. */
export const EditorPlaceContext = createContext<EditorPlace>({
  savedAt: (editionId) => `/editions/${editionId}`,
  showsPreview: false,
});
