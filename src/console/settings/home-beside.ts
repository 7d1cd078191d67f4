import { createContext } from 'react';
import { page as pageKind } from '#kinds/page/index.ts';
import type { Change } from '#kinds/index.ts';
import type { PageSchemaAnswer } from '#wire/console-answers.ts';
import { isObject, type Json } from '#rules/json/json.ts';

/** Name of the page at the site's own address. */
export const HOME = 'home';

/** HN6: the home page of which a composition is chosen together with a setting, to be saved as one edition. */
export interface HomeBeside {
  document: Json;
  /** mark of the public content, for the server to notice publications in between */
  mark: string;
  editions: PageSchemaAnswer['editions'];
  mayChange: boolean;
}

/** Absent: a setting is saved alone. */
export const HomeBesideContext = createContext<HomeBeside | null>(null);

export const homeChange = (document: Json): Change =>
  ({ kind: pageKind.name, id: HOME, document }) as unknown as Change;

/** The home page that an edition holds; undefined: none. */
export function homeIn(changes: readonly Change[]): Json | undefined {
  const found = changes.find((change) => change.kind === pageKind.name && change.id === HOME) as
    | { document?: unknown }
    | undefined;
  return isObject(found?.document) ? found.document : undefined;
}
