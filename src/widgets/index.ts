/**
 * The room `widgets` is what a block can be drawn as: one folder a widget with its definition, its props, its view
 * and an example (WG1). A widget reads and links; it never calls, and it knows no other widget.
 *
 * This list is all the server knows of them: definitions, no views.
 */
import { accordion } from './accordion/index.ts';
import { articleBody } from './article-body/index.ts';
import { articleCards } from './article-cards/index.ts';
import { articleList } from './article-list/index.ts';
import { bannerCarousel } from './banner-carousel/index.ts';
import { businessPanels } from './business-panels/index.ts';
import { channelContent } from './channel-content/index.ts';
import { channelTabs } from './channel-tabs/index.ts';
import { consentWithdrawal } from './consent-withdrawal/index.ts';
import { columnLinks } from './column-links/index.ts';
import { dataSets } from './data-sets/index.ts';
import { downloadList } from './download-list/index.ts';
import { entryGrid } from './entry-grid/index.ts';
import { featureList } from './feature-list/index.ts';
import { flashTimeline } from './flash-timeline/index.ts';
import { helpCentre } from './help-centre/index.ts';
import { homeNews } from './home-news/index.ts';
import { imageGrid } from './image-grid/index.ts';
import { keyFigures } from './key-figures/index.ts';
import { lead } from './lead/index.ts';
import { newsFeed } from './news-feed/index.ts';
import { officialChannels } from './official-channels/index.ts';
import { orgTree } from './org-tree/index.ts';
import { quickEntries } from './quick-entries/index.ts';
import { registerChanges } from './register-changes/index.ts';
import { registerChart } from './register-chart/index.ts';
import { registerFacts } from './register-facts/index.ts';
import { registerMatrix } from './register-matrix/index.ts';
import { registerTable } from './register-table/index.ts';
import { registerUpdates } from './register-updates/index.ts';
import { relatedNews } from './related-news/index.ts';
import { reportList } from './report-list/index.ts';
import { richNote } from './rich-note/index.ts';
import { searchResults } from './search-results/index.ts';
import { sectorColumns } from './sector-columns/index.ts';
import { serviceBand } from './service-band/index.ts';
import { siteTree } from './site-tree/index.ts';
import { stepDiagram } from './step-diagram/index.ts';
import { verifyBox } from './verify-box/index.ts';
import { verifySearch } from './verify-search/index.ts';
import { visitorForm } from './visitor-form/index.ts';

export const widgets = [
  accordion,
  articleBody,
  articleCards,
  articleList,
  bannerCarousel,
  businessPanels,
  channelContent,
  channelTabs,
  columnLinks,
  consentWithdrawal,
  dataSets,
  downloadList,
  entryGrid,
  featureList,
  flashTimeline,
  helpCentre,
  homeNews,
  imageGrid,
  keyFigures,
  lead,
  newsFeed,
  officialChannels,
  orgTree,
  quickEntries,
  registerChanges,
  registerChart,
  registerFacts,
  registerMatrix,
  registerTable,
  registerUpdates,
  relatedNews,
  reportList,
  richNote,
  searchResults,
  sectorColumns,
  serviceBand,
  siteTree,
  stepDiagram,
  verifyBox,
  verifySearch,
  visitorForm,
];
