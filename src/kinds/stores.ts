import { articleStore } from './article/server/store.ts';
import { articleImportStore } from './article-import/server/store.ts';
import { channelStore } from './channel/server/store.ts';
import type { KindStore } from './define-store.ts';
import { feedingStore } from './feeding/server/store.ts';
import type { DocumentOf, KindName } from './index.ts';
import { pageStore } from './page/server/store.ts';
import { removalStore } from './removal/server/store.ts';
import { registerStore } from './register/server/store.ts';
import { rowsStore } from './rows/server/store.ts';
import { settingStore } from './setting/server/store.ts';

/** The server's half of each kind. */
const stores: { readonly [Name in KindName]: KindStore<DocumentOf<Name>> } = {
  channel: channelStore,
  article: articleStore,
  'article-import': articleImportStore,
  register: registerStore,
  rows: rowsStore,
  page: pageStore,
  feeding: feedingStore,
  setting: settingStore,
  removal: removalStore,
};

/** A kind's store where it does not matter which. */
// oxlint-disable-next-line typescript/no-explicit-any
export const storeOf = ({ kind }: { kind: KindName }): KindStore<any> => stores[kind];
