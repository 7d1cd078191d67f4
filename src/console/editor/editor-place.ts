import { createContext } from 'react';

/** Settings of an editor within another screen. */
interface EditorPlace {
  /** address of a saved edition, below /console */
  savedAt: (editionId: number) => string;
  /** the preview stands beside the fields from the beginning, where there is one */
  showsPreview: boolean;
}

/** The default is a screen of its own. */
export const EditorPlaceContext = createContext<EditorPlace>({
  savedAt: (editionId) => `/editions/${editionId}`,
  showsPreview: false,
});
