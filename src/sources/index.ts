import type { SourceDefinition } from '#page/define-source.ts';
import { banners } from './banners.ts';
import { channelCatalogue } from './channel-catalogue.ts';
import { channelContent } from './channel-content.ts';
import { channelFiles } from './channel-files.ts';
import { channelTree } from './channel-tree.ts';
import { dataSets } from './data-sets.ts';
import { firstFiles } from './first-files.ts';
import { homeNews } from './home-news.ts';
import { infoContent } from './info-content.ts';
import { infoList } from './info-list.ts';
import { latestInfo } from './latest-info.ts';
import { newsColumns } from './news-columns.ts';
import { newsContent } from './news-content.ts';
import { newsList } from './news-list.ts';
import { register } from './register.ts';
import { registerChanges } from './register-changes.ts';
import { registerCounts } from './register-counts.ts';
import { registerSeries } from './register-series.ts';
import { registerUpdates } from './register-updates.ts';
import { search } from './search.ts';
import { sectionOverview } from './section-overview.ts';
import { verifiable } from './verifiable.ts';
import { verify } from './verify.ts';

/** Every source there is. */
export const sources: readonly SourceDefinition<any, any>[] = [
  banners,
  channelCatalogue,
  channelContent,
  channelFiles,
  channelTree,
  dataSets,
  firstFiles,
  homeNews,
  infoContent,
  infoList,
  latestInfo,
  newsColumns,
  newsContent,
  newsList,
  register,
  registerChanges,
  registerCounts,
  registerSeries,
  registerUpdates,
  search,
  sectionOverview,
  verifiable,
  verify,
];
