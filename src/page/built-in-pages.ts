import { SCHEMA_VERSION } from './page-schema.ts';

/**
 * The pages a site cannot be without. They are used when no document claims the default or the items of channels, so
 * that the site serves whatever has happened to its pages.
 */
export const builtInPages: readonly { page: string; [field: string]: unknown }[] = [
  {
    schemaVersion: SCHEMA_VERSION,
    page: 'built-in-default',
    for: { default: true },
    layout: 'channel',
    blocks: [{ id: 'content', place: 'main', widget: 'channel-content', source: { name: 'channel-content' } }],
  },
  {
    schemaVersion: SCHEMA_VERSION,
    page: 'built-in-detail',
    for: { contentKind: 'detail' },
    layout: 'detail',
    blocks: [{ id: 'article', place: 'main', widget: 'article-body', source: { name: 'info-content' } }],
  },
];
