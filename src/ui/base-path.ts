import { createContext, useContext } from 'react';

/**
 * '/swhysc': what stands before every path of the site. The router knows nothing of it: with its own basename it would
 * write the home page without its slash.
 */
export const BasePath = createContext('');

/** @returns the base that withBase wants */
export const useBasePath = (): string => useContext(BasePath);
