import { createContext, useContext, useEffect, useState } from 'react';

/** Counts running uploads for the form around them; does nothing outside of a form. */
export const BusyUploads = createContext<(more: 1 | -1) => void>(() => {});

/** Tells the form around that files are on their way, so that it is not saved without them. */
export function useTellBusy(isBusy: boolean): void {
  const count = useContext(BusyUploads);
  useEffect(() => {
    if (!isBusy) return undefined;
    count(1);
    return () => count(-1);
  }, [isBusy, count]);
}

/** State of a form: the value of BusyUploads, and whether files are on their way. */
export function useBusyUploads(): { isUploading: boolean; count: (more: 1 | -1) => void } {
  const [places, setPlaces] = useState(0);
  const [count] = useState(() => (more: 1 | -1) => setPlaces((before) => before + more));
  return { isUploading: places > 0, count };
}
