import type { ReactNode } from 'react';
import type { ResolvedPage } from '../page-schema.ts';

export interface LayoutProps {
  page: ResolvedPage;
  /** the site's name */
  siteName: string;
  /** content of a place of the layout; null when it is empty */
  place: (name: string) => ReactNode;
}
