import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A part that comes when it is first drawn. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => load().then((part) => ({ default: part })));
